import { type SubmitOptions, useSubmit } from '#app/ui/use-submit.ts'

/** `useSubmit` for the forms of the settings. */
export function useSaving<F extends string = never>(form?: SubmitOptions<F>['form']) {
  return useSubmit<F>({ form, failure: 'Kaydedilirken bir hata oluştu. Lütfen tekrar deneyin.' })
}
