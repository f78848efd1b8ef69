import { buyerOfKey, openPurchase } from '#shop/accounts/guests/keys.ts'
import { type Ctx, newId } from '#shop/ctx.ts'
import { linkOf } from '#shop/orders/guests/links.ts'
import type { orders } from '#shop/orders/schema.ts'
import type { World } from '../payment-truths.ts'

function shopperOf({ ctx }: Pick<World, 'ctx'>, id: string): Ctx {
  return { ...ctx, actor: { kind: 'user', id, sessionId: newId(), address: '127.0.0.1', rights: [] } }
}

/** Anybody who opens a link. */
export function stranger(ctx: Ctx): Ctx {
  return { ...ctx, actor: { kind: 'guest', address: '127.0.0.1' } }
}

/** The shopper at the checkout: two have an account, the third makes one some day, and the fourth never uses it. */
export async function toBuy({ ctx, shoppers, guest }: World, shopper: number): Promise<Ctx> {
  const id = shopper < 3 ? shoppers[shopper] : undefined
  if (id) return shopperOf({ ctx }, id)
  const { token } = await openPurchase(ctx, guest.id)
  return { ...ctx, actor: await buyerOfKey(stranger(ctx), token) }
}

type Bought = Pick<typeof orders.$inferSelect, 'id' | 'userId' | 'guest' | 'email'>

/** She whose order it is: by her account, or by the link in the mails of this order. */
export async function herOf({ ctx, guest }: Pick<World, 'ctx' | 'guest'>, order: Bought | undefined): Promise<Ctx> {
  if (!order?.guest) return shopperOf({ ctx }, order?.userId ?? '')
  const key = guest.keys.get(order.id) ?? (await linkOf(ctx, order.id, order.email))
  guest.keys.set(order.id, key)
  return { ...ctx, actor: await buyerOfKey(stranger(ctx), key) }
}
