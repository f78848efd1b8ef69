import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { findProduct } from '#shop/catalog/products.ts'
import type { Ctx } from '#shop/ctx.ts'
import { orders } from '#shop/orders/schema.ts'
import { aPayment } from '../checkout.ts'
import { aProduct, aUser, signIn } from '../factories.ts'
import { mailsOf } from '../mails.ts'
import type { Api } from '../shop.ts'

export const stockOf = async (ctx: Ctx, id: string) => (await findProduct(ctx, id))?.variants[0]?.stock

/** The code of the newest mail that has one. */
export async function mailedCode(ctx: Ctx): Promise<string> {
  const mail = (await mailsOf(ctx)).findLast(({ kind }) => kind === 'door-code')
  return /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? 'no code was mailed'
}

/** A shopper who begins to buy pieces of 1.199 TL at the door, where that costs 49 TL. */
export async function aBeginning(ctx: Ctx, api: Api, quantity = 1) {
  const product = await aProduct(ctx, { variants: [{ stock: 3, priceKurus: 119_900 }] })
  const user = await aUser(ctx)
  const token = await signIn(ctx, user)
  const { orderData } = aPayment(product, { quantity, totalAmount: 1199 * quantity + 49 })
  const body = { orderData, paymentMethod: 'CASH_ON_DELIVERY' }
  const buy = (more: object = {}) => api('POST', '/payments/create', { token, body: { ...body, ...more } })
  const begun = await buy()
  const { orderId } = begun.body.data ?? {}
  const enter = (code: string) => api('POST', `/payments/${orderId}/code`, { token, body: { code } })
  const resend = () => api('POST', `/payments/${orderId}/code/resend`, { token })
  const state = () => api('GET', `/payments/${orderId}`, { token })
  const orderNow = async () => (await ctx.db.select().from(orders).where(eq(orders.id, orderId)))[0]
  const mine = async () => (await api('GET', '/orders/my', { token })).body.data
  return { product, user, token, orderData, body, buy, begun, orderId, enter, resend, state, orderNow, mine }
}

export async function aStaff(ctx: Ctx, api: Api) {
  const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  return (method: string, path: string, body?: unknown) => api(method, path, { token, body })
}

/** Her order, confirmed by the code, and an admin. */
export async function aPlaced(ctx: Ctx, api: Api, quantity?: number) {
  const beginning = await aBeginning(ctx, api, quantity)
  expect((await beginning.enter(await mailedCode(ctx))).status).toBe(200)
  return { ...beginning, admin: await aStaff(ctx, api) }
}
