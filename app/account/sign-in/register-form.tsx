import type { FormEvent } from 'react'
import { ApiError, api } from '#app/browser/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { NameFields } from '#app/ui/contact-fields.tsx'
import { Checkbox, Field } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { useUnsavedChange } from '#app/ui/leaving/unsaved.ts'
import { Notice, useTimedNotice } from '#app/ui/notice.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'
import { checkRegistration, type RegisterValues } from '#shop/accounts/checks.ts'
import { underFields } from '#shop/fields/rules.ts'
import { PasswordField } from './password-field.tsx'
import { PasswordHint } from './password-hint.tsx'

const blank = { firstName: '', lastName: '', email: '', password: '', passwordAgain: '', terms: '', realEmail: '' }
const accepted = 'evet'

/** Held by who shows the form, so that a look at the login takes nothing of it away. */
export function useRegistration() {
  const fields = useFields(blank, {}, { password: 'passwordAgain' })
  useUnsavedChange(fields.values)
  return fields
}

type RegisterFormProps = { fields: ReturnType<typeof useRegistration>; onRegistered: (message: string) => void }

export function RegisterForm({ fields, onRegistered }: RegisterFormProps) {
  const { values, field, form, accept } = fields
  const [notice, showNotice] = useTimedNotice()
  const { busy, bad, submit, clear } = useSubmit({
    form: fields,
    failure: { silent: 'Kayıt sırasında bir hata oluştu', unreached: 'Sunucu ile bağlantı kurulamadı' },
  })

  function register(event: FormEvent) {
    event.preventDefault()
    const errors = checkRegistration(values, { terms: values.terms !== '', realEmail: values.realEmail !== '' })
    showNotice(Object.values(errors)[0])
    clear()
    if (!accept(underFields(errors, values))) return
    submit(async () => {
      const body = registration(values)
      const { message } = await api.call('POST', '/auth/register', body, { guest: true }).catch(explain)
      onRegistered(
        message ?? 'Hesabınız başarıyla oluşturuldu! Email adresinize gönderilen doğrulama linkini kontrol edin.',
      )
    })
  }

  /** The first thing that the server finds wrong stands above the form for a moment, and at its field. */
  function explain(error: unknown): never {
    if (error instanceof ApiError && Object.keys(error.fields).length > 0) showNotice(error.message)
    throw error
  }

  return (
    <form ref={form} onSubmit={register} noValidate className="grid gap-4">
      {(notice ?? bad) && <Notice tone="bad">{notice ?? bad}</Notice>}
      <NameFields field={field} wide />
      <Field label="E-posta" type="email" autoComplete="email" inputMode="email" required {...field('email')} />
      <PasswordField
        label="Şifre"
        autoComplete="new-password"
        required
        hint={<PasswordHint password={values.password}>En az 6 karakter. Uzun bir şifre daha güvenlidir.</PasswordHint>}
        {...field('password')}
      />
      <PasswordField label="Şifre tekrar" autoComplete="new-password" required {...field('passwordAgain')} />
      <Agreements fields={fields} />
      <Button type="submit" disabled={busy} className="w-full">
        {busy ? 'Hesabınız oluşturuluyor…' : 'Üye ol'}
      </Button>
    </form>
  )
}

function Agreements({ fields }: { fields: ReturnType<typeof useFields<keyof typeof blank>> }) {
  const box = (name: 'terms' | 'realEmail') => ({
    name,
    checked: fields.values[name] !== '',
    error: fields.wrong[name],
    onChange: () => fields.set(name, fields.values[name] === '' ? accepted : ''),
  })

  return (
    <div className="grid gap-2">
      <Checkbox required {...box('terms')}>
        <InfoLink part="#kullanim-sartlari">Kullanım şartlarını</InfoLink> ve <InfoLink>gizlilik politikasını</InfoLink>{' '}
        kabul ediyorum.
      </Checkbox>
      <Checkbox required {...box('realEmail')}>
        Bana ait, gerçek bir adres kullandığımı ve onu doğrulamadan ödeme yapamayacağımı kabul ediyorum.
      </Checkbox>
      <p className="text-muted text-sm">
        Kişisel verilerinizi nasıl işlediğimizi <InfoLink part="#veri-sorumlusu">aydınlatma metninde</InfoLink>{' '}
        okuyabilirsiniz.
      </p>
    </div>
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
