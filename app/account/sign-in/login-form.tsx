import type { FormEvent } from 'react'
import { ApiError, api } from '#app/browser/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { Notice, useTimedNotice } from '#app/ui/notice.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'
import { checkLogin } from '#shop/accounts/checks.ts'
import { underFields } from '#shop/fields/rules.ts'
import { keepSession } from '../../browser/session.ts'
import type { UserInfo } from '../../browser/session-store.ts'
import { PasswordField } from './password-field.tsx'
import type { Asked } from './second-step.tsx'

/** Held by who shows the form, so that a look at the registration or the second step takes nothing of it away. */
export function useLoginFields() {
  return useFields({ email: '', password: '' })
}

type LoginFormProps = {
  fields: ReturnType<typeof useLoginFields>
  /** The answer of a registration that has just happened. */
  registered: string | undefined
  /** Why she is back here from the second step. */
  over: string | undefined
  onLogin: (user: UserInfo) => void
  /** The password was right, and the account has two-step login. */
  onAsked: (asked: Asked) => void
  onForgotten: (email: string) => void
}

export function LoginForm({ fields, registered, over, onLogin, onAsked, onForgotten }: LoginFormProps) {
  const { values, field, form, accept } = fields
  const [notice, showNotice] = useTimedNotice()
  const {
    busy,
    bad: failure,
    submit,
    clear,
  } = useSubmit({
    failure: { silent: 'Giriş başarısız', unreached: 'Sunucu ile bağlantı kurulamadı' },
  })

  function logIn(event: FormEvent) {
    event.preventDefault()
    const wrong = checkLogin(values)
    showNotice(wrong.email ?? wrong.password)
    clear()
    if (!accept(underFields(wrong, values))) return
    submit(async () => {
      const answer = await api.post<'POST /auth/login'>(
        '/auth/login',
        { email: values.email.trim(), password: values.password },
        { guest: true },
      )
      if ('secondStep' in answer) return onAsked(answer)
      const user = keepSession(answer)
      if (!user) throw new ApiError(500, { message: 'Token işlenirken bir hata oluştu' })
      onLogin(user)
    })
  }

  return (
    <form ref={form} onSubmit={logIn} noValidate className="grid gap-4">
      {registered && !failure && !notice && <Notice tone="good">{registered}</Notice>}
      {over && !failure && !notice && <Notice tone="bad">{over}</Notice>}
      {(notice ?? failure) && <Notice tone="bad">{notice ?? failure}</Notice>}
      <Field label="E-posta" type="email" autoComplete="email" inputMode="email" required {...field('email')} />
      <PasswordField label="Şifre" autoComplete="current-password" required {...field('password')} />
      <Button type="submit" disabled={busy} className="mt-2 w-full">
        {busy ? 'Giriş yapılıyor…' : 'Giriş yap'}
      </Button>
      <Button look="quiet" onClick={() => onForgotten(values.email.trim())} className="justify-self-center text-sm!">
        Şifremi unuttum
      </Button>
    </form>
  )
}
