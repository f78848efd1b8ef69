import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useFields } from '#app/ui/form.ts'
import { useSubmit } from '#app/ui/use-submit.ts'
import type { FieldErrors } from '#shop/fields/rules.ts'
import { checkApplication, checkApplicationFile } from '#shop/messages/checks.ts'
import { seconds } from '#shop/time.ts'
import {
  type ApplicationValues,
  blankApplication,
  forgetDraft,
  keepDraft,
  readDraft,
  readFields,
} from './application-draft.ts'
import { refusalOr, sendForm } from './form-sending.ts'
import { trapName, trapped } from './trap.tsx'

type Name = keyof ApplicationValues | 'file'

export type Sent = { wantsNews: boolean }

/** The application as it is being written: its fields, its file, its draft and its sending. */
export function useApplication(onSent: (sent: Sent) => void) {
  const fields = useFields<Name>({ ...blankApplication, file: '' })
  const { values, wrong, set, accept } = fields
  const [file, setFile] = useState<File>()
  const [problem, setProblem] = useState<string>()
  const endDraft = useDraft(fields)
  const { busy, bad, submit, clear } = useSubmit({
    // The form is long: the first error stands beside its button too.
    form: {
      values,
      accept: (errors: FieldErrors<Name>) => {
        setProblem(Object.values(errors)[0])
        return accept(errors)
      },
    },
    failure: refusalOr('Başvurunuz gönderilirken bir hata oluştu. Lütfen tekrar deneyin.'),
  })

  return {
    fields,
    file,
    sending: busy,
    problem: problem ?? bad,
    send(event: FormEvent<HTMLFormElement>) {
      event.preventDefault()
      const trap = trapped(event.currentTarget)
      if (busy) return
      const errors: FieldErrors<Name> = { ...checkApplication(withChoices(values)) }
      const wrongFile = file && checkApplicationFile(file)
      if (wrongFile) errors.file = wrongFile
      if (!accept(errors)) return setProblem('Lütfen işaretli alanları kontrol edin.')
      setProblem(undefined)
      submit(async () => {
        await sendForm('/forms/application', formDataOf(values, file, trap))
        endDraft()
        onSent({ wantsNews: values.consentMarketing !== '' })
      })
    },
    chooseFile(file: File | undefined) {
      set('file', '')
      setFile(file)
      const wrongFile = file && checkApplicationFile(file)
      if (wrongFile) accept({ ...wrong, file: wrongFile })
    },
    startOver() {
      fields.clear()
      setFile(undefined)
      setProblem(undefined)
      clear()
      forgetDraft()
      fields.form.current?.reset()
    },
  }
}

/**
 * Reads the draft once the page is there (the server knows of none), and over it what stands in the fields already; then keeps
 * it a moment after each change. Gives what forgets it for good, also a change of just before.
 */
function useDraft({ values, set, form }: Pick<ReturnType<typeof useFields<Name>>, 'values' | 'set' | 'form'>) {
  const keeps = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    const written = { ...readDraft(), ...(form.current && readFields(form.current)) }
    for (const [name, text] of Object.entries(written)) set(name as keyof ApplicationValues, text)
    keeps.current = true
  }, [])
  useEffect(() => {
    if (!keeps.current) return
    const later = setTimeout(() => keeps.current && keepDraft(values), seconds(0.5))
    return () => clearTimeout(later)
  }, [values])
  return () => {
    keeps.current = false
    forgetDraft()
  }
}

function withChoices({ work_style, consentKvkk, consentContact, ...texts }: ApplicationValues) {
  return {
    ...texts,
    work_style: work_style.split(' ').filter(Boolean),
    consentKvkk: consentKvkk !== '',
    consentContact: consentContact !== '',
  }
}

function formDataOf(values: ApplicationValues & { file: string }, file: File | undefined, trap: string | undefined) {
  const { file: _, consentMarketing, ...rest } = values
  const { work_style, ...single } = withChoices({ ...rest, consentMarketing })
  const form = new FormData()
  for (const [name, value] of Object.entries(single)) form.set(name, String(value))
  form.set('consentMarketing', String(consentMarketing !== ''))
  for (const style of work_style) form.append('work_style', style)
  if (file) form.set('file', file)
  if (trap) form.set(trapName, trap)
  return form
}
