import { useState } from 'react'
import type { WireConsent, WireConsentEvent, WireCustomerDetail } from '#api/wire/customers.ts'
import { Button } from '#app/ui/button.tsx'
import { Confirm } from '#app/ui/confirm.tsx'
import { formatDate, formatMoment } from '#shop/time.ts'
import { adminCall } from '../parts/api.ts'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'
import { channelNames, recipientText, wayOf } from './words.ts'

type ConsentsProps = { customer: WireCustomerDetail; onAgain: () => void }

export function CustomerConsents({ customer: { consents, consentEvents }, onAgain }: ConsentsProps) {
  if (consentEvents.length === 0)
    return <p className="text-muted text-sm">Kampanya iletileri için izin vermedi; bu iletilerden gönderemezsiniz.</p>
  return (
    <div className="grid gap-4">
      <ul className="border-line border-t text-sm">
        {consents.map((consent) => (
          <ConsentLine
            key={`${consent.channel} ${consent.recipient ?? consent.since}`}
            consent={consent}
            onChanged={onAgain}
          />
        ))}
      </ul>
      <ConsentHistory events={consentEvents} />
    </div>
  )
}

type LineProps = { consent: WireConsent; onChanged: () => void }

/** How one address stands, and the way to take its consent back for who asks. */
export function ConsentLine({ consent: { recipient, channel, status, since }, onChanged }: LineProps) {
  const [asking, setAsking] = useState(false)
  const { busy, submit } = useAdminSubmit('İzin geri alınamadı. Lütfen tekrar deneyin.')
  const given = status === 'GIVEN'

  const withdraw = () =>
    submit(async () => {
      const body = { recipient: recipient ?? '' }
      const done = await adminCall<'POST /admin/consents/withdrawals'>('POST', '/admin/consents/withdrawals', body)
      setAsking(false)
      onChanged()
      return done.message
    })

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-line border-b py-2">
      <span className="min-w-0">
        <span className="block break-all">
          {channelNames[channel]}
          {recipient && `: ${recipientText(recipient)}`}
        </span>
        <span className={given ? 'text-good' : 'text-muted'}>
          {formatDate(since)} tarihinden beri {given ? 'izinli' : 'izinsiz'}
        </span>
      </span>
      {given && recipient && (
        <Button look="secondary" onClick={() => setAsking(true)} className="text-sm!">
          İzni geri al
        </Button>
      )}
      <Confirm
        open={asking}
        title="İzin geri alınsın mı?"
        action="İzni geri al"
        busy={busy}
        onClose={() => setAsking(false)}
        onConfirm={withdraw}
      >
        <p className="break-words">
          {recipientText(recipient ?? '')} adresine artık kampanya iletisi gönderilmez. Yeniden izni ancak müşteri
          kendisi verebilir.
        </p>
      </Confirm>
    </li>
  )
}

/** Each yes and no with its time, its way and its words. */
export function ConsentHistory({ events }: { events: WireConsentEvent[] }) {
  return (
    <details className="text-sm">
      <summary className="min-h-11 cursor-pointer content-center">İzin geçmişi ({events.length})</summary>
      <ol className="grid gap-3">
        {events.map((event) => (
          <li key={event.id} className="border-line border-l-2 pl-4">
            <p>
              {channelNames[event.channel]} izni {event.status === 'GIVEN' ? 'verildi' : 'geri alındı'}
            </p>
            <p className="break-words text-muted">
              {formatMoment(event.happenedAt)}, {wayOf(event)}.{' '}
              {event.recipient && `${recipientText(event.recipient)}, `}
              kaynak {event.source}
            </p>
            {event.note && <p className="break-words">{event.note}</p>}
            {event.text && event.status === 'GIVEN' && (
              <p className="break-words text-muted">
                “{event.text}” (sürüm {event.textVersion})
              </p>
            )}
          </li>
        ))}
      </ol>
    </details>
  )
}
