import fc from 'fast-check'
import type { PaymentProvider } from '#shop/payment-provider.ts'
import { changeInstallmentSettings } from '#shop/payments/installments.ts'
import type { World } from '../payment-truths.ts'

/** The owner says who bears the bank's fee for installments, and from which sum on there are any. */
export const anInstallmentEvent = fc.record({
  do: fc.constant('installments' as const),
  feeBearer: fc.constantFrom('shopper' as const, 'shopper' as const, 'shop' as const),
  minimumKurus: fc.constantFrom(0, 0, 9_000),
})
type InstallmentEvent = typeof anInstallmentEvent extends fc.Arbitrary<infer E> ? E : never

/** In how many parts she pays by card; mostly at once, as at the bank's page and by every other way. */
export const installments = fc.constantFrom(1, 1, 2, 3, 6)

export async function changeInstallments({ ctx }: World, { do: _, ...settings }: InstallmentEvent): Promise<unknown> {
  return changeInstallmentSettings(ctx, { counts: [2, 3, 6], ...settings })
}

/** The provider with a fee for installments, odd enough that it is not shared evenly. */
export function withInstallments(provider: PaymentProvider, percent: number): PaymentProvider {
  const of = (price: number, count: number) => Math.round(price * (1 + (percent * count) / 100))
  return {
    ...provider,
    listInstallments: async (price) => [
      {
        ...({ family: 'Bonus', bank: 'Garanti', cardType: 'CREDIT', forces3ds: false } as const),
        options: [1, 2, 3, 6].map((count) => ({ count, totalKurus: count === 1 ? price : of(price, count) })),
      },
    ],
  }
}
