import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { auditBooks } from '#test/books.ts'
import { aPayment, goodCard, paymentWith } from '#test/checkout.ts'
import { depsOn } from '#test/deps.ts'
import { aProduct, aUser } from '#test/factories.ts'
import { shopOnPostgres } from '#test/running-shop.ts'
import { variants } from '../../catalog/schema.ts'
import { NewPayment } from '../../checkout/contract.ts'
import { placeOrder } from '../../checkout/place-order.ts'
import { settleOpenPayments } from '../../checkout/recovery.ts'
import { type Ctx, newId } from '../../ctx.ts'
import { ShopError } from '../../errors.ts'
import { LinkPayment } from '../../order-desk/contract.ts'
import { payByLink } from '../../order-desk/pay-by-link.ts'
import { refundFreely } from '../../orders/refunds.ts'
import { orderItems } from '../../orders/schema.ts'
import { cancelMyOrder, changeOrderStatus } from '../../orders/status.ts'
import { after, days, minutes } from '../../time.ts'
import { approveReturn, completeReturn, receiveReturn, refuseReturn } from '../decisions.ts'
import { askForReturn, takeReturnBack } from '../requests.ts'
import { getReturn } from '../returns.ts'
import { endForgottenReservations, makeDifferenceLink, turnIntoReturn } from './again.ts'

const rounds = 5
const stock = 5
const initial = new Map<string, number>()
const postgres = shopOnPostgres()
let ctx: Ctx
let now: Date

beforeEach(() => {
  now = new Date('2026-11-20T09:00:00Z')
  const deps = depsOn(postgres.handle.db, postgres.env, { clock: () => now })
  ctx = { ...deps, actor: { kind: 'system' }, requestId: newId() }
})

async function aPiece(priceKurus: number, units = stock) {
  const product = await aProduct(ctx, { variants: [{ stock: units, priceKurus }] })
  const id = product.variants[0]?.id ?? ''
  initial.set(id, units)
  return { product, id }
}

/** A delivered order of one piece of 100 TL, which its buyer may exchange for `newVariantId`. */
async function aDelivery(newVariantId: string) {
  const { product } = await aPiece(10_000)
  const actor = { kind: 'user' as const, id: (await aUser(ctx)).id, sessionId: newId(), address: newId(), rights: [] }
  const hers: Ctx = { ...ctx, actor }
  const { orderId } = await placeOrder(hers, NewPayment.parse(aPayment(product)), undefined)
  await changeOrderStatus(ctx, orderId, { status: 'DELIVERED' })
  const [item] = await ctx.db.select().from(orderItems).where(eq(orderItems.orderId, orderId))
  const piece = { itemId: item?.id ?? '', quantity: 1, reason: 'OTHER' as const }
  const more = { note: '', images: [] }
  const exchange = () => askForReturn(hers, orderId, { kind: 'EXCHANGE', items: [{ ...piece, newVariantId }], ...more })
  const giveBack = () => askForReturn(hers, orderId, { kind: 'RETURN', items: [piece], ...more })
  const arrived = async () => {
    const { id, replacementId } = await exchange()
    await approveReturn(ctx, id)
    await receiveReturn(ctx, id, { condition: 'AS_NEW', items: [] })
    return { id, replacementId: replacementId ?? '' }
  }
  const pay = async (id: string, totalAmount: number) => {
    const token = (await makeDifferenceLink(hers, id)).url.split('token=')[1]
    return payByLink(hers, LinkPayment.parse({ token, totalAmount, paymentData: paymentWith(goodCard) }))
  }
  return { hers, orderId, exchange, giveBack, arrived, pay }
}

async function stockOf(id: string) {
  return (await ctx.db.select().from(variants).where(eq(variants.id, id)))[0]?.stock
}

/** 'done', or the code of the refusal, of works begun at once. */
function race(...works: Promise<unknown>[]): Promise<string[]> {
  return Promise.all(
    works.map((work) =>
      work.then(
        () => 'done',
        (error: unknown) => {
          if (error instanceof ShopError) return error.code
          throw error
        },
      ),
    ),
  )
}

async function booksAgree() {
  now = after(now, minutes(5))
  await settleOpenPayments(ctx)
  expect(await auditBooks(ctx.db, initial)).toEqual([])
}

const again = { withoutParcel: false }

describe('exchanges, at once', () => {
  test('one piece is exchanged twice and returned: one of them', async () => {
    const { id } = await aPiece(10_000, 20)
    for (let i = 0; i < rounds; i++) {
      const { exchange, giveBack } = await aDelivery(id)
      expect((await race(exchange(), exchange(), giveBack())).toSorted()).toEqual(['CONFLICT', 'CONFLICT', 'done'])
    }
    await booksAgree()
  })

  test('two want the last piece: one has it', async () => {
    for (let i = 0; i < rounds; i++) {
      const { id } = await aPiece(10_000, 1)
      const [one, other] = [await aDelivery(id), await aDelivery(id)]
      expect((await race(one.exchange(), other.exchange())).toSorted()).toEqual(['OUT_OF_STOCK', 'done'])
      expect(await stockOf(id)).toBe(0)
    }
    await booksAgree()
  })

  test('completed twice, its new order cancelled, and money of the old one given back: never more than was paid', async () => {
    for (const price of [10_000, 6_000]) {
      const { id: piece } = await aPiece(price, 20)
      for (let i = 0; i < rounds; i++) {
        const { arrived, hers, orderId } = await aDelivery(piece)
        const { id, replacementId } = await arrived()
        await race(
          completeReturn(ctx, id, again),
          completeReturn(ctx, id, again),
          cancelMyOrder(hers, replacementId),
          refundFreely(ctx, orderId, { amountKurus: 3_000, reason: 'Gecikme' }),
        )
      }
    }
    await booksAgree()
  })

  test('completed, refused, and turned into a return: one end', async () => {
    const { id: piece } = await aPiece(10_000, 20)
    for (let i = 0; i < rounds; i++) {
      const { arrived, hers } = await aDelivery(piece)
      const { id } = await arrived()
      await race(
        completeReturn(ctx, id, again),
        refuseReturn(ctx, id, { reason: 'Yıpranmış' }),
        turnIntoReturn(hers, id),
      )
    }
    await booksAgree()
  })

  test('its difference is paid twice while it is taken back: what it does not need goes back', async () => {
    const { id: piece } = await aPiece(15_000, 20)
    for (let i = 0; i < rounds; i++) {
      const { exchange, pay, hers } = await aDelivery(piece)
      const { id } = await exchange()
      await race(pay(id, 50), pay(id, 50), takeReturnBack(hers, id))
      await booksAgree()
      const { status } = await getReturn(hers, id)
      if (status !== 'CANCELLED') await takeReturnBack(hers, id)
      await booksAgree()
    }
    expect(await stockOf(piece)).toBe(20)
  })

  test('what was kept is given up in the minute in which the old piece comes: it is kept, or taken again', async () => {
    const { id: piece } = await aPiece(10_000, 20)
    for (let i = 0; i < rounds; i++) {
      const { exchange } = await aDelivery(piece)
      const { id } = await exchange()
      await approveReturn(ctx, id)
      now = after(now, days(11))
      const receive = receiveReturn(ctx, id, { condition: 'AS_NEW', items: [] })
      expect(await race(endForgottenReservations(ctx), receive)).toEqual(['done', 'done'])
      await completeReturn(ctx, id, again)
    }
    await booksAgree()
    expect(await stockOf(piece)).toBe(20 - rounds)
  })
})
