import { type FormEvent, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { WireSecondStep } from '#api/wire/second-step.ts'
import { api, sentenceOf } from '#app/browser/api-client.ts'
import { createStore } from '#app/browser/browser-storage.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Button } from '#app/ui/button.tsx'
import { useFields } from '#app/ui/form.ts'
import { Notice } from '#app/ui/notice.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'
import { checkCode } from '#shop/accounts/second-step/checks.ts'
import { PasswordField } from '../sign-in/password-field.tsx'
import { CodeField } from './code-field.tsx'
import { PasskeyError, signWithPasskey } from './passkey.ts'

/** The proof that is needed: anything that proves who she is, or only her second step. */
type By = 'anything' | 'second step'
type Asking = { by: By; answer: (done: boolean) => void }

const asking = createStore<Asking | undefined>(undefined)
let drawn = false
let underway: { by: By; done: Promise<boolean> } | undefined

/** Asks her to prove herself; false when she calls it off. Calls that are refused together ask once. */
export function askConfirmation(by: By): Promise<boolean> {
  draw()
  if (underway?.by === by) return underway.done
  const done = new Promise<boolean>((resolve) => {
    asking.set({
      by,
      answer: (isDone) => {
        asking.set(undefined)
        underway = undefined
        resolve(isDone)
      },
    })
  })
  underway = { by, done }
  return done
}

/** It stands beside the page, in a root of its own: whatever asks for it need not carry it. */
function draw(): void {
  if (drawn) return
  drawn = true
  const place = document.createElement('div')
  document.body.append(place)
  createRoot(place).render(<ConfirmDialog />)
}

function ConfirmDialog() {
  const now = asking.use()
  return (
    <Panel open={now !== undefined} onClose={() => now?.answer(false)} title="Siz olduğunuzu onaylayın" side="center">
      {now && <Ways {...now} />}
    </Panel>
  )
}

function Ways({ by, answer }: Asking) {
  const { state, again } = useLoaded('ways', (signal) =>
    api.get<'GET /account/second-step'>('/account/second-step', { signal }),
  )
  if (state.kind === 'loading') return <Skeleton className="h-40" />
  if (state.kind === 'failed') {
    return (
      <div className="grid justify-items-start gap-4">
        <Notice tone="bad">{sentenceOf(state.error, 'Bağlantı kurulamadı, lütfen tekrar deneyin.')}</Notice>
        <Button look="secondary" onClick={again}>
          Tekrar Dene
        </Button>
      </div>
    )
  }
  return <Prove by={by} own={state.value} onDone={() => answer(true)} onCancel={() => answer(false)} />
}

type ProveProps = { by: By; own: WireSecondStep; onDone: () => void; onCancel: () => void }
type Way = 'password' | 'code' | 'recovery'

function Prove({ by, own, onDone, onCancel }: ProveProps) {
  const ways: Way[] = [
    ...(by === 'anything' ? (['password'] as const) : []),
    ...(own.totpSince ? (['code'] as const) : []),
    'recovery',
  ]
  const [way, setWay] = useState<Way>(ways[0] ?? 'recovery')
  const fields = useFields({ password: '', code: '' })
  const { values, field, form, accept, clear } = fields
  const { busy, bad, submit } = useSubmit({ form: fields, failure: failureOf })
  // The dialog was open before its field was there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another way is another field
  useEffect(() => form.current?.querySelector('input')?.focus(), [way])
  const hasPasskey = own.passkeys.length > 0 && own.passkeysAt === window.location.origin

  const confirm = async (proof: object) => {
    await api.post<'POST /account/confirm'>('/account/confirm', proof)
    onDone()
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    const wrong = way === 'password' ? (values.password ? undefined : 'Şifrenizi girin') : checkCode(values.code)
    if (!accept(wrong ? { [way === 'password' ? 'password' : 'code']: wrong } : {})) return
    submit(() => confirm(way === 'password' ? { password: values.password } : { code: values.code }))
  }

  const usePasskey = () =>
    submit(async () => {
      const { challenge, options } = await api.post<'POST /account/confirm/passkey'>('/account/confirm/passkey')
      await confirm({ challenge, passkey: await signWithPasskey(options) })
    })

  return (
    <form ref={form} onSubmit={onSubmit} noValidate className="grid gap-4">
      <p className="text-muted text-sm">
        {by === 'anything'
          ? 'Bu işlem para ya da kişisel bilgilerle ilgili. Siz olduğunuzu onaylayın; 15 dakika boyunca yeniden sormayız.'
          : 'Bu işlemden önce girişinizin ikinci adımını bir kez daha geçin; 15 dakika boyunca yeniden sormayız.'}
      </p>
      {bad && <Notice tone="bad">{bad}</Notice>}
      {hasPasskey && (
        <Button look="secondary" disabled={busy} onClick={usePasskey} className="w-full">
          Geçiş anahtarımı kullan
        </Button>
      )}
      {way === 'password' ? (
        <PasswordField label="Şifreniz" autoComplete="current-password" required {...field('password')} />
      ) : (
        <CodeField key={way} {...field('code')} recovery={way === 'recovery'} />
      )}
      <div className="flex flex-wrap gap-x-4">
        {ways
          .filter((other) => other !== way)
          .map((other) => (
            <Button
              key={other}
              look="quiet"
              className="text-sm! -ml-2"
              disabled={busy}
              onClick={() => {
                clear()
                setWay(other)
              }}
            >
              {wayNames[other]}
            </Button>
          ))}
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="quiet" disabled={busy} onClick={onCancel}>
          Vazgeç
        </Button>
        <Button type="submit" disabled={busy}>
          {busy ? 'Denetleniyor…' : 'Onayla'}
        </Button>
      </div>
    </form>
  )
}

const wayNames: Record<Way, string> = {
  password: 'Şifremi kullan',
  code: 'Doğrulama kodu kullan',
  recovery: 'Kurtarma kodu kullan',
}

function failureOf(error: unknown): string {
  if (error instanceof PasskeyError) return error.message
  return sentenceOf(error, {
    silent: 'Onaylanamadı, lütfen tekrar deneyin.',
    unreached: 'Sunucu ile bağlantı kurulamadı',
  })
}
