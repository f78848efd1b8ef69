import { type FormEvent, useState } from 'react'
import { currentUser } from '#app/account/session-store.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, TextArea } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { Notice } from '#app/ui/notice.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { checkProblemReport, problemLength } from '#shop/messages/checks.ts'
import { FormSent } from './form-sent.tsx'
import { sendProblem } from './problem-sending.ts'
import { Trap, trapped } from './trap.tsx'

export function ProblemPanel({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Panel open={open} onClose={onClose} title="Sorun Bildirimi" side="center">
      <ProblemForm onClose={onClose} />
    </Panel>
  )
}

function ProblemForm({ onClose }: { onClose: () => void }) {
  const { values, field, form, accept } = useFields(() => ({ email: currentUser()?.email ?? '', problem: '' }))
  const [state, setState] = useState<{ kind: 'idle' | 'sending' } | { kind: 'sent' | 'failed'; text: string }>({
    kind: 'idle',
  })
  if (state.kind === 'sent') return <FormSent text={state.text} onClose={onClose} />
  const sending = state.kind === 'sending'

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const trap = trapped(event.currentTarget)
    if (sending || !accept(checkProblemReport(values))) return
    setState({ kind: 'sending' })
    const sent = await sendProblem(values, trap)
    if (sent.kind === 'sent') return setState({ kind: 'sent', text: sent.message })
    setState(sent.kind === 'failed' ? { kind: 'failed', text: sent.text } : { kind: 'idle' })
    if (sent.kind === 'wrong') accept(sent.fields)
  }

  return (
    <form ref={form} onSubmit={submit} method="post" noValidate className="grid gap-4">
      <p className="text-muted">Karşılaştığınız sorunu bize yazın; e-posta adresinize en kısa sürede yanıt verelim.</p>
      <Field label="E-posta" type="email" autoComplete="email" inputMode="email" required {...field('email')} />
      <TextArea
        label="Sorununuz"
        rows={5}
        maxLength={problemLength}
        required
        hint="Siparişinizle ilgiliyse sipariş numarasını da yazın. Kart bilgilerinizi yazmayın."
        {...field('problem')}
      />
      <Trap />
      {state.kind === 'failed' && <Notice tone="bad">{state.text}</Notice>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="quiet" onClick={onClose}>
          Vazgeç
        </Button>
        <Button type="submit" disabled={sending}>
          {sending ? 'Gönderiliyor...' : 'Gönder'}
        </Button>
      </div>
    </form>
  )
}
