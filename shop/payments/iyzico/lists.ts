import { z } from 'zod'
import type { InstallmentPlan, ListedCharge } from '../../payment-provider.ts'
import { seconds } from '../../time.ts'
import type { Iyzico } from './account.ts'
import { fromPrice, toPrice } from './signature.ts'

const timeout = seconds(4)
const price = z.union([z.number(), z.string()])

const Plans = z.object({
  installmentDetails: z.array(
    z.object({
      cardType: z.string().nullish(),
      cardFamilyName: z.string().nullish(),
      bankName: z.string().nullish(),
      force3ds: z.coerce.number().nullish(),
      installmentPrices: z.array(z.object({ installmentNumber: z.coerce.number(), totalPrice: price })),
    }),
  ),
})

/** The installments that iyzico offers for a price, by the card's first digits or for every family. */
export async function listInstallments(
  { client }: Iyzico,
  priceKurus: number,
  bin?: string,
): Promise<InstallmentPlan[] | undefined> {
  const body = { locale: 'tr', ...(bin ? { binNumber: bin.slice(0, 8) } : {}), price: toPrice(priceKurus) }
  const reply = await client.post('/payment/iyzipos/installment', body, timeout)
  const plans = reply.kind === 'success' ? Plans.safeParse(reply.body) : undefined
  return plans?.data?.installmentDetails.map((plan) => ({
    family: plan.cardFamilyName ?? '',
    bank: plan.bankName ?? null,
    cardType: plan.cardType === 'CREDIT_CARD' ? 'CREDIT' : plan.cardType === 'DEBIT_CARD' ? 'DEBIT' : 'OTHER',
    forces3ds: plan.force3ds === 1,
    options: plan.installmentPrices
      .map((option) => ({ count: option.installmentNumber, totalKurus: fromPrice(option.totalPrice) }))
      .filter((option) => Number.isSafeInteger(option.totalKurus)),
  }))
}

const Day = z.object({
  currentPage: z.coerce.number().optional(),
  totalPageCount: z.coerce.number().optional(),
  transactions: z
    .array(
      z.object({
        transactionType: z.string(),
        paymentId: z.coerce.string(),
        conversationId: z.string().nullish(),
        paidPrice: price.nullish(),
        price: price.nullish(),
        transactionStatus: z.coerce.number().nullish(),
      }),
    )
    .default([]),
})

const mostPages = 200

/** Joins the list that iyzico gives of a day, which is by item, to one line per payment. */
export async function listCharges({ client }: Iyzico, day: string): Promise<ListedCharge[] | undefined> {
  const byPayment = new Map<string, ListedCharge>()
  for (let page = 1; page <= mostPages; page++) {
    const query = { transactionDate: day, page: String(page), locale: 'tr' }
    const reply = await client.get('/v2/reporting/payment/transactions', query, seconds(15))
    const parsed = reply.kind === 'success' ? Day.safeParse(reply.body) : undefined
    if (!parsed?.success) return undefined
    for (const row of parsed.data.transactions) {
      const charge = byPayment.get(row.paymentId) ?? {
        paymentId: row.paymentId,
        conversationId: null,
        amountKurus: 0,
        refundedKurus: 0,
      }
      const kurus = fromPrice(row.paidPrice ?? row.price ?? 0)
      // A negative status: rejected after the fraud check, so nothing was taken.
      if (row.transactionType === 'PAYMENT' && (row.transactionStatus ?? 1) >= 0) {
        charge.amountKurus += kurus
        charge.conversationId = row.conversationId ?? null
      } else if (row.transactionType !== 'PAYMENT') charge.refundedKurus += fromPrice(row.price ?? row.paidPrice ?? 0)
      byPayment.set(row.paymentId, charge)
    }
    if (page >= (parsed.data.totalPageCount ?? 1)) return [...byPayment.values()]
  }
  return undefined
}
