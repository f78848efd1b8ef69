import type { FormEvent } from 'react'
import { api } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { useFields, type Wrong } from '#app/ui/form.ts'
import { shortestPassword } from './account-checks.ts'
import { PasswordField } from './password-field.tsx'
import { PasswordHint } from './password-hint.tsx'
import { SavedNotice } from './saved-notice.tsx'
import { useSaving } from './use-saving.ts'

const blank = { currentPassword: '', newPassword: '', confirmPassword: '' }

export function PasswordForm({ email }: { email: string }) {
  const fields = useFields(blank)
  const { values, field, form, accept, clear } = fields
  const { busy, good, bad, save } = useSaving(fields)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const wrong: Wrong<keyof typeof blank> = {}
    if (values.currentPassword === '') wrong.currentPassword = 'Mevcut şifrenizi girin'
    if (values.newPassword.length < shortestPassword) wrong.newPassword = 'Şifre en az 6 karakter olmalıdır'
    if (values.newPassword !== values.confirmPassword) wrong.confirmPassword = 'Şifreler eşleşmiyor'
    if (!accept(wrong)) return
    await save(async () => {
      const { message } = await api.call('PUT', '/account/password', values)
      clear()
      return message
    })
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-4">
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
