import { type FormEvent, useEffect } from 'react'
import { orderNumber } from '#app/account/orders/order-words.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, TextArea } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { useUnsaved } from '#app/ui/leaving/unsaved.ts'
import { Select } from '#app/ui/select.tsx'
import { fillPlaceholders, unfilledMessage } from '#shop/messages/placeholders.ts'
import { formatDate } from '#shop/time.ts'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'
import { useTemplates } from './use-templates.ts'

export type AboutOrder = { id: string; trackingUrl: string | null; createdAt: string }

type MessageFormProps = {
  subject: string
  /** Label of the field for the text. */
  label: string
  /** The recipient's, for the placeholder in braces of a ready text. */
  firstName: string | undefined
  orders: AboutOrder[]
  hint: string
  action: string
  failure: string
  /** Sends it, and resolves with the sentence to show. */
  send: (values: { subject: string; text: string }) => Promise<string | undefined>
  /** Whether a text is typed that was not sent. */
  onTyped?: (typed: boolean) => void
}

/** A mail to one person, by hand or from a ready text. */
export function MessageForm(props: MessageFormProps) {
  const { subject, label, firstName, orders, hint, action, failure, send, onTyped } = props
  const fields = useFields({ subject, text: '', order: orders[0]?.id ?? '' })
  const { values, set, field, form, accept, clear } = fields
  const { busy, submit } = useAdminSubmit(failure, { form: fields })
  const templates = useTemplates()
  const typed = values.text.trim() !== ''
  useUnsaved(typed)
  useEffect(() => onTyped?.(typed), [typed, onTyped])

  const known = (orderId: string) => {
    const order = orders.find(({ id }) => id === orderId)
    return {
      ad: firstName ?? '',
      siparis: order ? orderNumber(order.id) : '',
      kargo: order?.trackingUrl ?? '',
    }
  }

  function use(id: string) {
    const template = templates.find((template) => template.id === id)
    if (!template) return
    const [own, about] = [values.text.trimEnd(), known(values.order)]
    set('text', [own, fillPlaceholders(template.text, about)].filter(Boolean).join('\n\n'))
    if (template.subject) set('subject', fillPlaceholders(template.subject, about))
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const [noSubject, noText] = [unfilledMessage(values.subject), unfilledMessage(values.text)]
    const fits = accept({
      ...(values.subject.trim() === '' ? { subject: 'Konu gerekli' } : noSubject ? { subject: noSubject } : {}),
      ...(values.text.trim() === '' ? { text: 'Mesajınızı yazın' } : noText ? { text: noText } : {}),
    })
    if (!fits) return
    submit(async () => {
      const said = await send({ subject: values.subject, text: values.text })
      clear()
      return said
    })
  }

  return (
    <form ref={form} onSubmit={onSubmit} noValidate className="grid gap-4">
      {templates.length > 0 && (
        <div className="grid gap-4 sm:grid-cols-2">
          {orders.length > 1 && (
            <Select
              label="Hangi sipariş için?"
              options={orders.map(({ id, createdAt }) => ({
                value: id,
                label: `${orderNumber(id)}, ${formatDate(createdAt)}`,
              }))}
              {...field('order')}
            />
          )}
          <Select
            label="Hazır yanıt"
            placeholder="Seçerseniz metne eklenir"
            options={templates.map(({ id, name }) => ({ value: id, label: name }))}
            value=""
            onChange={(event) => use(event.target.value)}
          />
        </div>
      )}
      <Field label="Konu" maxLength={160} autoComplete="off" {...field('subject')} />
      <TextArea label={label} rows={7} maxLength={10_000} hint={hint} {...field('text')} />
      <Button type="submit" disabled={busy} className="justify-self-start">
        {busy ? 'Gönderiliyor…' : action}
      </Button>
    </form>
  )
}
