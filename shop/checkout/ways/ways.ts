/**
 * The ways to pay. A way is a file or folder here that is entered in the one table below; what the owner has not switched on
 * costs a shopper nothing, not even a word.
 */

import type { Ctx } from '../../ctx.ts'
import { ShopError } from '../../errors.ts'
import { type PaymentMethod, paymentMethods } from '../../payment-method.ts'
import type { AttemptStatus } from '../../payments/schema.ts'
import { byCard } from './card.ts'
import { atDoor } from './door/door.ts'
import { byPage } from './page.ts'
import { byCredit } from './store-credit.ts'
import { byTransfer } from './transfer/transfer.ts'
import type { Purchase, Quote, Way, WayOffer } from './way.ts'

const ways: Record<PaymentMethod, Way> = {
  CARD: byCard,
  HOSTED: byPage,
  BANK_TRANSFER: byTransfer,
  CASH_ON_DELIVERY: atDoor,
  STORE_CREDIT: byCredit,
}

/** A way as a shopper is offered it. */
export type OfferedWay = { method: PaymentMethod } & WayOffer

/** All ways that are switched on, in their order. */
export async function listWays(ctx: Ctx, purchase: Purchase): Promise<OfferedWay[]> {
  const offers = await Promise.all(
    paymentMethods.map(async (method) => {
      const offer = await ways[method].offer(ctx, purchase)
      return offer ? [{ method, ...offer }] : []
    }),
  )
  return offers.flat()
}

/** The fee of a way, and why it cannot be taken for this purchase; METHOD_UNAVAILABLE where it is not switched on. */
export async function offerOf(ctx: Ctx, method: PaymentMethod, purchase: Purchase): Promise<WayOffer> {
  const offer = await ways[method].offer(ctx, purchase)
  if (!offer) throw unavailable('Bu ödeme yöntemi şu anda kullanılamıyor; lütfen başka bir yöntem seçin.')
  return offer
}

/** The way that a quote was made for; METHOD_UNAVAILABLE where it cannot be taken for this purchase. */
export function wayFor({ method, whyNot }: Quote): Way {
  if (whyNot) throw unavailable(whyNot)
  return ways[method]
}

/** The answer of the way whose attempts wait in this status; undefined where there is none. */
export function waitingOf(status: AttemptStatus): Way['waiting'] {
  return Object.values(ways).find((way) => way.waiting?.status === status)?.waiting
}

/** Checks the ways that would be on in a live shop, without a demo's made-up settings. */
export async function checkWays(ctx: Ctx) {
  const live: Ctx = { ...ctx, config: { ...ctx.config, mode: 'live' } }
  const checked = Object.values(ways).map(async ({ checks }) => {
    if (!checks) return []
    const { find, ...way } = checks
    const findings = await find(live)
    return findings.length > 0 ? [{ ...way, findings }] : []
  })
  return (await Promise.all(checked)).flat()
}

function unavailable(message: string): ShopError {
  return new ShopError('METHOD_UNAVAILABLE', message)
}
