import { type FormEvent, useState } from 'react'
import { ApiError, api } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { Notice, useTimedNotice } from '#app/ui/notice.tsx'
import { checkLogin } from './account-checks.ts'
import { PasswordField } from './password-field.tsx'
import { keepSession } from './session.ts'
import type { UserInfo } from './session-store.ts'

type LoginFormProps = {
  /** What registration answered, when it has just happened. */
  registered: string | undefined
  onLogin: (user: UserInfo) => void
  onForgotten: () => void
}

export function LoginForm({ registered, onLogin, onForgotten }: LoginFormProps) {
  const { values, field, form, accept } = useFields({ email: '', password: '' })
  const [notice, showNotice] = useTimedNotice()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const wrong = checkLogin(values)
    showNotice(wrong.email ?? wrong.password)
    setFailure(undefined)
    if (!accept(wrong) || busy) return
    setBusy(true)
    try {
      const tokens = await api.post<{ accessToken: string; refreshToken: string }>(
        '/auth/login',
        { email: values.email.trim(), password: values.password },
        { guest: true },
      )
      const user = keepSession(tokens)
      if (user) onLogin(user)
      else setFailure('Token işlenirken bir hata oluştu')
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : 'Giriş başarısız')
    } finally {
      setBusy(false)
    }
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-4">
      {registered && !failure && !notice && <Notice tone="good">{registered}</Notice>}
      {(notice ?? failure) && <Notice tone="bad">{notice ?? failure}</Notice>}
      <Field label="E-posta" type="email" autoComplete="email" inputMode="email" required {...field('email')} />
      <PasswordField label="Şifre" autoComplete="current-password" required {...field('password')} />
      <Button type="submit" disabled={busy} className="mt-2 w-full">
        {busy ? 'Giriş yapılıyor…' : 'Giriş yap'}
      </Button>
      <Button look="quiet" onClick={onForgotten} className="justify-self-center text-sm!">
        Şifremi Unuttum
      </Button>
    </form>
  )
}
