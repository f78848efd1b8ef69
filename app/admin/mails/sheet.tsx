import { useState } from 'react'
import type { WireMailDetail } from '#api/wire/admin/mails.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Button } from '#app/ui/button.tsx'
import { Confirm } from '#app/ui/confirm.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { mailErrorWords } from '#shop/desk/mail-error-words.ts'
import { formatMoment } from '#shop/time.ts'
import { adminCall } from '../parts/api.ts'
import { ListFailed } from '../parts/list-parts.tsx'
import { Sheet } from '../parts/sheet.tsx'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'
import { kindLabel, returnedWords, stateOfMail } from './mail-words.ts'

type MailSheetProps = { id: string | undefined; onClose: () => void; onResent: () => void }

/** One mail beside the log: what it says, with its secrets masked. */
export function MailSheet({ id, onClose, onResent }: MailSheetProps) {
  return (
    <Sheet id={id} titleOf={() => 'E-posta'} onClose={onClose}>
      {(id) => <Detail key={id} id={id} onResent={onResent} />}
    </Sheet>
  )
}

function Detail({ id, onResent }: { id: string; onResent: () => void }) {
  const path = `/admin/mails/${encodeURIComponent(id)}` as const
  const { state, again } = useLoaded(id, (signal) =>
    adminCall<'GET /admin/mails/{id}'>('GET', path, undefined, { signal }),
  )
  if (state.kind === 'loading') {
    return (
      <div role="status" aria-label="E-posta yükleniyor" className="grid gap-4">
        <Skeleton className="h-10" />
        <Skeleton className="h-60" />
      </div>
    )
  }
  if (state.kind === 'failed') return <ListFailed error={state.error} otherwise="E-posta alınamadı" onAgain={again} />
  const mail = state.value.data
  return (
    <div className="wrap-anywhere grid grid-cols-1 gap-6">
      <Facts mail={mail} />
      {mail.keptBack ? (
        <Notice tone="plain">{mail.keptBack}</Notice>
      ) : (
        <Resend
          mail={mail}
          onResent={() => {
            again()
            onResent()
          }}
        />
      )}
      <section>
        <h3 className="mb-2 text-muted text-sm">İçerik</h3>
        {mail.text ? (
          <p className="whitespace-pre-line break-words rounded-xs border border-line bg-paper px-4 py-3 text-sm">
            {mail.text}
          </p>
        ) : (
          <p className="text-muted text-sm">İçeriği, gönderildikten sonra güvenlik için silindi.</p>
        )}
      </section>
    </div>
  )
}

function Facts({ mail }: { mail: WireMailDetail }) {
  const { words, tone } = stateOfMail(mail)
  const facts = [
    { label: 'Konu', value: mail.subject },
    { label: 'Alıcı', value: mail.to },
    { label: 'Tür', value: kindLabel(mail.kind) },
    { label: 'Yanıtlar', value: mail.replyTo ?? '' },
    { label: 'Oluşturuldu', value: formatMoment(mail.createdAt) },
    { label: mail.toFolder ? 'Yazıldı' : 'Gönderildi', value: mail.sentAt ? formatMoment(mail.sentAt) : '' },
    { label: 'Deneme', value: mail.attempts > 0 ? String(mail.attempts) : '' },
    { label: 'Geri dönüş', value: mail.returned ? returnedWords(mail.returned) : '' },
    { label: 'Son hata', value: mail.lastError ? mailErrorWords(mail.lastError) : '' },
  ].filter(({ value }) => value !== '')
  return (
    <div>
      <p className={`mb-3 font-medium ${tone}`}>{words}</p>
      <dl className="border-line border-t text-sm">
        {facts.map(({ label, value }) => (
          <div
            key={label}
            className="grid grid-cols-1 gap-x-4 border-line border-b py-2.5 sm:grid-cols-[9rem_minmax(0,1fr)]"
          >
            <dt className="text-muted">{label}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function Resend({ mail, onResent }: { mail: WireMailDetail; onResent: () => void }) {
  const [asking, setAsking] = useState(false)
  const { busy, submit } = useAdminSubmit('E-posta yeniden gönderilemedi. Lütfen tekrar deneyin.')
  const waits = !mail.sentAt && !mail.lastError

  async function resend() {
    await submit(async () => {
      await adminCall<'POST /admin/mails/{id}/resend'>('POST', `/admin/mails/${mail.id}/resend`)
      onResent()
      return 'E-posta yeniden sıraya alındı.'
    })
    setAsking(false)
  }

  if (waits) return <p className="text-muted text-sm">Bu e-posta sırada; birazdan gönderilir.</p>
  return (
    <div>
      <Button look="secondary" disabled={busy} onClick={() => setAsking(true)}>
        Yeniden gönder
      </Button>
      <Confirm
        open={asking}
        title="Yeniden gönder"
        action="Yeniden gönder"
        look="primary"
        busy={busy}
        onClose={() => setAsking(false)}
        onConfirm={resend}
      >
        <p className="break-words">
          {mail.sentAt
            ? `Bu e-posta daha önce ${mail.returned ? 'gönderildi ve geri döndü' : 'ulaştı'}. Aynısı ${mail.to} adresine bir kez daha gönderilir.`
            : `Bu e-posta ${mail.to} adresine yeniden gönderilmeye başlanır.`}
        </p>
      </Confirm>
    </div>
  )
}
