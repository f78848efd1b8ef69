import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Answer } from '#api/wire/calls.ts'
import { ApiError, api, sentenceOf } from '#app/browser/api-client.ts'
import { keepSession } from '#app/browser/session.ts'
import type { UserInfo } from '#app/browser/session-store.ts'
import { useShop } from '#app/frame/use-shop.ts'
import { Button } from '#app/ui/button.tsx'
import { useFields } from '#app/ui/form.ts'
import { Notice } from '#app/ui/notice.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'
import { checkCode } from '#shop/accounts/second-step/checks.ts'
import { CodeField } from '../security/code-field.tsx'
import { PasskeyError, signWithPasskey } from '../security/passkey.ts'

export type Asked = Extract<Answer<'POST /auth/login'>['data'], { secondStep: string }>

type SecondStepProps = { asked: Asked; onLogin: (user: UserInfo) => void; onBack: (why?: string) => void }

/** After the right password: a code of the app, a recovery code, or a passkey. */
export default function SecondStep({ asked, onLogin, onBack }: SecondStepProps) {
  const [recovery, setRecovery] = useState(asked.secondStep === 'PASSKEY' && !asked.passkey)
  const fields = useFields({ code: '' })
  const { values, field, form, accept, clear } = fields
  const { busy, bad, submit } = useSubmit({ form: fields, failure: failureOf })
  const hasApp = asked.secondStep === 'TOTP'
  const byCode = hasApp || recovery
  useFocusOnCode(form, byCode, recovery)

  const finish = (proof: object) => finishLogin(asked.challenge, proof, onLogin, onBack)

  function sendCode(event: FormEvent) {
    event.preventDefault()
    const wrong = checkCode(values.code)
    if (accept(wrong ? { code: wrong } : {})) submit(() => finish({ code: values.code }))
  }

  const usePasskey = () => submit(async () => finish({ passkey: await signWithPasskey(asked.passkey ?? {}) }))

  function turn() {
    clear()
    setRecovery(!recovery)
  }

  return (
    <form ref={form} onSubmit={sendCode} noValidate className="grid gap-4">
      <div className="grid gap-1">
        <h3 className="font-display text-xl">Son bir adım</h3>
        <p className="text-muted text-sm">
          {byCode
            ? 'Şifreniz doğru. Giriş yapanın siz olduğunuzu bir kodla onaylayın.'
            : 'Şifreniz doğru. Giriş yapanın siz olduğunuzu geçiş anahtarınızla onaylayın.'}
        </p>
      </div>
      {bad && <Notice tone="bad">{bad}</Notice>}
      {asked.passkey && (
        <Button look={byCode ? 'secondary' : 'primary'} disabled={busy} onClick={usePasskey} className="w-full">
          Geçiş anahtarımı kullan
        </Button>
      )}
      {byCode && (
        <>
          <CodeField {...field('code')} recovery={recovery} />
          {recovery && <NoCodes />}
          <Button type="submit" disabled={busy} className="w-full">
            {busy ? 'Denetleniyor…' : 'Girişi tamamla'}
          </Button>
        </>
      )}
      <div className="-mx-2 flex flex-wrap justify-between gap-x-4">
        {(hasApp || asked.passkey) && (
          <Button look="quiet" disabled={busy} onClick={turn} className="text-sm!">
            {recovery ? (hasApp ? 'Uygulamadaki kodu kullan' : 'Geçiş anahtarını kullan') : 'Kurtarma kodu kullan'}
          </Button>
        )}
        <Button look="quiet" disabled={busy} onClick={() => onBack()} className="text-sm!">
          Başa dön
        </Button>
      </div>
    </form>
  )
}

/** Telephone and codes are lost: only the shop can help. */
function NoCodes() {
  const email = useShop()?.shop.email
  return (
    <p className="text-muted text-sm">
      Telefonunuz da kodlarınız da yoksa hesabınızdaki e-posta adresinden{' '}
      {email ? (
        <a href={`mailto:${email}`} className="text-ink underline underline-offset-4">
          bize yazın
        </a>
      ) : (
        'bize yazın'
      )}
      ; iki adımlı girişi sizin için kapatabiliriz.
    </p>
  )
}

/** Ends the login; once its time is over the form with the password comes again, and says why. */
export async function finishLogin(
  challenge: string,
  proof: object,
  onLogin: (user: UserInfo) => void,
  onOver: (why: string) => void,
): Promise<void> {
  try {
    const body = { challenge, ...proof }
    const user = keepSession(await api.post<'POST /auth/second-step'>('/auth/second-step', body, { guest: true }))
    if (!user) throw new ApiError(500, { message: 'Giriş tamamlanamadı, lütfen tekrar deneyin.' })
    onLogin(user)
  } catch (error) {
    if (!isOver(error)) throw error
    onOver(error.message)
  }
}

/** Nothing is left to try. */
function isOver(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.status !== 401) return false
  const left = (error.data as { triesLeft?: number } | undefined)?.triesLeft
  return left === undefined || left === 0
}

function failureOf(error: unknown): string {
  if (error instanceof PasskeyError) return error.message
  return sentenceOf(error, { silent: 'Giriş tamamlanamadı', unreached: 'Sunucu ile bağlantı kurulamadı' })
}

/** Focus on the field of the code, for those who have the telephone in hand. */
function useFocusOnCode(form: { current: HTMLFormElement | null }, byCode: boolean, recovery: boolean) {
  const first = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another kind of code is another field to her
  useEffect(() => {
    if (byCode) form.current?.querySelector('input')?.focus()
    else if (first.current) form.current?.querySelector('button')?.focus()
    first.current = false
  }, [byCode, recovery])
}
