import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { ApiError, api } from '#app/api-client.ts'
import { shopOf } from '#app/storefront/page-meta.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { Notice } from '#app/ui/notice.tsx'
import type { Route } from './+types/verify-email.ts'
import { isEmail } from './account-checks.ts'
import { AccountPage, tokenFromAddress } from './account-page.tsx'
import { renewSession } from './session.ts'
import { currentUser } from './session-store.ts'

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `${shopOf(matches).name} - Email Doğrulama` },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
]

const verified = 'Email adresiniz başarıyla doğrulandı! Artık tüm özellikleri kullanabilirsiniz.'

type State = { kind: 'loading' } | { kind: 'success' | 'error' | 'expired'; text: string }

export default function VerifyEmail() {
  const state = useVerification()
  return (
    <AccountPage title="E-posta doğrulama">
      {state.kind === 'loading' && (
        <p role="status" className="text-muted">
          E-posta adresiniz doğrulanıyor…
        </p>
      )}
      {state.kind === 'success' && <Notice tone="good">{state.text}</Notice>}
      {(state.kind === 'error' || state.kind === 'expired') && (
        <>
          <Notice tone="bad">{state.text}</Notice>
          <ResendVerification />
        </>
      )}
      {state.kind !== 'loading' && (
        <Link to="/" className={buttonClass(state.kind === 'success' ? 'primary' : 'secondary')}>
          Ana sayfaya dön
        </Link>
      )}
    </AccountPage>
  )
}

function useVerification(): State {
  const [state, setState] = useState<State>({ kind: 'loading' })
  const asked = useRef(false)
  useEffect(() => {
    // A link works once: it must not be asked for twice.
    if (asked.current) return
    asked.current = true
    const token = tokenFromAddress()
    if (!token) return setState({ kind: 'error', text: 'Geçersiz doğrulama linki. Token bulunamadı.' })
    api
      .call('POST', '/auth/verify-email', { token }, { guest: true })
      .then(({ message }) => {
        setState({ kind: 'success', text: message ?? verified })
        // Her new address is shown in this browser too, if she is signed in here.
        if (currentUser()) renewSession().catch(() => undefined)
      })
      .catch((error: unknown) => setState(failed(error)))
  }, [])
  return state
}

function failed(error: unknown): State {
  if (!(error instanceof ApiError)) return { kind: 'error', text: 'Email doğrulama işlemi sırasında bir hata oluştu.' }
  if (/süresi dolmuş|expired/i.test(error.message)) {
    return {
      kind: 'expired',
      text: 'Doğrulama linkinin süresi dolmuş. Yeni bir doğrulama linki gönderebilirsiniz.',
    }
  }
  return { kind: 'error', text: error.message || 'Email doğrulama işlemi başarısız oldu.' }
}

function ResendVerification() {
  const { values, field, form, accept } = useFields({ email: '' })
  const [result, setResult] = useState<{ good: boolean; text: string }>()
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const email = values.email.trim()
    if (email === '') return accept({ email: 'Lütfen email adresinizi girin.' })
    if (!isEmail(email)) return accept({ email: 'Geçerli bir e-posta adresi girin' })
    setBusy(true)
    try {
      await api.post('/auth/resend-verification', { email }, { guest: true })
      setResult({ good: true, text: 'Doğrulama emaili başarıyla gönderildi! Email kutunuzu kontrol edin.' })
    } catch (error) {
      setResult({ good: false, text: error instanceof ApiError ? error.message : 'Email gönderilirken hata oluştu.' })
    } finally {
      setBusy(false)
    }
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-4">
      <p>Yeni bir doğrulama bağlantısı için e-posta adresinizi yazın.</p>
      <Field label="E-posta" type="email" autoComplete="email" inputMode="email" required {...field('email')} />
      <Button type="submit" disabled={busy}>
        {busy ? 'Gönderiliyor...' : 'Doğrulama Emaili Gönder'}
      </Button>
      {result && <Notice tone={result.good ? 'good' : 'bad'}>{result.text}</Notice>}
    </form>
  )
}
