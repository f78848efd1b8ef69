import type { ComponentProps } from 'react'
import { Field } from '#app/ui/field.tsx'

/** For useFields: what is typed or pasted, with nothing but its digits. */
export const asCode = { code: (text: string) => text.replace(/\D/g, '').slice(0, 6) }

export function checkCode(code: string, where = 'E-postanızdaki'): { code?: string } {
  return code.length === 6 ? {} : { code: `${where} 6 haneli kodu girin` }
}

/** A code of six digits that was sent; phones offer it by themselves. Without a greatest length, which would cut one that is pasted with a space. */
export function CodeField(props: Omit<ComponentProps<typeof Field>, 'label'>) {
  return <Field label="Onay kodu" autoComplete="one-time-code" inputMode="numeric" required {...props} />
}
