import { eq } from 'drizzle-orm'
import type { Product } from '#shop/catalog/products.ts'
import { variants } from '#shop/catalog/schema.ts'
import type { Ctx } from '#shop/ctx.ts'
import { freeDelivery, saveDeliveryFee } from '#shop/settings/delivery-fee.ts'
import { auditBooks, stockByVariant } from '../books.ts'
import { aPayment, goodCard } from '../checkout.ts'
import { aProduct, aUser, signIn } from '../factories.ts'
import type { Api } from '../shop.ts'

type Given = {
  quantity?: number
  product?: Parameters<typeof aProduct>[1]
  status?: string
  method?: string
  /** Store credit in TL that she spends on it. */
  credit?: number
  installments?: string
  /** Per cent that a code takes off. */
  discount?: number
  /** The delivery fee in kuruş. */
  delivery?: number
}

/** A delivered order of one variant, three of five units, with her who bought it and the owner, each signed in whenever asked. */
export async function aDelivery(ctx: Ctx, api: Api, given: Given = {}) {
  const { quantity = 3, status = 'DELIVERED', method, credit = 0, installments, discount = 0, delivery = 0 } = given
  const product: Product = await aProduct(ctx, { variants: [{ stock: 5, priceKurus: 10_000 }], ...given.product })
  const initial = await stockByVariant(ctx.db)
  const [buyer, owner] = [await aUser(ctx), await aUser(ctx, { role: 'ADMIN' })]
  const own = async (verb: string, path: string, body?: unknown) =>
    api(verb, path, { token: await signIn(ctx, buyer), body })
  const staff = async (verb: string, path: string, body?: unknown) =>
    api(verb, path, { token: await signIn(ctx, owner), body })
  if (credit > 0) await staff('POST', `/admin/customers/${buyer.id}/credit`, { amount: credit, reason: 'Hediye' })
  const { paymentData, ...bought } = aPayment(product, { quantity })
  Object.assign(bought.orderData, { useCredit: credit > 0, totalAmount: bought.orderData.totalAmount - credit })
  if (installments) {
    const { cartItems } = bought.orderData
    const body = { cartItems, installments, cardPrefix: goodCard.slice(0, 8) }
    bought.orderData.totalAmount = (await own('POST', '/checkout/quote', body)).body.data.total
    paymentData.installments = installments
  }
  if (delivery > 0) {
    await saveDeliveryFee({ ...ctx, actor: { kind: 'system' } }, { ...freeDelivery, feeKurus: delivery })
    bought.orderData.totalAmount += delivery / 100
  }
  if (discount > 0) {
    await staff('POST', '/admin/coupons', { code: 'KOD', kind: 'PERCENT', value: discount })
    const totalAmount = (bought.orderData.totalAmount * (100 - discount)) / 100
    Object.assign(bought.orderData, { coupon: 'KOD', totalAmount })
  }
  const payment = method ? { ...bought, paymentMethod: method } : { ...bought, paymentData }
  const { body } = await own('POST', '/payments/create', payment)
  const orderId: string = body.data.orderId
  if (method === 'BANK_TRANSFER') {
    const receivedAt = ctx.clock().toISOString()
    await staff('POST', `/admin/orders/${orderId}/transfer`, { amount: body.data.totalAmount, receivedAt })
  }
  await staff('PUT', `/admin/orders/${orderId}/status`, { status })
  const itemId: string = (await own('GET', `/orders/${orderId}`)).body.data.items[0].id
  const ask = (quantity = 1, more: object = {}) => {
    const { reason = 'TOO_SMALL', ...rest } = more as { reason?: string }
    return own('POST', `/orders/${orderId}/returns`, { items: [{ itemId, quantity, reason }], ...rest })
  }
  const asked = async (...what: Parameters<typeof ask>): Promise<string> => (await ask(...what)).body.data.id
  const decide = (id: string, what: string, body?: object) => staff('POST', `/admin/returns/${id}/${what}`, body)
  const received = async (condition = 'AS_NEW', ...what: Parameters<typeof ask>) => {
    const id = await asked(...what)
    await decide(id, 'approve')
    await decide(id, 'receive', { condition })
    return id
  }
  return {
    ...{ product, buyer, owner, orderId, itemId, own, staff, ask, asked, decide, received },
    order: async () => (await own('GET', `/orders/${orderId}`)).body.data,
    stock: async () => {
      const [row] = await ctx.db.select().from(variants).where(eq(variants.productId, product.id))
      return row?.stock
    },
    books: () => auditBooks(ctx.db, initial),
  }
}
