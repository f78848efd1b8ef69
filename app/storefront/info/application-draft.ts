import { readStored, writeStored } from '#app/browser/browser-storage.ts'
import { type ApplicationText, applicationLengths } from '#shop/messages/checks.ts'

/** Every field as the form holds it; boxes are 'evet' or nothing. */
export type ApplicationValues = ApplicationText &
  Record<'work_style' | 'consentKvkk' | 'consentContact' | 'consentMarketing', string>

export const blankApplication: ApplicationValues = {
  fullName: '',
  phone: '',
  email: '',
  city: '',
  companyName: '',
  taxInfo: '',
  website: '',
  application_type: '',
  title: '',
  description: '',
  budget: '',
  targetDate: '',
  experience: '',
  motivation: '',
  work_style: '',
  consentKvkk: '',
  consentContact: '',
  consentMarketing: '',
}

const key = 'basvuru'
const kept = [...Object.keys(applicationLengths), 'work_style'] as (keyof ApplicationValues)[]

/** The draft written before in this browser. Consents are not kept: they are given again each time. */
export function readDraft(): Partial<ApplicationValues> {
  try {
    const draft: Record<string, unknown> = JSON.parse(readStored(key) ?? '{}')
    return Object.fromEntries(kept.flatMap((name) => (typeof draft[name] === 'string' ? [[name, draft[name]]] : [])))
  } catch {
    return {}
  }
}

/** The text that was typed into the form's fields while its script was on its way. */
export function readFields(form: HTMLFormElement): Partial<ApplicationValues> {
  const data = new FormData(form)
  const written = kept.map((name) => [name, data.getAll(name).join(' ')] as const)
  return Object.fromEntries(written.filter(([, text]) => text !== ''))
}

/** Keeps the draft; one with nothing in it is forgotten. */
export function keepDraft(values: ApplicationValues): void {
  const written = kept.filter((name) => values[name] !== '').map((name) => [name, values[name]])
  const text = written.length > 0 ? JSON.stringify(Object.fromEntries(written)) : null
  if (text !== readStored(key)) writeStored(key, text)
}

export function forgetDraft(): void {
  writeStored(key, null)
}
