import { useState } from 'react'
import { ApiError } from '#app/api-client.ts'
import { toast } from '#app/ui/toast.tsx'
import { adminCall, sentenceOf } from '../admin-api.ts'

/** Saves a section. What is wrong comes back by field; that somebody else saved since, as `conflict`. */
export function useSection(path: string) {
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
