import { type FormEvent, useState } from 'react'
import { ApiError, api } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox, Field } from '#app/ui/field.tsx'
import { useFields, type Wrong } from '#app/ui/form.ts'
import { Notice, useTimedNotice } from '#app/ui/notice.tsx'
import { checkRegistration, type RegisterValues } from './account-checks.ts'
import { PasswordField } from './password-field.tsx'
import { PasswordHint } from './password-hint.tsx'

const blank = { firstName: '', lastName: '', email: '', password: '', passwordAgain: '', terms: '', realEmail: '' }
const accepted = 'evet'

export function RegisterForm({ onRegistered }: { onRegistered: (message: string) => void }) {
  const { values, wrong, field, form, accept, set } = useFields(blank)
  const [notice, showNotice] = useTimedNotice()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const errors = checkRegistration(values, { terms: values.terms !== '', realEmail: values.realEmail !== '' })
    showNotice(Object.values(errors)[0])
    setFailure(undefined)
    if (!accept(errors) || busy) return
    setBusy(true)
    try {
      const { message } = await api.call('POST', '/auth/register', registration(values), { guest: true })
      onRegistered(
        message ?? 'Hesabınız başarıyla oluşturuldu! Email adresinize gönderilen doğrulama linkini kontrol edin.',
      )
    } catch (error) {
      if (!(error instanceof ApiError)) return setFailure('Kayıt sırasında bir hata oluştu')
      const said = fieldErrors(error.fields)
      if (Object.keys(said).length > 0) {
        showNotice(error.message)
        accept(said)
      } else {
        setFailure(error.message)
      }
    } finally {
      setBusy(false)
    }
  }

  const box = (name: 'terms' | 'realEmail') => ({
    name,
    checked: values[name] !== '',
    error: wrong[name],
    onChange: () => set(name, values[name] === '' ? accepted : ''),
  })

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-4">
      {(notice ?? failure) && <Notice tone="bad">{notice ?? failure}</Notice>}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Ad" autoComplete="given-name" maxLength={80} required {...field('firstName')} />
        <Field label="Soyad" autoComplete="family-name" maxLength={80} required {...field('lastName')} />
      </div>
      <Field label="E-posta" type="email" autoComplete="email" inputMode="email" required {...field('email')} />
      <PasswordField
        label="Şifre"
        autoComplete="new-password"
        required
        hint={<PasswordHint password={values.password}>En az 6 karakter. Uzun bir şifre daha güvenlidir.</PasswordHint>}
        {...field('password')}
      />
      <PasswordField label="Şifre tekrar" autoComplete="new-password" required {...field('passwordAgain')} />
      <div className="grid gap-2">
        <Checkbox required {...box('terms')}>
          <InfoLink part="#kullanim-sartlari">Kullanım şartlarını</InfoLink> ve{' '}
          <InfoLink>gizlilik politikasını</InfoLink> kabul ediyorum.
        </Checkbox>
        <Checkbox required {...box('realEmail')}>
          Bana ait, gerçek bir email adresi kullandığımı ve adresimi doğrulamadan ödeme yapamayacağımı kabul ediyorum.
        </Checkbox>
        <p className="text-muted text-sm">
          Kişisel verilerinizi nasıl işlediğimizi <InfoLink part="#veri-sorumlusu">aydınlatma metninde</InfoLink>{' '}
          okuyabilirsiniz.
        </p>
      </div>
      <Button type="submit" disabled={busy} className="w-full">
        {busy ? 'Hesabınız oluşturuluyor…' : 'Üye ol'}
      </Button>
    </form>
  )
}

function InfoLink({ part = '', children }: { part?: string; children: string }) {
  return (
    <a
      href={`/bilgi?section=gizlilik-sozlesmesi${part}`}
      target="_blank"
      className="underline underline-offset-4"
      rel="noopener"
    >
      {children}
      <span className="sr-only"> (yeni sekmede açılır)</span>
    </a>
  )
}

function registration({ firstName, lastName, email, password }: RegisterValues) {
  return { firstName: firstName.trim(), lastName: lastName.trim(), email: email.trim(), password }
}

function fieldErrors(fields: Record<string, string[]>): Wrong<keyof typeof blank> {
  const known = Object.entries(fields).filter(([name]) => name in blank)
  return Object.fromEntries(known.map(([name, sentences]) => [name, sentences[0]]))
}
