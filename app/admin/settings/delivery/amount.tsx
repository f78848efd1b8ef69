import { Field } from '#app/ui/field.tsx'

type AmountProps = {
  label: string
  hint?: string
  value: string
  error: string | undefined
  onChange: (text: string) => void
}

/** An amount in TL as it is typed. */
export function Amount({ onChange, ...field }: AmountProps) {
  return <Field inputMode="decimal" maxLength={12} {...field} onChange={({ target }) => onChange(target.value)} />
}

/** 49.9 → '49,9' */
export function typed(tl: number): string {
  return String(tl).replace('.', ',')
}
