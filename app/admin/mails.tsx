import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { inputClass } from '#app/ui/field.tsx'
import { Toasts, toast } from '#app/ui/toast.tsx'
import { useLoaded } from '#app/use-loaded.ts'
import { formatMoment } from '#shop/time.ts'
import { adminCall, sentenceOf } from './admin-api.ts'
import { EmptyList, ListFailed, Pages, TableComing } from './list-parts.tsx'

type ShownMail = {
  id: string
  kind: string
  to: string
  subject: string
  attempts: number
  lastError: string | null
  gaveUp: boolean
  sentAt: string | null
  createdAt: string
}

const states = { failed: 'Gönderilemeyenler', waiting: 'Sırada bekleyenler', sent: 'Gönderilenler' }
const empty = {
  failed: 'Gönderilemeyen e-posta yok.',
  waiting: 'Sırada bekleyen e-posta yok.',
  sent: 'Henüz gönderilmiş e-posta yok.',
}

/** The mails of the shop: first those that nobody got. */
export default function Mails() {
  const [params, setParams] = useSearchParams()
  const asked = params.get('durum') ?? 'failed'
  const state = asked === 'waiting' || asked === 'sent' ? asked : 'failed'
  const page = Math.max(1, Math.trunc(Number(params.get('sayfa'))) || 1)
  const query = new URLSearchParams({ state, page: String(page), limit: '25' })
  const { state: loaded, again } = useLoaded(query.toString(), (signal) =>
    adminCall<ShownMail[]>('GET', `/admin/mails?${query}`, undefined, { signal }),
  )
  return (
    <>
      <h1 className="mb-4 font-display text-2xl">E-postalar</h1>
      <select
        aria-label="Duruma göre süz"
        value={state}
        onChange={(event) => setParams({ durum: event.target.value })}
        className={`${inputClass} mb-4 min-h-11! w-auto!`}
      >
        {Object.entries(states).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {loaded.kind === 'loading' && <TableComing what="E-postalar" />}
      {loaded.kind === 'failed' && <ListFailed error={loaded.error} otherwise="E-postalar alınamadı" onAgain={again} />}
      {loaded.kind === 'ready' &&
        (loaded.value.data.length === 0 ? (
          <EmptyList title={empty[state]} />
        ) : (
          <ul className="border-line border-t bg-surface text-sm">
            {loaded.value.data.map((mail) => (
              <MailRow key={mail.id} mail={mail} onResent={again} />
            ))}
          </ul>
        ))}
      {loaded.kind === 'ready' && (
        <Pages
          page={page}
          pages={loaded.value.pagination?.totalPages ?? 1}
          onPage={(page) => setParams({ durum: state, sayfa: String(page) })}
        />
      )}
      <Toasts className="fixed right-4 bottom-4 left-4 z-40 sm:left-auto sm:w-96" />
    </>
  )
}

function MailRow({ mail, onResent }: { mail: ShownMail; onResent: () => void }) {
  const [busy, setBusy] = useState(false)

  async function resend() {
    setBusy(true)
    try {
      await adminCall('POST', `/admin/mails/${mail.id}/resend`)
      toast('good', 'E-posta yeniden sıraya alındı.')
      onResent()
    } catch (error) {
      toast('bad', sentenceOf(error, 'E-posta yeniden gönderilemedi'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-line border-b px-3 py-3">
      <div className="min-w-0 flex-1 basis-72">
        <p className="font-medium">{mail.subject}</p>
        <p className="break-all text-muted">{mail.to}</p>
        {mail.lastError && <p className="mt-1 break-words text-bad">Hata: {mail.lastError}</p>}
      </div>
      <div className="text-muted tabular-nums sm:text-right">
        <p>{formatMoment(mail.sentAt ?? mail.createdAt)}</p>
        {!mail.sentAt && <p>{mail.gaveUp ? 'Denemeler bitti' : `${mail.attempts} deneme yapıldı, sürüyor`}</p>}
      </div>
      {mail.gaveUp && (
        <Button look="secondary" disabled={busy} onClick={resend}>
          {busy ? 'Sıraya alınıyor…' : 'Yeniden gönder'}
        </Button>
      )}
    </li>
  )
}
