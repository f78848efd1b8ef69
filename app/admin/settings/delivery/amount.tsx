import { AmountField } from '../../parts/number-fields.tsx'

type AmountProps = {
  label: string
  hint?: string
  value: string
  error: string | undefined
  onChange: (text: string) => void
}

/** An amount in TL as it is typed. */
export function Amount({ onChange, ...field }: AmountProps) {
  return <AmountField {...field} onChange={({ target }) => onChange(target.value)} />
}
