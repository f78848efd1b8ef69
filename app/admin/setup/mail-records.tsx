import { useState } from 'react'
import type { WireMailRecords } from '#api/wire/setup.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { adminCall } from '../parts/api.ts'
import { ListFailed } from '../parts/list-parts.tsx'

type Entry = WireMailRecords['records'][number]

const marks: Record<Entry['state'], { icon: IconName; word: string; tone: string }> = {
  found: { icon: 'check', word: 'Var', tone: 'text-good' },
  missing: { icon: 'close', word: 'Yok', tone: 'text-bad' },
  wrong: { icon: 'close', word: 'Hatalı', tone: 'text-bad' },
  unknown: { icon: 'info', word: 'Bilinmiyor', tone: 'text-ink' },
}

/** The domain's DNS records about the sender, and what to enter where they are not enough. */
export function MailRecords() {
  const [selector, setSelector] = useState('')
  const [asked, setAsked] = useState('')
  const { state, again } = useLoaded(`mail-records ${asked}`, (signal) =>
    adminCall<'GET /admin/setup/mail/records'>(
      'GET',
      asked ? `/admin/setup/mail/records?selector=${encodeURIComponent(asked)}` : '/admin/setup/mail/records',
      undefined,
      { signal },
    ),
  )
  return (
    <section className="mt-10" aria-labelledby="mail-records">
      <h3 id="mail-records" className="font-semibold">
        Alan adınızın kayıtları
      </h3>
      <p className="mt-1 mb-3 text-muted text-sm">
        Bu üç kayıt e-postalarınızın sizden geldiğini kanıtlar; eksikse gelen kutusu yerine istenmeyenlere düşer. Alan
        adını aldığınız firmanın DNS bölümünden girilir.
      </p>
      {state.kind === 'loading' && (
        <div role="status" aria-label="Kayıtlar soruluyor">
          <Skeleton className="h-48" />
        </div>
      )}
      {state.kind === 'failed' && <ListFailed error={state.error} otherwise="Kayıtlar sorulamadı" onAgain={again} />}
      {state.kind === 'ready' && (
        <>
          <ul className="border-line border-t">
            {state.value.data.records.map((record) => (
              <Row key={record.kind} record={record} />
            ))}
          </ul>
          <form
            className="mt-4 flex flex-wrap items-end gap-3"
            onSubmit={(event) => {
              event.preventDefault()
              if (selector.trim() === asked) again()
              else setAsked(selector.trim())
            }}
          >
            <Field
              label="DKIM seçicisi"
              optional
              className="min-w-40 flex-1"
              placeholder="örneğin google"
              autoCapitalize="none"
              autoComplete="off"
              maxLength={63}
              value={selector}
              onChange={({ target }) => setSelector(target.value)}
            />
            <Button type="submit" look="secondary" disabled={state.refreshing}>
              {state.refreshing ? 'Soruluyor…' : 'Yeniden denetle'}
            </Button>
          </form>
        </>
      )}
    </section>
  )
}

function Row({ record: { kind, state, text, now, enter } }: { record: Entry }) {
  const { icon, word, tone } = marks[state]
  return (
    <li className="border-line border-b py-3 text-sm">
      <p className="flex items-center justify-between gap-3">
        <span className="font-medium">{kind}</span>
        <span className={`flex items-center gap-1.5 font-medium ${tone}`}>
          <Icon name={icon} size={16} />
          {word}
        </span>
      </p>
      <p className="text-muted">{text}</p>
      {state !== 'found' && now && <Value name="Şimdiki" value={now} />}
      {enter && (
        <>
          <Value name="Ad (TXT)" value={enter.name} />
          <Value name="Değer" value={enter.value} />
        </>
      )}
    </li>
  )
}

/** Text to copy: a tap marks all of it. */
export function Value({ name, value }: { name: string; value: string }) {
  return (
    <p className="mt-2 grid gap-x-3 sm:grid-cols-[6rem_minmax(0,1fr)]">
      <span className="text-muted">{name}</span>
      <code className="select-all break-all bg-surface px-2 py-1.5">{value}</code>
    </p>
  )
}
