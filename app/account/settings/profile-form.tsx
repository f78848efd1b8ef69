import type { FormEvent } from 'react'
import type { WireProfile } from '#api/wire/accounts.ts'
import { api } from '#app/browser/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { EmailField, NameFields } from '#app/ui/contact-fields.tsx'
import { useFields } from '#app/ui/form.ts'
import { useUnsaved } from '#app/ui/leaving/unsaved.ts'
import { Notice } from '#app/ui/notice.tsx'
import { checkProfile } from '#shop/accounts/checks.ts'
import { underFields } from '#shop/fields/rules.ts'
import { renewSession } from '../../browser/session.ts'
import { PasswordField } from '../sign-in/password-field.tsx'
import { SendVerification } from '../sign-in/send-verification.tsx'
import { SavedNotice } from './saved-notice.tsx'
import { useSaving } from './use-saving.ts'

type ProfileFormProps = { profile: WireProfile; onSaved: (profile: WireProfile) => void }

/** Name and e-mail address. The password is asked for only when the address is to change. */
export function ProfileForm({ profile, onSaved }: ProfileFormProps) {
  const { firstName, lastName, email } = profile
  const fields = useFields({ firstName, lastName, email, currentPassword: '' })
  const { values, field, form, accept, set } = fields
  const { busy, good, bad, submit } = useSaving(fields)
  const wanted = values.email.trim().toLowerCase()
  const newEmail = wanted !== email
  useUnsaved(newEmail || values.firstName.trim() !== firstName || values.lastName.trim() !== lastName)

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (!accept(underFields(checkProfile({ ...values, email: wanted }, newEmail), values))) return
    await submit(async () => {
      const body = {
        firstName: values.firstName.trim(),
        lastName: values.lastName.trim(),
        ...(newEmail ? { email: wanted, currentPassword: values.currentPassword } : {}),
      }
      const { data, message } = await api.call<'PUT /account'>('PUT', '/account', body)
      set('email', data.email)
      set('currentPassword', '')
      onSaved(data)
      // The name stands in the header too.
      await renewSession().catch(() => undefined)
      return message
    })
  }

  return (
    <form ref={form} onSubmit={onSubmit} noValidate className="grid gap-4">
      <SavedNotice good={good} bad={bad} />
      {profile.pendingEmail && !good && <PendingEmail email={profile.pendingEmail} />}
      {!profile.emailVerified && <UnverifiedEmail />}
      <NameFields field={field} wide />
      <EmailField field={field} />
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

function PendingEmail({ email }: { email: string }) {
  return (
    <Notice tone="plain">
      <strong className="font-medium">{email}</strong> onayınızı bekliyor: bu adrese gönderdiğimiz bağlantıyı
      açtığınızda e-posta adresiniz değişecek.
    </Notice>
  )
}

function UnverifiedEmail() {
  return (
    <Notice tone="plain">
      <div className="grid justify-items-start gap-2">
        <p>E-posta adresiniz henüz doğrulanmadı. Ödeme yapabilmek için adresinizi doğrulayın.</p>
        <SendVerification />
      </div>
    </Notice>
  )
}
