import { type FormEvent, useEffect, useState } from 'react'
import { ApiError } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, TextArea } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { toast } from '#app/ui/toast.tsx'
import { adminCall, sentenceOf } from './admin-api.ts'
import { firstSubject, type MessageDetail } from './message-shape.ts'

type MessageAnswerProps = {
  message: MessageDetail
  onAnswered: (message: MessageDetail) => void
  onUnsaved: (unsaved: boolean) => void
}

/** Answers by mail, from the shop's own address. */
export function MessageAnswer({ message, onAnswered, onUnsaved }: MessageAnswerProps) {
  const { values, field, form, accept, clear } = useFields<'subject' | 'text'>({
    subject: firstSubject(message),
    text: '',
  })
  const [busy, setBusy] = useState(false)
  const unsaved = values.text.trim() !== ''
  useEffect(() => onUnsaved(unsaved), [unsaved, onUnsaved])

  async function send(event: FormEvent) {
    event.preventDefault()
    const fits = accept({
      ...(values.subject.trim() === '' ? { subject: 'Konu gerekli' } : {}),
      ...(values.text.trim() === '' ? { text: 'Yanıtınızı yazın' } : {}),
    })
    if (!fits) return
    setBusy(true)
    try {
      const { data } = await adminCall<MessageDetail>('POST', `/admin/messages/${message.id}/answers`, values)
      clear()
      onAnswered(data)
      toast('good', `Yanıtınız ${message.email} adresine gönderiliyor.`)
    } catch (error) {
      const wrong = error instanceof ApiError ? Object.entries(error.fields) : []
      if (wrong.length > 0) accept(Object.fromEntries(wrong.map(([name, [sentence]]) => [name, sentence ?? ''])))
      else toast('bad', sentenceOf(error, 'Yanıt gönderilemedi. Lütfen tekrar deneyin.'))
    } finally {
      setBusy(false)
    }
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
