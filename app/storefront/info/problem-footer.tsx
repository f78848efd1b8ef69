import { type FormEvent, useEffect, useState } from 'react'
import { useHydrated } from '#app/browser/use-hydrated.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { seconds } from '#shop/time.ts'
import { Trap, trapped } from './trap.tsx'

type State = { kind: 'idle' | 'sending' } | { kind: 'sent' | 'failed'; text: string; fields?: string[] }

/** The report in the footer of every page: little script, the rest comes when it is sent. */
export function FooterReport() {
  const hydrated = useHydrated()
  const { state, submit } = useReport()
  useEndedLayers()
  const wrong = state.kind === 'failed' ? state.fields : undefined
  const mark = (name: string) => ({
    name,
    ...(wrong?.includes(name) && { 'aria-invalid': true, 'aria-describedby': 'sorun-sonuc' }),
  })
  return (
    <form
      onSubmit={submit}
      method="post"
      noValidate
      aria-labelledby="sorun-basligi"
      className="grid items-end gap-x-4 gap-y-3 md:grid-cols-[1fr_2fr_auto]"
    >
      <h2 id="sorun-basligi" className="font-semibold md:col-span-3">
        Bir sorun mu yaşadınız? Bize yazın.
      </h2>
      <label className="grid gap-1 text-sm">
        E-posta
        <input type="email" autoComplete="email" maxLength={254} required {...mark('email')} className={input} />
      </label>
      <label className="grid gap-1 text-sm">
        Sorununuz
        <textarea rows={1} maxLength={5000} required {...mark('problem')} className={`${input} py-2.5`} />
      </label>
      <Trap />
      <button
        type="submit"
        disabled={state.kind === 'sending' || !hydrated}
        className={buttonClass('secondary', 'min-h-12')}
      >
        {state.kind === 'sending' ? 'Gönderiliyor...' : 'Gönder'}
      </button>
      <Result state={state} />
    </form>
  )
}

function Result({ state }: { state: State }) {
  return (
    <p
      id="sorun-sonuc"
      role="status"
      className={`text-sm empty:hidden md:col-span-3 ${state.kind === 'failed' ? 'text-bad' : 'text-good'}`}
    >
      {'text' in state ? state.text : ''}
    </p>
  )
}

const input =
  'block min-h-12 w-full rounded-xs border border-edge bg-surface px-3 text-base text-ink aria-invalid:border-bad'

/** Here, as it is needed on every page, and only once she has touched it. */
function useEndedLayers() {
  useEffect(() => {
    if (window.history.state?.layers)
      import('#app/ui/back-closes.ts').then(({ endLeftLayers }) => endLeftLayers()).catch(() => {})
  }, [])
}

/** Not `useSubmit`, which every page would then have to load. */
function useReport() {
  const [state, setState] = useState<State>({ kind: 'idle' })

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (state.kind === 'sending') return
    setState({ kind: 'sending' })
    const data = new FormData(form)
    const report = { email: String(data.get('email')), problem: String(data.get('problem')) }
    const next = await send(report, trapped(form))
    setState(next)
    if (next.kind === 'failed' && next.fields) form.querySelector<HTMLElement>(`[name="${next.fields[0]}"]`)?.focus()
    if (next.kind !== 'sent') return
    form.reset()
    setTimeout(() => setState((state) => (state === next ? { kind: 'idle' } : state)), seconds(3))
  }

  return { state, submit }
}

async function send(report: { email: string; problem: string }, trap: string | undefined): Promise<State> {
  try {
    const { checkAndSend } = await import('./problem-sending.ts')
    return await checkAndSend(report, trap)
  } catch {
    return { kind: 'failed', text: 'Mesaj gönderilirken bir hata oluştu. Lütfen tekrar deneyin.' }
  }
}
