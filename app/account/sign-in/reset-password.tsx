import { type FormEvent, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { ApiError, api } from '#app/browser/api-client.ts'
import { shopOf } from '#app/frame/page-meta.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { useFields } from '#app/ui/form.ts'
import { Notice } from '#app/ui/notice.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'
import { checkPasswordReset } from '#shop/accounts/checks.ts'
import { seconds } from '#shop/time.ts'
import { openLogin } from '../../browser/session-store.ts'
import { AccountPage, tokenFromAddress } from '../page.tsx'
import type { Route } from './+types/reset-password.ts'
import { PasswordField } from './password-field.tsx'
import { PasswordHint } from './password-hint.tsx'

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `${shopOf(matches).name} - Şifre Sıfırlama` },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
]

const notReset = 'Şifre sıfırlanırken hata oluştu.'

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
          <p>Yeni bir bağlantı için giriş panelinde “Şifremi unuttum” düğmesine basın.</p>
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
  const fields = useFields({ newPassword: '', confirmPassword: '' }, {}, { newPassword: 'confirmPassword' })
  const { values, field, form, accept } = fields
  const { busy, submit } = useSubmit({
    form: fields,
    failure: notReset,
    notify: (_, text) => onDone({ kind: 'error', text }),
  })

  function reset(event: FormEvent) {
    event.preventDefault()
    if (!accept(checkPasswordReset(values))) return
    submit(async () => {
      const body = { token: tokenFromAddress(), ...values }
      await api.post('/auth/reset-password', body, { guest: true }).catch(keepForm)
      onDone({ kind: 'success' })
    })
  }

  return (
    <form ref={form} onSubmit={reset} noValidate className="grid gap-4">
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

/** Without an answer the link is still good: the sentence stands at a field, so the form and what was typed stay too. */
function keepForm(error: unknown): never {
  if (!(error instanceof ApiError) || error.status !== 0) throw error
  throw new ApiError(0, { error: { newPassword: [notReset] } })
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
