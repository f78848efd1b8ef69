import { useToast } from '#app/ui/toast.tsx'
import { type SubmitOptions, useSubmit } from '#app/ui/use-submit.ts'
import { sentenceOf } from './api.ts'

type AdminSubmitOptions<F extends string> = Pick<SubmitOptions<F>, 'form' | 'fieldName'>

/** `useSubmit` with toasts, a failure's until the next try; `failure` is the sentence for a failure that has none of its own. */
export function useAdminSubmit<F extends string = never>(failure: string, options: AdminSubmitOptions<F> = {}) {
  return useSubmit<F>({ ...options, failure: (error) => sentenceOf(error, failure), notify: useToast() })
}
