import { useState } from 'react'
import { ApiError } from '#app/api-client.ts'
import type { Wrong } from '#app/ui/form.ts'
import { useTimedNotice } from '#app/ui/notice.tsx'

/** Saves a form: what went well is said for five seconds, what failed until the next try, at its field if it has one. */
export function useSaving<F extends string>(form?: {
  values: Record<F, string>
  accept: (wrong: Wrong<F>) => boolean
}) {
  const [busy, setBusy] = useState(false)
  const [good, sayGood] = useTimedNotice()
  const [bad, setBad] = useState<string>()

  /** True when it worked; `work` gives the sentence to say then. */
  async function save(work: () => Promise<string | undefined>): Promise<boolean> {
    if (busy) return false
    setBusy(true)
    setBad(undefined)
    sayGood(undefined)
    try {
      sayGood(await work())
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) setBad('Kaydedilirken bir hata oluştu. Lütfen tekrar deneyin.')
      else if (form && !form.accept(known(error.fields, form.values))) setBad(undefined)
      else setBad(error.message)
      return false
    } finally {
      setBusy(false)
    }
  }

  return { busy, good, bad, save }
}

/** The first sentence of each field that the form has. */
function known<F extends string>(fields: Record<string, string[]>, values: Record<F, string>): Wrong<F> {
  const mine = Object.entries(fields).filter(([name]) => name in values)
  return Object.fromEntries(mine.map(([name, sentences]) => [name, sentences[0]])) as Wrong<F>
}
