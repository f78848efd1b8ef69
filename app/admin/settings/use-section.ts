import { type FormEvent, useState } from 'react'
import { ApiError } from '#app/api-client.ts'
import { useFields, type Wrong } from '#app/ui/form.ts'
import { toast } from '#app/ui/toast.tsx'
import { adminCall, sentenceOf } from '../admin-api.ts'

/** Saves settings. What is wrong comes back by field; that somebody else saved since, as `conflict`. */
export function useSave(path: string) {
  const [busy, setBusy] = useState(false)
  const [conflict, setConflict] = useState(false)

  async function save<T>(body: object): Promise<{ saved: T } | { wrong: Record<string, string> }> {
    setBusy(true)
    try {
      const { data, message } = await adminCall<T>('PUT', path, body)
      setConflict(false)
      toast('good', message ?? 'Kaydedildi.')
      return { saved: data }
    } catch (error) {
      if (error instanceof ApiError && error.code === 'EDIT_CONFLICT') setConflict(true)
      const fields = error instanceof ApiError ? Object.entries(error.fields) : []
      const wrong = Object.fromEntries(
        fields.map(([name, [sentence = '']]) => [name.replace(/^(settings|text)\./, ''), sentence]),
      )
      if (fields.length === 0) toast('bad', sentenceOf(error, 'Ayarlar kaydedilemedi. Lütfen tekrar deneyin.'))
      return { wrong }
    } finally {
      setBusy(false)
    }
  }

  return { busy, conflict, save }
}

type Section<F extends string, Saved> = {
  path: string
  initial: Record<F, string>
  bodyOf: (values: Record<F, string>) => object
  onSaved: (saved: Saved) => void
}

/** A section whose fields are texts: what stands in them, whether that is saved, and its saving. */
export function useSection<F extends string, Saved>({ path, initial, bodyOf, onSaved }: Section<F, Saved>) {
  const { values, set, field, form, accept } = useFields<F>(initial)
  const [kept, setKept] = useState(initial)
  const { busy, conflict, save } = useSave(path)
  const unsaved = JSON.stringify(values) !== JSON.stringify(kept)

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    const answer = await save<Saved>(bodyOf(values))
    if ('wrong' in answer) return accept(answer.wrong as Wrong<F>)
    accept({})
    setKept(values)
    onSaved(answer.saved)
  }

  return { values, set, field, form: { ref: form, onSubmit, noValidate: true }, bar: { busy, conflict, unsaved } }
}
