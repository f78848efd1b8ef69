import type { FormEvent } from 'react'
import { api } from '#app/browser/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { useFields } from '#app/ui/form.ts'
import { useUnsaved } from '#app/ui/leaving/unsaved.ts'
import { checkPasswordChange } from '#shop/accounts/checks.ts'
import { PasswordField } from '../sign-in/password-field.tsx'
import { PasswordHint } from '../sign-in/password-hint.tsx'
import { SavedNotice } from './saved-notice.tsx'
import { useSaving } from './use-saving.ts'

const blank = { currentPassword: '', newPassword: '', confirmPassword: '' }

export function PasswordForm({ email }: { email: string }) {
  const fields = useFields(blank, {}, { newPassword: 'confirmPassword' })
  const { values, field, form, accept, clear } = fields
  // Not the present one, which browsers fill in by themselves.
  useUnsaved(values.newPassword !== '' || values.confirmPassword !== '')
  const { busy, good, bad, submit } = useSaving(fields)

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (!accept(checkPasswordChange(values))) return
    await submit(async () => {
      const { message } = await api.call('PUT', '/account/password', values)
      clear()
      return message
    })
  }

  return (
    <form ref={form} onSubmit={onSubmit} noValidate className="grid gap-4">
      <SavedNotice good={good} bad={bad} />
      {/* For password managers: whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField label="Mevcut şifre" autoComplete="current-password" required {...field('currentPassword')} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <PasswordField
          label="Yeni şifre"
          autoComplete="new-password"
          required
          hint={
            <PasswordHint password={values.newPassword}>En az 6 karakter. Uzun bir şifre daha güvenlidir.</PasswordHint>
          }
          {...field('newPassword')}
        />
        <PasswordField label="Yeni şifre tekrar" autoComplete="new-password" required {...field('confirmPassword')} />
      </div>
      <p className="text-muted text-sm">Şifreniz değişince diğer cihazlardaki oturumlarınız kapatılır.</p>
      <Button type="submit" look="secondary" disabled={busy} className="justify-self-start max-sm:w-full">
        {busy ? 'Değiştiriliyor…' : 'Şifremi değiştir'}
      </Button>
    </form>
  )
}
