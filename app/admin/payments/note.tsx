import type { FormEvent, ReactNode } from 'react'
import type { Call, PathOf } from '#api/wire/calls.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { useUnsavedChange } from '#app/ui/leaving/unsaved.ts'
import { toast } from '#app/ui/toast.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'
import { adminCall, sentenceOf } from '../parts/api.ts'
import { AskingPanel } from '../parts/leaving/asking-panel.tsx'

type NoteDialogProps = {
  open: boolean
  title: string
  label: string
  /** The button that sends it. */
  action: string
  /** Asks for the note when it is missing. */
  missing: string
  path: PathOf<Extract<Call, `POST ${string}`>>
  /** Sent with the note. */
  more?: object
  done: string
  failed: string
  children: ReactNode
  onClose: () => void
  onDone: () => void
}

/** For what was settled elsewhere and is closed here. */
export const closingWords = {
  label: 'Nasıl çözüldü?',
  action: 'Kapat',
  failed: 'Kapatılamadı. Lütfen tekrar deneyin.',
}

/** Settles something with the owner's note about it. */
export function NoteDialog({ open, title, ...form }: NoteDialogProps) {
  return (
    <AskingPanel open={open} onClose={form.onClose} title={title} side="center">
      {(leave) => <NoteForm {...form} onClose={leave} />}
    </AskingPanel>
  )
}

type NoteFormProps = Omit<NoteDialogProps, 'open' | 'title'>

function NoteForm({ label, action, missing, path, more, done, failed, children, onClose, onDone }: NoteFormProps) {
  const { values, form, field, accept } = useFields({ note: '' })
  useUnsavedChange(values)
  // A failure stands at the note too, with the focus: the form has no other field.
  const { busy, submit } = useSubmit({
    failure: (error) => sentenceOf(error, failed),
    notify: (tone, text) => (tone === 'good' ? toast(tone, text) : accept({ note: text })),
  })

  function send(event: FormEvent) {
    event.preventDefault()
    if (!accept(values.note.trim() === '' ? { note: missing } : {})) return
    submit(async () => {
      await adminCall('POST', path, { ...more, ...values })
      onDone()
      return done
    })
  }

  return (
    <form ref={form} onSubmit={send} noValidate className="grid gap-4">
      {children}
      <TextArea label={label} maxLength={500} data-autofocus {...field('note')} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="quiet" disabled={busy} onClick={onClose}>
          Vazgeç
        </Button>
        <Button type="submit" disabled={busy}>
          {busy ? 'Bekleyin…' : action}
        </Button>
      </div>
    </form>
  )
}
