import { type FormEvent, useEffect } from 'react'
import type { WireMessageDetail } from '#api/wire/admin/messages.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, TextArea } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { adminCall } from '../parts/api.ts'
import { useUnsaved } from '../parts/sheet.tsx'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'
import { firstSubject } from './message-words.ts'

type MessageAnswerProps = {
  message: WireMessageDetail
  onAnswered: (message: WireMessageDetail) => void
  /** Whether an answer is typed that was not sent. */
  onTyped: (typed: boolean) => void
}

/** Answers by mail, from the shop's own address. */
export function MessageAnswer({ message, onAnswered, onTyped }: MessageAnswerProps) {
  const fields = useFields({ subject: firstSubject(message), text: '' })
  const { values, field, form, accept, clear } = fields
  const { busy, submit } = useAdminSubmit('Yanıt gönderilemedi. Lütfen tekrar deneyin.', { form: fields })
  const typed = values.text.trim() !== ''
  useUnsaved(typed)
  useEffect(() => onTyped(typed), [typed, onTyped])

  function send(event: FormEvent) {
    event.preventDefault()
    const fits = accept({
      ...(values.subject.trim() === '' ? { subject: 'Konu gerekli' } : {}),
      ...(values.text.trim() === '' ? { text: 'Yanıtınızı yazın' } : {}),
    })
    if (!fits) return
    submit(async () => {
      const { data } = await adminCall<'POST /admin/messages/{id}/answers'>(
        'POST',
        `/admin/messages/${message.id}/answers`,
        values,
      )
      clear()
      onAnswered(data)
      return `Yanıtınız ${message.email} adresine gönderiliyor.`
    })
  }

  return (
    <section>
      <h3 className="mb-2 text-muted text-sm">E-posta ile yanıtla</h3>
      <form ref={form} onSubmit={send} noValidate className="grid gap-4">
        <Field label="Konu" maxLength={160} autoComplete="off" {...field('subject')} />
        <TextArea
          label="Yanıtınız"
          rows={7}
          maxLength={10_000}
          hint={`${message.email} adresine mağazanızın adıyla gider; yazdığı mesaj altına eklenir.`}
          {...field('text')}
        />
        <Button type="submit" disabled={busy} className="justify-self-start">
          {busy ? 'Gönderiliyor…' : 'Yanıtı gönder'}
        </Button>
      </form>
    </section>
  )
}
