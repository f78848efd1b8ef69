import { type FormEvent, useState } from 'react'
import type { WireNotices } from '#api/wire/admin/notices.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { adminCall } from '../parts/api.ts'
import { ListFailed } from '../parts/list-parts.tsx'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'
import { Devices } from './devices.tsx'

/** Settings of the signed-in person: which notices to get, how, and when not. */
export default function Notices() {
  const { state, again, change } = useLoaded('notices', (signal) =>
    adminCall<'GET /admin/notices'>('GET', '/admin/notices', undefined, { signal }),
  )
  const took = (data: WireNotices) => change((answer) => ({ ...answer, data }))
  return (
    <>
      <h1 className="mb-2 font-display text-2xl">Bildirimler</h1>
      <p className="mb-6 max-w-160 text-muted">
        Mağazanızda olanları telefonunuzda ya da <span className="whitespace-nowrap">e-postanızda</span> görün. Bu
        seçimler yalnızca sizin içindir.
      </p>
      {state.kind === 'loading' && <Coming />}
      {state.kind === 'failed' && (
        <ListFailed error={state.error} otherwise="Bildirimleriniz alınamadı" onAgain={again} />
      )}
      {state.kind === 'ready' && (
        <div className="grid max-w-180 gap-10">
          <Devices notices={state.value.data} onChange={took} />
          <Choices key={JSON.stringify(state.value.data.kinds)} notices={state.value.data} onSaved={took} />
        </div>
      )}
    </>
  )
}

function Choices({ notices, onSaved }: { notices: WireNotices; onSaved: (saved: WireNotices) => void }) {
  const [kinds, setKinds] = useState(notices.kinds)
  const [summary, setSummary] = useState(notices.summary)
  const [quiet, setQuiet] = useState({ quietFrom: notices.quietFrom, quietTo: notices.quietTo })
  const { busy, submit } = useAdminSubmit('Bildirimleriniz kaydedilemedi. Lütfen tekrar deneyin.')

  function save(event: FormEvent) {
    event.preventDefault()
    const chosen = Object.fromEntries(kinds.map(({ kind, push, mail }) => [kind, { push, mail }]))
    submit(async () => {
      const body = { kinds: chosen, summary, ...quiet }
      const { data, message } = await adminCall<'PUT /admin/notices'>('PUT', '/admin/notices', body)
      onSaved(data)
      return message
    })
  }

  const tick = (kind: string, channel: 'push' | 'mail', on: boolean) =>
    setKinds(kinds.map((one) => (one.kind === kind ? { ...one, [channel]: on } : one)))

  return (
    <form onSubmit={save} className="grid gap-8">
      <section aria-labelledby="what">
        <h2 id="what" className="mb-2 font-medium">
          Ne olduğunda?
        </h2>
        <table className="w-full">
          <thead className="text-muted text-sm">
            <tr className="border-line border-b">
              <th scope="col" className="py-2 text-left font-normal">
                Olay
              </th>
              <th scope="col" className="w-20 py-2 font-normal">
                Bildirim
              </th>
              <th scope="col" className="w-20 py-2 font-normal">
                E-posta
              </th>
            </tr>
          </thead>
          <tbody>
            {kinds.map(({ kind, label, push, mail }) => (
              <tr key={kind} className="border-line border-b">
                <th scope="row" className="py-1 pr-3 text-left font-normal">
                  {label}
                </th>
                <Tick label={`${label}: bildirim`} on={push} onChange={(on) => tick(kind, 'push', on)} />
                <Tick label={`${label}: e-posta`} on={mail} onChange={(on) => tick(kind, 'mail', on)} />
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Checkbox
        checked={summary}
        onChange={({ target }) => setSummary(target.checked)}
        hint="Her sabah 09.00’da, dünkü satışlar ve sizi bekleyen işler."
      >
        Günün özetini e-postayla gönder
      </Checkbox>
      <QuietHours quiet={quiet} onChange={setQuiet} />
      <div>
        <Button type="submit" disabled={busy}>
          Kaydet
        </Button>
      </div>
    </form>
  )
}

function Tick({ label, on, onChange }: { label: string; on: boolean; onChange: (on: boolean) => void }) {
  return (
    <td className="text-center">
      <label className="grid min-h-11 cursor-pointer place-items-center">
        <span className="sr-only">{label}</span>
        <input
          type="checkbox"
          checked={on}
          onChange={({ target }) => onChange(target.checked)}
          className="size-5 accent-ink"
        />
      </label>
    </td>
  )
}

type Quiet = { quietFrom: number | null; quietTo: number | null }
const allHours = Array.from({ length: 24 }, (_, hour) => {
  return { value: String(hour), label: `${String(hour).padStart(2, '0')}.00` }
})

function QuietHours({ quiet, onChange }: { quiet: Quiet; onChange: (quiet: Quiet) => void }) {
  const on = quiet.quietFrom !== null
  return (
    <fieldset>
      <Checkbox
        checked={on}
        onChange={({ target }) =>
          onChange(target.checked ? { quietFrom: 22, quietTo: 8 } : { quietFrom: null, quietTo: null })
        }
        hint="Bu saatlerde olanlar, süre bitince gönderilir."
      >
        Sessiz saatler
      </Checkbox>
      {on && (
        <div className="mt-3 flex max-w-80 gap-4">
          {(['quietFrom', 'quietTo'] as const).map((end) => (
            <Select
              key={end}
              label={end === 'quietFrom' ? 'Başlangıç' : 'Bitiş'}
              className="grow"
              value={String(quiet[end] ?? 0)}
              options={allHours}
              onChange={({ target }) => onChange({ ...quiet, [end]: Number(target.value) })}
            />
          ))}
        </div>
      )}
    </fieldset>
  )
}

function Coming() {
  return (
    <div role="status" aria-label="Bildirimler yükleniyor" className="grid max-w-180 gap-6">
      <Skeleton className="h-28" />
      <Skeleton className="h-72" />
    </div>
  )
}
