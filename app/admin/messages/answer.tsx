import type { WireMessageDetail } from '#api/wire/admin/messages.ts'
import { adminCall } from '../parts/api.ts'
import { MessageForm } from './message-form.tsx'
import { firstSubject } from './message-words.ts'

type MessageAnswerProps = {
  message: WireMessageDetail
  onAnswered: (message: WireMessageDetail) => void
  /** Whether an answer is typed that was not sent. */
  onTyped: (typed: boolean) => void
}

/** Answers by mail, from the shop's own address. */
export function MessageAnswer({ message, onAnswered, onTyped }: MessageAnswerProps) {
  const { id, email, kind, customer, orders } = message
  const quoted = kind === 'letter' ? '' : '; yazdığı mesaj altına eklenir'
  return (
    <section>
      <h3 className="mb-2 text-muted text-sm">E-posta ile yanıtla</h3>
      <MessageForm
        subject={firstSubject(message)}
        label="Yanıtınız"
        firstName={customer?.firstName}
        orders={orders ?? []}
        hint={`${email} adresine mağazanızın adıyla gider${quoted}.`}
        action="Yanıtı gönder"
        failure="Yanıt gönderilemedi. Lütfen tekrar deneyin."
        onTyped={onTyped}
        send={async (values) => {
          const path = `/admin/messages/${id}/answers` as const
          const { data } = await adminCall<'POST /admin/messages/{id}/answers'>('POST', path, values)
          onAnswered(data)
          return `Yanıtınız ${email} adresine gönderiliyor.`
        }}
      />
    </section>
  )
}
