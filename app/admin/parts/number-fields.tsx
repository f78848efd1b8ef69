import { Field, type FieldProps } from '#app/ui/field.tsx'
import { formatWhole } from '#shop/money.ts'
import { parsePrice } from '../products/variants/grid-numbers.ts'

/** '1.250,50' and '1250.50' → 1250.5; nothing is 0, what is no amount NaN. */
export function amountOf(text: string): number {
  return Number(plainAmount(text))
}

/** '1.250,50' and '1250.50' → '1250.5', for a call that says itself what is no amount. */
export function plainAmount(text: string): string {
  const kurus = parsePrice(text)
  return kurus === undefined ? text.trim() : String(kurus / 100)
}

/** 1250.5 → '1.250,50', 50 → '50', as it stands in its field. */
export function typed(tl: number): string {
  const cents = Number.isInteger(tl) ? '' : tl.toFixed(2).slice(-3).replace('.', ',')
  return formatWhole(Math.trunc(tl)) + cents
}

/** The same, but 0 is left empty. */
export function amountText(tl: number): string {
  return tl === 0 ? '' : typed(tl)
}

/** '12' → 12; what is no whole number NaN. */
export function wholeOf(text: string): number {
  return /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN
}

/** For an amount in TL. */
export function AmountField(field: FieldProps) {
  return <Field inputMode="decimal" maxLength={12} {...field} />
}

/** For a number of days, orders and the like. Longer than any: cut to two digits, 12,5 and 100 would be another number. */
export function WholeField(field: FieldProps) {
  return <Field inputMode="numeric" maxLength={12} {...field} />
}
