import { findProduct } from '#shop/catalog/products.ts'
import { settleOpenPayments } from '#shop/checkout/recovery.ts'
import type { Ctx } from '#shop/ctx.ts'
import { minutes } from '#shop/time.ts'
import { aPayment } from '../checkout.ts'
import { aProduct, aUser, signIn } from '../factories.ts'
import type { Api, TestClock } from '../shop.ts'
import type { IyzicoSimulator } from './iyzico-simulator.ts'

export const stockOf = async (ctx: Ctx, id: string) => (await findProduct(ctx, id))?.variants[0]?.stock

/** A shopper with something to buy; `pay` buys it. */
export async function aShopper(ctx: Ctx, api: Api) {
  const product = await aProduct(ctx, { variants: [{ stock: 5, priceKurus: 119_950 }] })
  const token = await signIn(ctx, await aUser(ctx))
  const pay = (card: string, headers = {}) =>
    api('POST', '/payments/create', { token, headers, body: aPayment(product, { card, quantity: 2 }) })
  const stateOf = async (orderId: string) => (await api('GET', `/payments/${orderId}`, { token })).body.data
  return { product, token, pay, stateOf, orders: async () => (await api('GET', '/orders/my', { token })).body.data }
}

export const charged = (iyzico: IyzicoSimulator) => [...iyzico.payments.values()].filter((p) => p.status === 'SUCCESS')
export const paths = (iyzico: IyzicoSimulator) => iyzico.calls.map((call) => call.path)

/** Lets milliseconds pass, in steps after each of which the shop settles what is open. */
export async function passes(ctx: Ctx, clock: TestClock, time: number, step = Math.max(minutes(5), time / 40)) {
  for (let gone = 0; gone < time; gone += step) {
    clock.forward(Math.min(step, time - gone))
    await settleOpenPayments(ctx)
  }
}
