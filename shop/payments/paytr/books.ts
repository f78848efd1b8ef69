import { z } from 'zod'
import type { ListedCharge, PaymentBooks } from '../../payment-provider.ts'
import { seconds } from '../../time.ts'
import type { Paytr } from './account.ts'
import { fromAmount, fromOid, tokenOf, toOid } from './token.ts'

const amount = z.union([z.string(), z.number()])

const Returned = z.object({
  return_amount: amount,
  return_date: z.string().nullish(),
  reference_no: z.coerce.string().nullish(),
})
const Sale = z.object({
  payment_total: amount,
  currency: z.string().nullish(),
  test_mode: z.coerce.string().nullish(),
  returns: z
    .union([z.array(Returned), z.record(z.string(), Returned)])
    .nullish()
    .transform((returns) => Object.values(returns ?? {})),
})

/** The facts in PayTR's status query about a payment that succeeded. */
type FoundSale = {
  kind: 'sale'
  amountKurus: number
  currency: string
  isTest: boolean
  returns: { refundId: string; kurus: number; at: Date | undefined }[]
}

/** 004: 'merchant_oid ile basarili odeme bulunamadi'. */
const notFound = '004'

export async function findSale(
  { client, settings, log }: Paytr,
  conversationId: string,
): Promise<FoundSale | { kind: 'none' } | { kind: 'unknown'; reason: string }> {
  const oid = toOid(conversationId)
  const fields = {
    merchant_id: settings.merchantId,
    merchant_oid: oid,
    paytr_token: tokenOf(settings, settings.merchantId, oid),
  }
  const reply = await client.post('/odeme/durum-sorgu', fields, seconds(6))
  if (reply.kind === 'unsent') return { kind: 'unknown', reason: reply.reason }
  if (reply.kind === 'unknown') return reply
  if (reply.kind === 'failure') {
    if (reply.code === notFound) return { kind: 'none' }
    return {
      kind: 'unknown',
      reason: `the query was refused: ${[reply.code, reply.message].filter(Boolean).join(' ')}`,
    }
  }
  const { data } = Sale.safeParse(reply.body)
  if (!data) {
    log.error({ conversationId }, 'PayTR’s status query has another form than its documents say')
    return { kind: 'unknown', reason: 'unreadable' }
  }
  return {
    kind: 'sale',
    amountKurus: fromAmount(data.payment_total),
    currency: toCurrency(data.currency),
    isTest: data.test_mode === '1',
    returns: data.returns.map(({ reference_no, return_amount, return_date }) => ({
      refundId: reference_no ?? '',
      kurus: fromAmount(return_amount),
      at: toDate(return_date),
    })),
  }
}

/** PayTR writes TL where others write TRY. */
export function toCurrency(currency: string | null | undefined): string {
  return currency === 'TL' || !currency ? 'TRY' : currency
}

/** Its times name no zone. Istanbul's is the earliest that they can mean, and only what is surely later proves anything. */
function toDate(text: string | null | undefined): Date | undefined {
  const date = new Date(`${text?.replace(' ', 'T')}+03:00`)
  return Number.isNaN(date.getTime()) ? undefined : date
}

export async function findBooks(paytr: Paytr, conversationId: string): Promise<PaymentBooks | undefined> {
  const sale = await findSale(paytr, conversationId)
  if (sale.kind !== 'sale') return undefined
  const books = { amountKurus: sale.amountKurus, refundedKurus: sum(sale.returns.map(({ kurus }) => kurus)) }
  return Object.values(books).every(Number.isInteger) ? books : undefined
}

const Row = z.object({ islem_tipi: z.string(), islem_tutari: amount, siparis_no: z.coerce.string() })
const Rows = z.union([z.array(Row), z.record(z.string(), Row).transform((rows) => Object.values(rows))])

/** The rows stand in `data`; where they are the answer's own numbered fields they are read from there. */
function rowsOf({ status: _, ...body }: Record<string, unknown>): z.infer<typeof Row>[] | undefined {
  return Rows.safeParse(body.data ?? body).data
}

/** Joins PayTR's list of sales (S) and returns (I) of a day to one line per payment. */
export async function listCharges({ client, settings }: Paytr, day: string): Promise<ListedCharge[] | undefined> {
  const [start, end] = [`${day} 00:00:00`, `${day} 23:59:59`]
  const paytr_token = tokenOf(settings, settings.merchantId, start, end)
  const fields = { merchant_id: settings.merchantId, start_date: start, end_date: end, paytr_token }
  const reply = await client.post('/rapor/islem-dokumu', fields, seconds(20))
  // 'failed' says that there was nothing on that day; an error has a status of its own.
  if (reply.kind === 'failure' && reply.status === 'failed') return []
  const rows = reply.kind === 'success' ? rowsOf(reply.body) : undefined
  if (!rows) return undefined
  const byPayment = new Map<string, ListedCharge>()
  for (const { islem_tipi, islem_tutari, siparis_no: paymentId } of rows) {
    const conversationId = fromOid(paymentId) || null
    const charge = byPayment.get(paymentId) ?? { paymentId, conversationId, amountKurus: 0, refundedKurus: 0 }
    if (islem_tipi === 'S') charge.amountKurus += fromAmount(islem_tutari)
    else charge.refundedKurus += fromAmount(islem_tutari)
    byPayment.set(paymentId, charge)
  }
  return [...byPayment.values()]
}

function sum(amounts: number[]): number {
  return amounts.reduce((total, kurus) => total + kurus, 0)
}
