import { type FormEvent, Suspense, useState } from 'react'
import type { Answer } from '#api/wire/calls.ts'
import { api } from '#app/browser/api-client.ts'
import { lazyOnline } from '#app/browser/lazy-online.ts'
import { Button } from '#app/ui/button.tsx'
import { useFields } from '#app/ui/form.ts'
import { Notice } from '#app/ui/notice.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'
import { checkCode } from '#shop/accounts/second-step/checks.ts'
import { CodeField } from './code-field.tsx'
import { withConfirmation } from './confirmation.ts'
import { failureOf, PasswordForm } from './password-dialog.tsx'

const QrCode = lazyOnline(() => import('../orders/qr-code.tsx'))

type Key = Extract<Answer<'PUT /account/totp'>['data'], { secret: string }>
type SetUpProps = { onDone: (codes: string[]) => void; onClose: () => void }

/** The password, then the app: its picture is scanned, its first code typed. */
export function SetUpTotp({ onDone, onClose }: SetUpProps) {
  const [given, setGiven] = useState<{ password: string; key: Key }>()
  if (given) return <Scan password={given.password} secret={given.key} onDone={onDone} />
  return <AskPassword onGiven={(password, key) => setGiven({ password, key })} onClose={onClose} />
}

type AskProps = { onGiven: (password: string, key: Key) => void; onClose: () => void }

function AskPassword({ onGiven, onClose }: AskProps) {
  async function ask(password: string) {
    const key = await withConfirmation(() => api.put<'PUT /account/totp'>('/account/totp', { password }))
    if ('secret' in key) onGiven(password, key)
  }
  return (
    <PasswordForm action="Devam et" work={ask} onClose={onClose}>
      <p className="text-muted text-sm">
        Telefonunuzda bir doğrulama uygulaması yoksa önce kurun. Sonra şifrenizle devam edin.
      </p>
    </PasswordForm>
  )
}

type ScanProps = { password: string; secret: Key; onDone: (codes: string[]) => void }

function Scan({ password, secret: { secret, uri }, onDone }: ScanProps) {
  const fields = useFields({ code: '' })
  const { values, field, form, accept } = fields
  const { busy, bad, submit } = useSubmit({ form: fields, failure: failureOf })

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    const wrong = checkCode(values.code)
    if (!accept(wrong ? { code: wrong } : {})) return
    submit(async () => {
      const body = { password, code: values.code }
      const answer = await withConfirmation(() => api.put<'PUT /account/totp'>('/account/totp', body))
      if ('recoveryCodes' in answer) onDone(answer.recoveryCodes)
    })
  }

  return (
    <form ref={form} onSubmit={onSubmit} noValidate className="grid gap-4">
      <p className="text-sm">
        <strong className="font-semibold">1.</strong> Uygulamada “+” ile yeni hesap ekleyip bu kareyi okutun.
      </p>
      <div className="justify-self-center rounded-xs border border-line bg-white p-1">
        <Suspense fallback={<Skeleton className="size-40" />}>
          <QrCode text={uri} label="Doğrulama uygulaması için QR kod" />
        </Suspense>
      </div>
      <details className="text-sm">
        <summary className="min-h-11 cursor-pointer py-2.5 underline decoration-line underline-offset-4">
          Kareyi okutamıyor musunuz?
        </summary>
        <p className="mb-2 text-muted">
          Bu cihazdaysanız{' '}
          <a href={uri} className="underline underline-offset-4">
            uygulamayı buradan açın
          </a>{' '}
          ya da anahtarı elle yazın (zamana dayalı):
        </p>
        <p className="select-all break-words rounded-xs bg-paper px-3 py-2 font-medium tabular-nums tracking-wider">
          {secret.match(/.{1,4}/g)?.join(' ')}
        </p>
      </details>
      <p className="text-sm">
        <strong className="font-semibold">2.</strong> Uygulamanın gösterdiği kodu yazın.
      </p>
      {bad && <Notice tone="bad">{bad}</Notice>}
      <CodeField {...field('code')} />
      <Button type="submit" disabled={busy} className="w-full">
        {busy ? 'Denetleniyor…' : 'Aç'}
      </Button>
    </form>
  )
}
