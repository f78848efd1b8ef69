import { type FormEvent, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { ApiError, api } from '#app/api-client.ts'
import { shopOf } from '#app/storefront/page-meta.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { useFields, type Wrong } from '#app/ui/form.ts'
import { Notice } from '#app/ui/notice.tsx'
import { seconds } from '#shop/time.ts'
import type { Route } from './+types/reset-password.ts'
import { shortestPassword } from './account-checks.ts'
import { AccountPage, tokenFromAddress } from './account-page.tsx'
import { PasswordField } from './password-field.tsx'
import { PasswordHint } from './password-hint.tsx'
import { openLogin } from './session-store.ts'

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `${shopOf(matches).name} - Şifre Sıfırlama` },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
]

type State = { kind: 'form' } | { kind: 'success' } | { kind: 'error'; text: string }

export default function ResetPassword() {
  const [state, setState] = useState<State>({ kind: 'form' })
  useEffect(() => {
    if (!tokenFromAddress()) setState({ kind: 'error', text: 'Geçersiz şifre sıfırlama linki. Token bulunamadı.' })
  }, [])
  return (
    <AccountPage title="Şifre sıfırlama">
      {state.kind === 'form' && <ResetForm onDone={setState} />}
      {state.kind === 'success' && <Done />}
      {state.kind === 'error' && (
        <>
          <Notice tone="bad">{state.text}</Notice>
          <p>Yeni bir bağlantı için giriş panelinde “Şifremi Unuttum” düğmesine basın.</p>
          <Button onClick={() => openLogin()}>Giriş panelini aç</Button>
        </>
      )}
      <Link to="/" className={buttonClass(state.kind === 'form' ? 'quiet' : 'secondary')}>
        Ana sayfaya dön
      </Link>
    </AccountPage>
  )
}

function ResetForm({ onDone }: { onDone: (state: State) => void }) {
  const { values, field, form, accept } = useFields({ newPassword: '', confirmPassword: '' })
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!accept(checkPasswords(values)) || busy) return
    setBusy(true)
    try {
      await api.post('/auth/reset-password', { token: tokenFromAddress(), ...values }, { guest: true })
      onDone({ kind: 'success' })
    } catch (error) {
      // Away for a moment: what she typed stays, and so does the form.
      if (error instanceof ApiError && error.status === 0) accept({ newPassword: error.message })
      else
        onDone({ kind: 'error', text: error instanceof ApiError ? error.message : 'Şifre sıfırlanırken hata oluştu.' })
    } finally {
      setBusy(false)
    }
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-4">
      <PasswordField
        label="Yeni şifre"
        autoComplete="new-password"
        required
        hint={
          <PasswordHint password={values.newPassword}>
            En az 6 karakter. Büyük ve küçük harf ile rakam kullanmanız şifrenizi güçlendirir.
          </PasswordHint>
        }
        {...field('newPassword')}
      />
      <PasswordField label="Yeni şifre tekrar" autoComplete="new-password" required {...field('confirmPassword')} />
      <Button type="submit" disabled={busy || values.newPassword === '' || values.confirmPassword === ''}>
        {busy ? 'Şifreniz değiştiriliyor…' : 'Şifremi değiştir'}
      </Button>
    </form>
  )
}

function checkPasswords(values: { newPassword: string; confirmPassword: string }) {
  const wrong: Wrong<'newPassword' | 'confirmPassword'> = {}
  if (values.newPassword.length < shortestPassword) wrong.newPassword = 'Şifre en az 6 karakter olmalıdır.'
  if (values.newPassword !== values.confirmPassword) wrong.confirmPassword = 'Şifreler eşleşmiyor.'
  return wrong
}

function Done() {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => navigate('/'), seconds(3))
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <Notice tone="good">
      Şifreniz başarıyla sıfırlandı! Yeni şifrenizle giriş yapabilirsiniz. 3 saniye içinde ana sayfaya
      yönlendirileceksiniz.
    </Notice>
  )
}
