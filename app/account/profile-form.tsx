import type { FormEvent } from 'react'
import { api } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { useFields, type Wrong } from '#app/ui/form.ts'
import { Notice } from '#app/ui/notice.tsx'
import { isEmail } from './account-checks.ts'
import { PasswordField } from './password-field.tsx'
import { SavedNotice } from './saved-notice.tsx'
import { SendVerification } from './send-verification.tsx'
import { renewSession } from './session.ts'
import { useSaving } from './use-saving.ts'

export type Profile = {
  email: string
  firstName: string
  lastName: string
  emailVerified: boolean
  /** Takes effect once its link is opened. */
  pendingEmail: string | null
}

type ProfileFormProps = { profile: Profile; onSaved: (profile: Profile) => void }

/** Name and e-mail address. The password is asked for only when the address is to change. */
export function ProfileForm({ profile, onSaved }: ProfileFormProps) {
  const { firstName, lastName, email } = profile
  const fields = useFields({ firstName, lastName, email, currentPassword: '' })
  const { values, field, form, accept, set } = fields
  const { busy, good, bad, save } = useSaving(fields)
  const wanted = values.email.trim().toLowerCase()
  const newEmail = wanted !== email

  async function submit(event: FormEvent) {
    event.preventDefault()
    const wrong: Wrong<keyof typeof values> = {}
    if (values.firstName.trim() === '') wrong.firstName = 'Ad ve soyad alanları zorunludur'
    if (values.lastName.trim() === '') wrong.lastName = 'Ad ve soyad alanları zorunludur'
    if (wanted === '') wrong.email = 'Lütfen email adresinizi girin.'
    else if (!isEmail(wanted)) wrong.email = 'Geçerli bir e-posta adresi girin'
    if (newEmail && values.currentPassword === '') wrong.currentPassword = 'Mevcut şifrenizi girin'
    if (!accept(wrong)) return
    await save(async () => {
      const body = {
        firstName: values.firstName.trim(),
        lastName: values.lastName.trim(),
        ...(newEmail ? { email: wanted, currentPassword: values.currentPassword } : {}),
      }
      const { data, message } = await api.call<Profile>('PUT', '/account', body)
      set('email', data.email)
      set('currentPassword', '')
      onSaved(data)
      // The name stands in the header too.
      await renewSession().catch(() => undefined)
      return message
    })
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-4">
      <SavedNotice good={good} bad={bad} />
      {profile.pendingEmail && !good && (
        <Notice tone="plain">
          <strong className="font-medium">{profile.pendingEmail}</strong> onayınızı bekliyor: bu adrese gönderdiğimiz
          bağlantıyı açtığınızda e-posta adresiniz değişecek.
        </Notice>
      )}
      {!profile.emailVerified && (
        <Notice tone="plain">
          <div className="grid justify-items-start gap-2">
            <p>E-posta adresiniz henüz doğrulanmadı. Ödeme yapabilmek için adresinizi doğrulayın.</p>
            <SendVerification />
          </div>
        </Notice>
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Ad" autoComplete="given-name" maxLength={80} required {...field('firstName')} />
        <Field label="Soyad" autoComplete="family-name" maxLength={80} required {...field('lastName')} />
      </div>
      <Field
        label="E-posta"
        type="email"
        autoComplete="email"
        inputMode="email"
        maxLength={254}
        required
        {...field('email')}
      />
      {newEmail && (
        <PasswordField
          label="E-posta değişikliği için mevcut şifreniz"
          autoComplete="current-password"
          required
          hint="Yeni adresinize bir onay bağlantısı göndeririz; eski adresinize de haber veririz."
          {...field('currentPassword')}
        />
      )}
      <Button type="submit" disabled={busy} className="justify-self-start max-sm:w-full">
        {busy ? 'Kaydediliyor…' : 'Bilgilerimi kaydet'}
      </Button>
    </form>
  )
}
