import { useEffect, useMemo, useRef, useState } from 'react'
import { ApiError, type FailureWords, sentenceOf } from '#app/browser/api-client.ts'
import type { FieldErrors } from '#shop/fields/rules.ts'
import { useTimedNotice } from './notice.tsx'

export type SubmitOptions<F extends string> = {
  /** The fields, as `useFields` gives them: what the server finds wrong with one of them is shown at it. */
  form?: { values: Record<F, unknown>; accept: (errors: FieldErrors<F>) => boolean }
  /** The words for a failure that has none of its own, or how to find the sentence of any failure. */
  failure: FailureWords | ((error: unknown) => string)
  /** The form's name of a field that the server calls otherwise, such as without 'settings.' before it. */
  fieldName?: (name: string) => string
  /** Shows the sentences elsewhere, such as `toast` does; without it they are in `good` and `bad`, for a Notice. */
  notify?: (tone: 'good' | 'bad', text: string) => void
}

type Work = () => Promise<string | undefined> | Promise<void>

/**
 * Sends something to the server: a form, or the one press of a button. `submit` runs the work it is given; a second
 * one while the first is under way is left out.
 *
 * - The work gives the sentence to show when it went well, or none. A good one goes by itself after five seconds.
 * - When it throws an ApiError that names fields of the form, their errors stand at the fields and the first of them
 *   has the focus; nothing else is shown. Any other failure is a sentence, which stays until the next try.
 * - What was typed is never touched; the work clears what it wants cleared. A failure that needs an answer of its own,
 *   such as an edit conflict, is caught in the work.
 * - The button that was pressed has the focus again afterwards: a browser takes it from one that is disabled.
 *
 *     const fields = useFields({ email: '' })
 *     const { busy, bad, submit } = useSubmit({ form: fields, failure: 'Kaydedilemedi. Lütfen tekrar deneyin.' })
 *     if (fields.accept(check(fields.values))) submit(async () => (await api.call('PUT', path, body)).message)
 */
export function useSubmit<F extends string = never>({ form, failure, fieldName, notify }: SubmitOptions<F>) {
  const [busy, setBusy] = useState(false)
  const [good, showGood] = useTimedNotice()
  const [bad, setBad] = useState<string>()
  // Two presses can come before the button is drawn as disabled.
  const underway = useRef<Promise<boolean>>(undefined)
  useFocusBack(busy)

  /** True when the work went well; for one that was left out, when that under way did. */
  function submit(work: Work): Promise<boolean> {
    underway.current ??= run(work).finally(() => {
      underway.current = undefined
    })
    return underway.current
  }

  async function run(work: Work): Promise<boolean> {
    setBusy(true)
    setBad(undefined)
    showGood(undefined)
    try {
      const sentence = await work()
      if (sentence && notify) notify('good', sentence)
      else showGood(sentence || undefined)
      return true
    } catch (error) {
      const errors = form && fieldErrors(error, form.values, fieldName)
      if (errors && !form.accept(errors)) return false
      const sentence = typeof failure === 'function' ? failure(error) : sentenceOf(error, failure)
      if (notify) notify('bad', sentence)
      else setBad(sentence)
      return false
    } finally {
      setBusy(false)
    }
  }

  return {
    busy,
    good,
    bad,
    submit,
    /** Takes away what is shown of the last try. */
    clear: () => {
      setBad(undefined)
      showGood(undefined)
    },
  }
}

/** Once it is no longer busy, what was pressed has the focus again, unless something else has it by now. */
export function useFocusBack(busy: boolean): void {
  // While it is still being drawn: some browsers take the focus at once from what is disabled, others a moment later.
  const pressed = useMemo(() => (busy ? document.activeElement : null), [busy])
  useEffect(() => {
    if (!(pressed instanceof HTMLElement)) return
    return () => {
      if (document.activeElement === document.body) pressed.focus({ preventScroll: true })
    }
  }, [pressed])
}

/** The first error of each field that the form has. */
function fieldErrors<F extends string>(
  error: unknown,
  values: Record<F, unknown>,
  nameOf = (name: string) => name,
): FieldErrors<F> {
  if (!(error instanceof ApiError)) return {}
  const known = Object.entries(error.fields).filter(([name]) => nameOf(name) in values)
  return Object.fromEntries(known.map(([name, [sentence]]) => [nameOf(name), sentence])) as FieldErrors<F>
}
