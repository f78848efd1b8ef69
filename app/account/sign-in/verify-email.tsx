import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { ApiError, api, renewToken, sentenceOf } from '#app/browser/api-client.ts'
import { shopOf } from '#app/frame/page-meta.ts'
import { openCart, useCart } from '#app/storefront/cart/store.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { renewSession } from '../../browser/session.ts'
import { currentUser } from '../../browser/session-store.ts'
import { AccountPage, tokenFromAddress } from '../page.tsx'
import type { Route } from './+types/verify-email.ts'
import { useLinkRequest } from './use-link-request.ts'

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `${shopOf(matches).name} - Email Doğrulama` },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
]

const verified = 'Email adresiniz başarıyla doğrulandı! Artık tüm özellikleri kullanabilirsiniz.'

type State = { kind: 'loading' } | { kind: 'success' | 'verified' | 'error' | 'expired'; text: string }

export default function VerifyEmail() {
  const state = useVerification()
  const good = state.kind === 'success' || state.kind === 'verified'
  const onToCart = useCart().count > 0 && good
  return (
    <AccountPage title="E-posta doğrulama">
      {state.kind === 'loading' && (
        <p role="status" className="text-muted">
          E-posta adresiniz doğrulanıyor…
        </p>
      )}
      {good && <Notice tone="good">{state.text}</Notice>}
      {/* A shopper who was stopped on her way to the till goes on from there. */}
      {onToCart && <Button onClick={openCart}>Sepetinize dönün</Button>}
      {(state.kind === 'error' || state.kind === 'expired') && (
        <>
          <Notice tone="bad">{state.text}</Notice>
          <ResendVerification />
        </>
      )}
      {state.kind !== 'loading' && (
        <Link to="/" className={buttonClass(good && !onToCart ? 'primary' : 'secondary')}>
          Ana sayfaya dön
        </Link>
      )}
      <p className="text-muted text-sm">
        Yardıma mı ihtiyacınız var?{' '}
        <Link to="/bilgi" className="underline underline-offset-4">
          Yardım ve bilgi sayfası
        </Link>
      </p>
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
    verify(token)
      .then(({ message }) => {
        setState({ kind: 'success', text: message ?? verified })
        // The new address shows in this browser too, when its shopper is signed in here.
        if (currentUser()) renewSession().catch(() => undefined)
      })
      .catch((error: unknown) => setState(failed(error)))
  }, [])
  return state
}

/** Sends the session along, if there is one: those of other browsers may end. */
async function verify(token: string) {
  const bearer = currentUser() && (await renewToken().catch(() => undefined))
  const headers = bearer ? { Authorization: `Bearer ${bearer}` } : undefined
  return api.call('POST', '/auth/verify-email', { token }, { guest: true, headers })
}

function failed(error: unknown): State {
  if (error instanceof ApiError && error.code === 'ALREADY_VERIFIED') return { kind: 'verified', text: error.message }
  if (error instanceof ApiError && error.code === 'LINK_EXPIRED') {
    return {
      kind: 'expired',
      text: 'Doğrulama linkinin süresi dolmuş. Yeni bir doğrulama linki gönderebilirsiniz.',
    }
  }
  return {
    kind: 'error',
    text: sentenceOf(error, {
      silent: 'Email doğrulama işlemi başarısız oldu.',
      unreached: 'Email doğrulama işlemi sırasında bir hata oluştu.',
    }),
  }
}

function ResendVerification() {
  const { form, field, busy, outcome, send } = useLinkRequest({
    path: '/auth/resend-verification',
    done: 'Doğrulama emaili başarıyla gönderildi! Email kutunuzu kontrol edin.',
  })
  return (
    <form ref={form} onSubmit={send} noValidate className="grid gap-4">
      <p>
        Yeni bir doğrulama bağlantısı için <span className="whitespace-nowrap">e-posta</span> adresinizi yazın.
      </p>
      <Field label="E-posta" type="email" autoComplete="email" inputMode="email" required {...field('email')} />
      <Button type="submit" disabled={busy}>
        {busy ? 'Gönderiliyor...' : 'Doğrulama Emaili Gönder'}
      </Button>
      {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
    </form>
  )
}
