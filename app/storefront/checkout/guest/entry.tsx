import { type FormEvent, useEffect, useState } from 'react'
import type { WireGuestCode } from '#api/wire/payments.ts'
import { api } from '#app/browser/api-client.ts'
import { openLogin } from '#app/browser/session-store.ts'
import { Button } from '#app/ui/button.tsx'
import { EmailField } from '#app/ui/contact-fields.tsx'
import { useFields } from '#app/ui/form.ts'
import { Notice } from '#app/ui/notice.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'
import { errorsOf, ownEmailRule } from '#shop/fields/rules.ts'
import { formatMoment } from '#shop/time.ts'
import { readDraft } from '../draft.ts'
import { asCode, CodeField, checkCode } from '../ways/code-field.tsx'
import { keepAskedCode, keepGuest, readAskedCode } from './session.ts'

const checkEmail = ownEmailRule('E-posta adresinizi yazın')
const notSent = { silent: 'Kod gönderilemedi.', unreached: 'Kod gönderilirken bir hata oluştu. Lütfen tekrar deneyin.' }

type Asked = { email: string; sent?: WireGuestCode | undefined }

/** On with a code that is mailed, or with an account. */
export function GuestEntry({ onDone, onBack }: { onDone: () => void; onBack: () => void }) {
  const [{ email, sent }, setAsked] = useState<Asked>(() => readAskedCode() ?? { email: readDraft().email })
  function note(email: string, sent: WireGuestCode | undefined) {
    keepAskedCode(sent && { email, sent })
    setAsked({ email, sent })
  }
  return (
    <div className="grid gap-8">
      <section aria-labelledby="as-guest" className="grid gap-4">
        <h3 id="as-guest" className="font-display text-xl">
          Üye olmadan devam et
        </h3>
        {sent ? (
          <EnterCode
            email={email}
            sent={sent}
            onSent={(code) => note(email, code)}
            onOther={() => note(email, undefined)}
            onDone={onDone}
          />
        ) : (
          <AskCode email={email} onSent={note} />
        )}
      </section>
      <section aria-labelledby="with-account" className="grid gap-4 border-line border-t pt-6">
        <h3 id="with-account" className="font-display text-xl">
          Hesabınızla devam edin
        </h3>
        <p className="text-muted text-sm">Adresleriniz hazır gelir, siparişlerinizi tek yerde görürsünüz.</p>
        <Button look="secondary" onClick={() => openLogin(onDone)} className="w-full">
          Giriş yap ya da üye ol
        </Button>
      </section>
      <Button look="quiet" size="small" onClick={onBack} className="justify-self-center">
        Sepete dön
      </Button>
    </div>
  )
}

function sendCode(email: string) {
  return api.post<'POST /checkout/email-code'>('/checkout/email-code', { email }, { guest: true })
}

type AskCodeProps = { email: string; onSent: (email: string, sent: WireGuestCode) => void }

function AskCode({ email, onSent }: AskCodeProps) {
  const fields = useFields({ email })
  const { busy, bad, submit } = useSubmit({ form: fields, failure: notSent })

  function ask(event: FormEvent) {
    event.preventDefault()
    const given = fields.values.email.trim()
    if (!fields.accept(errorsOf({ email: checkEmail(given) }))) return
    submit(async () => onSent(given.toLowerCase(), await sendCode(given)))
  }

  return (
    <form ref={fields.form} onSubmit={ask} noValidate className="grid gap-4">
      <p className="text-muted text-sm">
        Adresinize 6 haneli bir kod göndeririz. Sipariş onayınız ve siparişinizi izleyeceğiniz bağlantı da buraya gelir.
      </p>
      <EmailField field={fields.field} />
      {bad && <Notice tone="bad">{bad}</Notice>}
      <Button type="submit" disabled={busy} className="w-full">
        {busy ? 'Kod gönderiliyor…' : 'Kodu gönder'}
      </Button>
    </form>
  )
}

type EnterCodeProps = {
  email: string
  sent: WireGuestCode
  onSent: (sent: WireGuestCode) => void
  onOther: () => void
  onDone: () => void
}

function EnterCode({ email, sent, onSent, onOther, onDone }: EnterCodeProps) {
  const fields = useFields({ code: '' }, asCode)
  const { form } = fields
  // The button that she pressed is gone.
  useEffect(() => form.current?.querySelector('input')?.focus(), [form])
  const { busy, good, bad, submit } = useSubmit({ form: fields, failure: notSent })

  function enter(event: FormEvent) {
    event.preventDefault()
    const { code } = fields.values
    if (!fields.accept(checkCode(code))) return
    submit(async () => {
      keepGuest(await api.post<'POST /checkout/guest'>('/checkout/guest', { email, code }, { guest: true }))
      keepAskedCode(undefined)
      onDone()
    })
  }

  const again = () =>
    submit(async () => {
      onSent(await sendCode(email))
      fields.set('code', '')
      return 'Yeni kodu gönderdik; önceki kod artık geçmez.'
    })

  return (
    <form ref={form} onSubmit={enter} noValidate className="grid gap-4">
      <p className="text-muted text-sm">
        <span className="wrap-anywhere text-ink">{email}</span> adresine 6 haneli bir kod gönderdik.
      </p>
      <CodeField disabled={busy} hint={`${formatMoment(sent.until)} saatine kadar geçerli`} {...fields.field('code')} />
      {bad && <Notice tone="bad">{bad}</Notice>}
      {good && <Notice tone="good">{good}</Notice>}
      <Button type="submit" disabled={busy} className="w-full">
        Devam et
      </Button>
      <div className="flex flex-wrap justify-center gap-x-4">
        <Button look="quiet" size="small" disabled={busy} onClick={again}>
          Kodu yeniden gönder
        </Button>
        <Button look="quiet" size="small" disabled={busy} onClick={onOther}>
          Başka adres yaz
        </Button>
      </div>
    </form>
  )
}
