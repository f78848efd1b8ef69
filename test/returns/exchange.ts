import { eq } from 'drizzle-orm'
import { variants } from '#shop/catalog/schema.ts'
import { settleOpenPayments } from '#shop/checkout/recovery.ts'
import type { Ctx } from '#shop/ctx.ts'
import { orders } from '#shop/orders/schema.ts'
import { after, minutes } from '#shop/time.ts'
import { auditBooks, stockByVariant } from '../books.ts'
import { goodCard, paymentWith } from '../checkout.ts'
import { aProduct } from '../factories.ts'
import type { Api } from '../shop.ts'
import { aDelivery } from './delivery.ts'

/** A delivered order of one S of 100 TL, of which there is an M, in a shop with a dearer (150 TL) and a cheaper (60 TL) product. */
export async function anExchange(ctx: Ctx, api: Api, given: Parameters<typeof aDelivery>[2] = {}) {
  const other = (priceKurus: number) => aProduct(ctx, { variants: [{ stock: 3, priceKurus }] })
  const [dear, cheap] = [await other(15_000), await other(6_000)]
  const [dearer, cheaper] = [dear.variants[0]?.id ?? '', cheap.variants[0]?.id ?? '']
  const sizes = [
    { stock: 5, priceKurus: 10_000, size: 'S' },
    { stock: 2, priceKurus: 10_000, size: 'M' },
  ]
  const sale = await aDelivery(ctx, api, { quantity: 1, ...given, product: { variants: sizes, ...given.product } })
  const gone = new Map<string, number>()
  const initial = await stockByVariant(ctx.db)
  initial.set(sale.product.variants[0]?.id ?? '', 5)
  const medium = sale.product.variants[1]?.id ?? ''
  const swap = (newVariantId: string, more: object = {}) =>
    sale.own('POST', `/orders/${sale.orderId}/returns`, {
      kind: 'EXCHANGE',
      items: [{ itemId: sale.itemId, quantity: 1, newVariantId, reason: 'TOO_SMALL', ...more }],
    })
  const returnOf = async (id: string) => (await sale.staff('GET', `/admin/returns/${id}`)).body.data
  return {
    ...{ ...sale, medium, dearer, cheaper, swap, returnOf, dearerProduct: dear.id },
    /** Refunds beside others are carried through by the shop itself. */
    settle: () => settleOpenPayments({ ...ctx, clock: () => after(ctx.clock(), minutes(1)) }),
    /** Asked for, approved and received. */
    async arrived(newVariantId: string, condition = 'AS_NEW') {
      const { id, exchange } = (await swap(newVariantId)).body.data
      await sale.decide(id, 'approve')
      await sale.decide(id, 'receive', { condition })
      return { id: id as string, replacementId: exchange.orderId as string }
    },
    async pay(id: string, totalAmount: number, cardNumber = goodCard) {
      const { url } = (await sale.own('POST', `/returns/${id}/payment-link`)).body.data
      const token = String(url).split('token=')[1]
      const body = { token, totalAmount, paymentMethod: 'CARD', paymentData: paymentWith(cardNumber) }
      return api('POST', '/payment-links/payment', { body })
    },
    stockOf: async (id: string) => (await ctx.db.select().from(variants).where(eq(variants.id, id)))[0]?.stock,
    orderRow: async (id: string) => (await ctx.db.select().from(orders).where(eq(orders.id, id)))[0],
    raise: (kurus: number) =>
      ctx.db.update(variants).set({ priceKurus: kurus }).where(eq(variants.productId, sale.product.id)),
    /** Somebody else takes all that there is; the books count it as gone. */
    async sellOut(id: string) {
      const [before] = await ctx.db.select().from(variants).where(eq(variants.id, id))
      await ctx.db.update(variants).set({ stock: 0 }).where(eq(variants.id, id))
      gone.set(id, before?.stock ?? 0)
    },
    books: () => auditBooks(ctx.db, new Map([...initial].map(([id, stock]) => [id, stock - (gone.get(id) ?? 0)]))),
  }
}

/** One exchanged for a dearer piece, 50 TL of it paid by card and 100 TL by the old piece, of an order with delivery. */
export async function exchanged(ctx: Ctx, api: Api, given: Parameters<typeof anExchange>[2] = {}) {
  const sale = await anExchange(ctx, api, { delivery: 3_990, ...given })
  const { id, replacementId } = await sale.arrived(sale.dearer)
  await sale.pay(id, 50)
  await sale.decide(id, 'complete', {})
  const refunds = async (orderId: string) =>
    (await sale.staff('GET', `/admin/orders/${orderId}`)).body.data.refunds.map(
      ({ amount, status }: { amount: number; status: string }) => [amount, status],
    )
  return { ...sale, replacementId, refunds }
}
