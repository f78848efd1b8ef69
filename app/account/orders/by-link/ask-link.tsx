import type { FormEvent } from 'react'
import { api } from '#app/browser/api-client.ts'
import { openAccount } from '#app/browser/session-store.ts'
import { Button } from '#app/ui/button.tsx'
import { EmailField } from '#app/ui/contact-fields.tsx'
import { Field } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { Notice } from '#app/ui/notice.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'
import { emailRule, errorsOf } from '#shop/fields/rules.ts'

const checkEmail = emailRule('E-posta adresinizi yazın')
const badNumber = 'Sipariş numarası 8 karakterdir; onay e-postanızda yazar'

/** A new link to an order, by its number and address. */
export function AskLink() {
  const fields = useFields({ orderNumber: '', email: '' })
  const { busy, good, bad, submit } = useSubmit({
    form: fields,
    failure: 'Bağlantı istenemedi. Lütfen tekrar deneyin.',
  })

  function ask(event: FormEvent) {
    event.preventDefault()
    const orderNumber = fields.values.orderNumber.replace(/\s/g, '')
    const email = fields.values.email.trim()
    const errors = errorsOf({
      orderNumber: /^#?[0-9A-F]{8}$/i.test(orderNumber) ? undefined : badNumber,
      email: checkEmail(email),
    })
    if (!fields.accept(errors)) return
    submit(async () => {
      const body = { orderNumber, email }
      const path = '/orders/guest/link'
      return (await api.call<'POST /orders/guest/link'>('POST', path, body, { guest: true })).message
    })
  }

  return (
    <>
      <form ref={fields.form} onSubmit={ask} noValidate className="grid grid-cols-1 gap-4">
        <p>
          Üye olmadan verdiğiniz siparişi açan bağlantıyı <span className="whitespace-nowrap">e-postayla</span>{' '}
          gönderelim.
        </p>
        <Field
          label="Sipariş numarası"
          hint="Onay e-postanızda yazar, örneğin #1A2B3C4D"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={12}
          required
          {...fields.field('orderNumber')}
        />
        <EmailField field={fields.field} />
        {bad && <Notice tone="bad">{bad}</Notice>}
        {good && <Notice tone="good">{good}</Notice>}
        <Button type="submit" disabled={busy} className="w-full">
          {busy ? 'Gönderiliyor…' : 'Bağlantıyı gönder'}
        </Button>
      </form>
      <p className="text-muted text-sm">
        Hesabınızla alışveriş yaptıysanız siparişinizi{' '}
        <button type="button" onClick={openAccount} className="min-h-6 underline underline-offset-4">
          Siparişlerim bölümünde
        </button>{' '}
        görürsünüz.
      </p>
    </>
  )
}
