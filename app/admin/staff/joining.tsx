import { type FormEvent, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { WireInvitation } from '#api/wire/staff.ts'
import { PasswordField } from '#app/account/sign-in/password-field.tsx'
import { PasswordHint } from '#app/account/sign-in/password-hint.tsx'
import { api, sentenceOf } from '#app/browser/api-client.ts'
import { endSession, openLogin } from '#app/browser/session-store.ts'
import { useShop } from '#app/frame/use-shop.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { useFields } from '#app/ui/form.ts'
import { Notice } from '#app/ui/notice.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'
import { checkJoiningPassword } from '#shop/accounts/staff/checks.ts'
import { errorsOf } from '#shop/fields/rules.ts'
import { AccountPage, tokenFromAddress } from '../../account/page.tsx'

type State =
  | { kind: 'looking' }
  | { kind: 'open'; invitation: WireInvitation }
  | { kind: 'closed'; text: string }
  | { kind: 'joined' }

const notLooked = 'Davet açılamadı. İnternet bağlantınızı kontrol edip sayfayı yenileyin.'
const notJoined = 'Davet kabul edilemedi. Lütfen tekrar deneyin.'

/** Opened by the link in the mail of an invitation. */
export default function Joining() {
  const [state, setState] = useState<State>({ kind: 'looking' })
  const shop = useShop()?.shop
  useEffect(() => {
    api.call<'POST /auth/invitation'>('POST', '/auth/invitation', { token: tokenFromAddress() }, { guest: true }).then(
      ({ data }) => setState({ kind: 'open', invitation: data }),
      (error: unknown) => setState({ kind: 'closed', text: sentenceOf(error, notLooked) }),
    )
  }, [])
  return (
    <main>
      <AccountPage title={state.kind === 'joined' ? 'Ekibe hoş geldiniz' : `${shop?.name ?? 'Mağaza'} ekibine katılın`}>
        {state.kind === 'looking' && <Skeleton className="h-40" />}
        {state.kind === 'open' && (
          <Accept invitation={state.invitation} onJoined={() => setState({ kind: 'joined' })} />
        )}
        {state.kind === 'closed' && (
          <>
            <Notice tone="bad">{state.text}</Notice>
            <LogIn look="secondary" />
          </>
        )}
        {state.kind === 'joined' && (
          <>
            <Notice tone="good">
              Daveti kabul ettiniz. Yönetim paneline girmek için e-posta adresiniz ve şifrenizle giriş yapın.
            </Notice>
            <LogIn look="primary" />
          </>
        )}
        {state.kind !== 'joined' && (
          <Link to="/" className={buttonClass('quiet')}>
            Mağazaya git
          </Link>
        )}
      </AccountPage>
    </main>
  )
}

function Accept({ invitation, onJoined }: { invitation: WireInvitation; onJoined: () => void }) {
  const { firstName, email, role, needsPassword } = invitation
  const fields = useFields({ password: '' })
  const { values, field, form, accept } = fields
  const { busy, bad, submit } = useSubmit({ form: fields, failure: notJoined })

  function join(event: FormEvent) {
    event.preventDefault()
    if (needsPassword && !accept(errorsOf({ password: checkJoiningPassword(values.password) }))) return
    submit(async () => {
      const body = { token: tokenFromAddress(), ...(needsPassword ? values : {}) }
      await api.call<'POST /auth/invitation/accept'>('POST', '/auth/invitation/accept', body, { guest: true })
      onJoined()
    })
  }

  return (
    <form ref={form} onSubmit={join} noValidate className="grid gap-6">
      <p>
        Merhaba {firstName}, <strong className="font-medium">{role}</strong> olarak davet edildiniz.{' '}
        {needsPassword
          ? 'Bir şifre belirleyin; yönetim paneline bu şifreyle ve aşağıdaki e-posta adresiyle gireceksiniz.'
          : 'Bu adresle zaten bir hesabınız var; panele aynı şifreyle gireceksiniz. Güvenliğiniz için açık oturumlarınız kapatılır.'}
      </p>
      <dl>
        <dt className="text-muted text-sm">E-posta adresiniz</dt>
        <dd className="break-all">{email}</dd>
      </dl>
      {/* Password managers keep it with the address. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      {needsPassword && (
        <PasswordField
          label="Şifre"
          autoComplete="new-password"
          required
          hint={
            <PasswordHint password={values.password}>
              En az 6 karakter. Büyük ve küçük harf ile rakam kullanmanız şifrenizi güçlendirir.
            </PasswordHint>
          }
          {...field('password')}
        />
      )}
      {bad && <Notice tone="bad">{bad}</Notice>}
      <Button type="submit" disabled={busy || (needsPassword && values.password === '')}>
        {busy ? 'Kaydediliyor…' : 'Daveti kabul et'}
      </Button>
    </form>
  )
}

/** Ends the session in this browser first: it may be somebody else's. */
function LogIn({ look }: { look: 'primary' | 'secondary' }) {
  const navigate = useNavigate()
  const go = () => {
    endSession()
    navigate('/')
    openLogin()
  }
  return (
    <Button look={look} onClick={go}>
      Giriş yap
    </Button>
  )
}
