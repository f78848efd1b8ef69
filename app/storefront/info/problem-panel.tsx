import { type FormEvent, useState } from 'react'
import { currentUser } from '#app/browser/session-store.ts'
import { Field, TextArea } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { AskingPanel } from '#app/ui/leaving/asking-panel.tsx'
import { useUnsaved } from '#app/ui/leaving/unsaved.ts'
import { useTimedNotice } from '#app/ui/notice.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'
import { underFields } from '#shop/fields/rules.ts'
import { checkProblemReport, problemLength } from '#shop/messages/checks.ts'
import { FormEnd } from './form-end.tsx'
import { aboveFields } from './form-sending.ts'
import { FormSent } from './form-sent.tsx'
import { problemFailure, sendProblem } from './problem-sending.ts'
import { trapped } from './trap.tsx'

export function ProblemPanel({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <AskingPanel open={open} onClose={onClose} title="Sorun Bildirimi" side="center">
      {(leave) => <ProblemForm onClose={onClose} onLeave={leave} />}
    </AskingPanel>
  )
}

function ProblemForm({ onClose, onLeave }: { onClose: () => void; onLeave: () => void }) {
  const fields = useFields(() => ({ email: currentUser()?.email ?? '', problem: '' }))
  const { values, field, form, accept } = fields
  const { busy, bad, submit } = useSubmit({ form: fields, failure: problemFailure })
  const [notice, showNotice] = useTimedNotice()
  const [sent, setSent] = useState<string>()
  useUnsaved(sent === undefined && values.problem.trim() !== '')
  if (sent !== undefined) return <FormSent text={sent} onClose={onClose} />

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const trap = trapped(event.currentTarget)
    if (busy) return
    const wrong = checkProblemReport(values)
    const shown = underFields(wrong, values)
    showNotice(aboveFields(wrong, shown))
    if (!accept(shown)) return
    submit(async () => setSent(await sendProblem(values, trap)))
  }

  return (
    <form ref={form} onSubmit={send} method="post" noValidate className="grid gap-4">
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
      <FormEnd busy={busy} failure={notice ?? bad} send="Gönder" onClose={onLeave} />
    </form>
  )
}
