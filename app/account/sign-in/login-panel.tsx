import { Suspense, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { AskingPanel } from '#app/ui/leaving/asking-panel.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { isStaff } from '#shop/rights.ts'
import { seconds } from '#shop/time.ts'
import { lazyOnline } from '../../browser/lazy-online.ts'
import { closeLogin, type UserInfo, useLogin, waitingForLogin } from '../../browser/session-store.ts'
import { useShop } from '../../frame/use-shop.ts'
import { knowsPasskeys } from '../security/passkey.ts'
import { ForgotPasswordDialog } from './forgot-password-dialog.tsx'
import { LoginForm, useLoginFields } from './login-form.tsx'
import { RegisterForm, useRegistration } from './register-form.tsx'
import type { Asked } from './second-step.tsx'

const SecondStep = lazyOnline(() => import('./second-step.tsx'))
const PasskeyLogin = lazyOnline(() => import('./passkey-login.tsx'))

export function LoginPanel() {
  const { open } = useLogin()
  return (
    <AskingPanel open={open} onClose={closeLogin} title="Hesabınız" side="right">
      <LoginOrRegister />
    </AskingPanel>
  )
}

function LoginOrRegister() {
  const [mode, setMode] = useState<'login' | 'register'>('login')
  const [registered, setRegistered] = useState<string>()
  /** The address she tried to log in with, while the dialog for a forgotten password is open. */
  const [forgotten, setForgotten] = useState<string>()
  const [user, setUser] = useState<UserInfo>()
  const [asked, setAsked] = useState<Asked>()
  const [over, setOver] = useState<string>()
  const login = useLoginFields()
  const registration = useRegistration()
  const { why } = useLogin()
  const guests = useShop()?.shop.guests
  useGoOn(user)

  if (user) {
    return (
      <div role="status" className="grid animate-arrive place-items-center gap-2 py-24 text-center">
        <p className="font-display text-2xl">Hoş geldiniz!</p>
        <p className="text-muted">{user.fullName}</p>
      </div>
    )
  }
  if (asked) {
    const back = (why?: string) => {
      setOver(why)
      setAsked(undefined)
    }
    return (
      <Suspense>
        <SecondStep asked={asked} onLogin={setUser} onBack={back} />
      </Suspense>
    )
  }
  return (
    <>
      {why && (
        <Notice tone="plain" className="mb-4">
          {why}
        </Notice>
      )}
      <Tabs
        label="Giriş veya üyelik"
        tabs={[
          { id: 'login', label: 'Giriş yap' },
          { id: 'register', label: 'Üye ol' },
        ]}
        current={mode}
        onChange={setMode}
      />
      <div role="tabpanel" aria-labelledby={`tab-${mode}`} className="pt-6">
        {mode === 'login' ? (
          <>
            <LoginForm
              fields={login}
              registered={registered}
              over={over}
              onLogin={setUser}
              onAsked={setAsked}
              onForgotten={setForgotten}
            />
            {knowsPasskeys() && (
              <Suspense>
                <PasskeyLogin onLogin={setUser} />
              </Suspense>
            )}
          </>
        ) : (
          <RegisterForm
            fields={registration}
            onRegistered={(message) => {
              login.set('email', registration.values.email)
              registration.clear()
              setRegistered(message)
              setMode('login')
            }}
          />
        )}
      </div>
      {guests && (
        <Link
          to="/siparis-takip"
          onClick={closeLogin}
          className="mt-6 flex min-h-11 items-center border-line border-t pt-4 text-sm underline underline-offset-4"
        >
          Üye olmadan verdiğiniz siparişi izleyin
        </Link>
      )}
      <ForgotPasswordDialog email={forgotten} onClose={() => setForgotten(undefined)} />
    </>
  )
}

/** One second of welcome, then on to what asked for the login; an admin whom nothing waits for goes to the panel. */
function useGoOn(user: UserInfo | undefined) {
  const navigate = useNavigate()
  useEffect(() => {
    if (!user) return
    // The size that she gave before, here or in her account, counts in both from now on.
    import('../my-size/server.ts').then(({ joinMySize }) => joinMySize()).catch(() => undefined)
    const then = waitingForLogin()
    let gone = false
    const goOn = () => {
      if (gone) return
      gone = true
      closeLogin()
      if (then) then()
      else if (isStaff(user.role)) navigate('/admin')
    }
    const timer = setTimeout(goOn, seconds(1))
    return () => {
      // Closed before the second was over: the login counts all the same.
      clearTimeout(timer)
      queueMicrotask(goOn)
    }
  }, [user, navigate])
}
