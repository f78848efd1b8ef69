/** The rates of value added tax (KDV) in percent that goods may have. */
export const vatRates = [1, 10, 20] as const
export type VatRate = (typeof vatRates)[number]

/** Clothing's rate, unless the owner's settings or the product say another. */
export const usualVatRate: VatRate = 10

/** Delivery and the fee of a way to pay are services. */
export const serviceVatRate: VatRate = 20

/** The rate that a text means; undefined when it is none. */
export function vatRateOf(text: string | number | null | undefined): VatRate | undefined {
  return vatRates.find((rate) => String(rate) === String(text))
}
