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

/** 49.9 → '49,90', 50 → '50' */
export function typed(tl: number): string {
  return (Number.isInteger(tl) ? String(tl) : tl.toFixed(2)).replace('.', ',')
}
