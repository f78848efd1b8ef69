import { type FormEvent, useState } from 'react'
import { ApiError } from '#app/browser/api-client.ts'
import { useFields } from '#app/ui/form.ts'
import type { SubmitOptions } from '#app/ui/use-submit.ts'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'

/** The form's name of a field that the server calls 'settings.…' or 'text.…'. */
export const settingsField = (name: string) => name.replace(/^(settings|text)\./, '')

export type Send<Saved> = (body: object) => Promise<{ data: Saved; message?: string }>

/** Saves settings by the call `send`; `conflict` once somebody else saved since. */
export function useSave<F extends string, Saved>(send: Send<Saved>, form: SubmitOptions<F>['form']) {
  const [conflict, setConflict] = useState(false)
  const failure = 'Ayarlar kaydedilemedi. Lütfen tekrar deneyin.'
  const { busy, submit } = useAdminSubmit<F>(failure, { form, fieldName: settingsField })

  const save = (body: object, onSaved: (saved: Saved) => void) =>
    submit(async () => {
      try {
        const { data, message } = await send(body)
        setConflict(false)
        onSaved(data)
        return message ?? 'Kaydedildi.'
      } catch (error) {
        if (error instanceof ApiError && error.code === 'EDIT_CONFLICT') setConflict(true)
        throw error
      }
    })

  return { busy, conflict, save }
}

type Section<F extends string, Saved> = {
  send: Send<Saved>
  initial: Record<F, string>
  bodyOf: (values: Record<F, string>) => object
  onSaved: (saved: Saved) => void
}

/** A section whose fields are texts: what stands in them, whether that is saved, and its saving. */
export function useSection<F extends string, Saved>({ send, initial, bodyOf, onSaved }: Section<F, Saved>) {
  const fields = useFields<F>(initial)
  const { values, set, field, form, accept } = fields
  const [kept, setKept] = useState(initial)
  const { busy, conflict, save } = useSave(send, fields)
  const unsaved = JSON.stringify(values) !== JSON.stringify(kept)

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    save(bodyOf(values), (saved) => {
      accept({})
      setKept(values)
      onSaved(saved)
    })
  }

  return { values, set, field, form: { ref: form, onSubmit, noValidate: true }, bar: { busy, conflict, unsaved } }
}
