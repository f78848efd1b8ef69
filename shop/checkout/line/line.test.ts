import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { aPayment, poorCard } from '#test/checkout.ts'
import { aProduct, aUser } from '#test/factories.ts'
import { toldBank } from '#test/outside/told-bank.ts'
import { test } from '#test/shop.ts'
import { comesIn, inLine as waitForSize } from '#test/waiting/line.ts'
import type { Product } from '../../catalog/products.ts'
import { variants } from '../../catalog/schema.ts'
import { type Ctx, newId } from '../../ctx.ts'
import { ShopError } from '../../errors.ts'
import type { Turn } from '../../ports.ts'
import { noticeToken } from '../../restock/links.ts'
import { minutes } from '../../time.ts'
import { NewPayment } from '../contract.ts'
import { placeOrder } from '../place-order.ts'
import { LocalLine } from './line.ts'
import { callNext, forgetOldPlaces, joinLine, leaveCheckoutLine, spendPlace } from './places.ts'
import { linePlaces } from './schema.ts'

const atBank = { kind: '3ds', paymentId: 'p1', redirectUrl: 'http://bank.test/1' } as const

/** Nothing moves by itself: the test says when. */
const options = { atOnce: 1, every: 2 ** 31 - 1, grace: 0 }

type Place = { ticket: string; place: number; ahead: number; seconds: number | null }

/** A shop with a line, and as many let in already as wait in memory: the next has to stand in line. */
async function aCrowd(base: Ctx) {
  const line = new LocalLine(() => base, options)
  const ctx = { ...base, line }
  const inside: Turn[] = []
  const come = async () => {
    for (let n = inside.length; n < 10; n++) inside.push(await line.enter(aBuyer()))
  }
  await come()
  return {
    ctx,
    line,
    leave: () => {
      for (const turn of inside.splice(0)) turn.end()
    },
    /** As many as before, and one who waits: there is a line again. */
    async comeAgain(product: Product) {
      await line.move()
      await come()
      placeOf(await (await aShopper(ctx, product))())
    },
  }
}

function aBuyer() {
  return { person: newId(), network: newId(), variantIds: [], ticket: undefined, holdsAll: async () => false }
}

/** A shopper of one product; gives the payment's status, her place while she has to wait, or why she is refused. */
async function aShopper(base: Ctx, product: Product, address = newId()) {
  const { id } = await aUser(base)
  const actor = { kind: 'user' as const, id, sessionId: newId(), address, rights: [] }
  return async (given: { ticket?: string | undefined; card?: string; more?: object; line?: LocalLine } = {}) => {
    const { orderData, paymentData } = aPayment(product, given.card ? { card: given.card } : {})
    const input = NewPayment.parse({ orderData: { ...orderData, ...given.more }, paymentData })
    try {
      const ctx = given.line ? { ...base, line: given.line } : base
      return (await placeOrder({ ...ctx, actor }, input, undefined, given.ticket)).status
    } catch (error) {
      if (!(error instanceof ShopError)) throw error
      return error.code === 'IN_LINE' ? (error.data as Place) : error.code
    }
  }
}

const placeOf = (answer: Awaited<ReturnType<Awaited<ReturnType<typeof aShopper>>>>): Place => {
  if (typeof answer === 'string') throw new Error(`she is not in line: ${answer}`)
  return answer
}

/** The line moves until this place is called. */
async function moveTo(line: LocalLine, place: number) {
  while (line.state().called < place) await line.move()
}

describe('the line before the checkout', () => {
  test('is not there while few come', async ({ ctx: base }) => {
    const ctx = { ...base, line: new LocalLine(() => base, options) }
    const product = await aProduct(ctx)
    const pay = await aShopper(ctx, product)
    expect(await pay()).toBe('SUCCESS')
    expect(ctx.line.state().open).toBe(false)
    expect(await ctx.db.select().from(linePlaces)).toEqual([])
  })

  test('calls who came first, and lets nobody in before', async ({ ctx: base }) => {
    const { ctx, line, leave } = await aCrowd(base)
    const product = await aProduct(ctx, { variants: [{ stock: 50 }] })
    const pays = await Promise.all(Array.from({ length: 3 }, () => aShopper(ctx, product)))
    const places = []
    for (const pay of pays) places.push(placeOf(await pay()))
    const [first, second, third] = places
    expect([first?.ahead, second?.ahead, third?.ahead]).toEqual([0, 1, 2])
    await line.move()
    expect(line.state().called, 'while there is no room nobody is called').toBeLessThan(first?.place ?? 0)
    expect(await pays[0]?.({ ticket: first?.ticket })).toMatchObject({ place: first?.place })
    leave()
    await moveTo(line, first?.place ?? 0)
    expect(await pays[0]?.({ ticket: first?.ticket })).toBe('SUCCESS')
    await moveTo(line, third?.place ?? 0)
    // Without the ticket too, as a program that knows nothing of it would.
    expect(await pays[2]?.()).toBe('SUCCESS')
    expect(await pays[1]?.({ ticket: second?.ticket })).toBe('SUCCESS')
  })

  test('gives one place, however often and from wherever she asks, also after a restart', async ({ ctx: base }) => {
    const { ctx } = await aCrowd(base)
    const pay = await aShopper(ctx, await aProduct(ctx))
    const first = placeOf(await pay())
    await (await aShopper(ctx, await aProduct(ctx)))()
    const again = await Promise.all([pay(), pay(), pay({ ticket: first.ticket })])
    const restarted = new LocalLine(() => base, options)
    await restarted.hear()
    again.push(await pay({ line: restarted }), await pay({ line: restarted, ticket: first.ticket }))
    expect(new Set(again.map((answer) => placeOf(answer).place))).toEqual(new Set([first.place]))
  })

  test('knows whose ticket it is: another’s, or one made up, is none', async ({ ctx: base }) => {
    const { ctx, line, leave, comeAgain } = await aCrowd(base)
    const product = await aProduct(ctx, { variants: [{ stock: 50 }] })
    const [hers, other] = [await aShopper(ctx, product), await aShopper(ctx, product)]
    const { ticket, place } = placeOf(await hers())
    leave()
    await moveTo(line, place)
    await comeAgain(product)
    const own = placeOf(await other())
    for (const wrong of [ticket, own.ticket.replace(/^\d+/, String(place)), `1.${'a'.repeat(22)}`, 'x'])
      expect(await other({ ticket: wrong }), wrong).toMatchObject({ place: own.place })
    await leaveCheckoutLine(ctx, `${place}.${'a'.repeat(22)}`)
    expect(await hers({ ticket })).toBe('SUCCESS')
  })

  test('a place is good for one order: a refused card leaves it good, a bought piece does not', async ({
    ctx: base,
  }) => {
    const { ctx, line, leave, comeAgain } = await aCrowd(base)
    const product = await aProduct(ctx, { variants: [{ stock: 50 }] })
    const pay = await aShopper(ctx, product)
    const { ticket, place } = placeOf(await pay())
    leave()
    await moveTo(line, place)
    await comeAgain(product)
    expect(await pay({ ticket, card: poorCard })).toBe('DECLINED')
    expect(await pay({ ticket })).toBe('SUCCESS')
    expect(placeOf(await pay({ ticket })).place).toBeGreaterThan(place)
  })

  test('a place that was called is kept for a quarter of an hour, then she stands behind the others', async ({
    ctx: base,
    clock,
  }) => {
    const { ctx, line, leave, comeAgain } = await aCrowd(base)
    const product = await aProduct(ctx, { variants: [{ stock: 50 }] })
    const [punctual, late] = [await aShopper(ctx, product), await aShopper(ctx, product)]
    const [hers, others] = [placeOf(await punctual()), placeOf(await late())]
    leave()
    await moveTo(line, others.place)
    await comeAgain(product)
    clock.forward(minutes(14))
    await forgetOldPlaces(ctx)
    expect(await punctual({ ticket: hers.ticket })).toBe('SUCCESS')
    clock.forward(minutes(2))
    await forgetOldPlaces(ctx)
    expect(placeOf(await late({ ticket: others.ticket })).place).toBeGreaterThan(others.place)
  })

  test('who holds what she buys is let in: a piece kept for her, one that she left at her bank', async ({
    ctx: base,
  }) => {
    const bank = toldBank()
    const { ctx, leave } = await aCrowd(bank.of(base))
    const kept = await aProduct(ctx, { variants: [{ size: 'M', stock: 0 }] })
    const [requestId = ''] = await waitForSize(ctx, { productId: kept.id }, ['sirada'])
    await comesIn(ctx, kept.variants[0]?.id ?? '', 2)
    const more = { stockNotices: [noticeToken(ctx, requestId)] }
    bank.says.charge = [atBank]
    expect(await (await aShopper(ctx, kept))({ more })).toBe('3DS_REQUIRED')
    expect(await (await aShopper(ctx, kept))({ more }), 'the link keeps nothing now').toMatchObject({ ahead: 0 })

    leave()
    const pay = await aShopper({ ...bank.of(base) }, await aProduct(ctx))
    bank.says.charge = [atBank, atBank]
    expect(await pay()).toBe('3DS_REQUIRED')
    const { line } = await aCrowd(bank.of(base))
    bank.says.find = [atBank]
    expect(await pay({ line })).toBe('3DS_REQUIRED')
    bank.says.find = [atBank]
    const dearer = { cartItems: [{ ...aPayment(kept).orderData.cartItems[0] }] }
    expect(await pay({ line, more: dearer }), 'another piece is not hers').toMatchObject({ ahead: 1 })
  })

  test('who wants only what is sold out is told at once, and does not wait for it', async ({ ctx: base }) => {
    const { ctx, line } = await aCrowd(base)
    const product = await aProduct(ctx, { variants: [{ stock: 1 }] })
    const variantId = product.variants[0]?.id ?? ''
    const [first, second] = [await aShopper(ctx, product), await aShopper(ctx, product)]
    placeOf(await first())
    expect(line.state().soldOut).toEqual([])
    await ctx.db.update(variants).set({ stock: 0 }).where(eq(variants.id, variantId))
    await (await aShopper(ctx, await aProduct(ctx)))()
    await line.move()
    expect(line.state().soldOut).toEqual([variantId])
    expect(await ctx.db.select().from(linePlaces), 'only who wants something else waits').toHaveLength(1)
    expect(await second()).toBe('OUT_OF_STOCK')
  })

  test('whoever has had her turn and asked elsewhere goes on before those who have not had theirs', async ({
    ctx: base,
  }) => {
    const line = new LocalLine(() => base, options)
    const [first, second, third] = await Promise.all([aBuyer(), aBuyer(), aBuyer()].map((buyer) => line.enter(buyer)))
    const done: string[] = []
    await first?.take(async () => void done.push('first'))
    await second?.take(async () => {
      third?.take(async () => void done.push('third'))
      first?.take(async () => void done.push('first again'))
      done.push('second')
    })
    await third?.take(async () => {})
    expect(done).toEqual(['first', 'second', 'first again', 'third'])
  })

  test('of one network so many wait as may pay', async ({ ctx: base }) => {
    const { ctx } = await aCrowd(base)
    const product = await aProduct(ctx)
    const answers = []
    for (let n = 0; n < 11; n++) answers.push(await (await aShopper(ctx, product, '198.51.100.7'))())
    expect(answers.map((answer) => typeof answer)).toEqual([...Array(10).fill('object'), 'string'])
    expect(answers.at(-1)).toBe('RATE_LIMITED')
  })

  test('who leaves makes room', async ({ ctx: base }) => {
    const { ctx, line } = await aCrowd(base)
    const product = await aProduct(ctx)
    const { ticket } = placeOf(await (await aShopper(ctx, product))())
    await leaveCheckoutLine(ctx, ticket)
    await line.move()
    expect(line.state().open).toBe(false)
  })

  test('is good for one order of hers, and not before it is called', async ({ ctx }) => {
    const person = (await aUser(ctx)).id
    const place = (await joinLine(ctx, [{ person, network: 'f2c1', variantIds: [] }])).get(person)?.place ?? 0
    const spend = (whose = person) => spendPlace(ctx, { place, person: whose, orderId: newId() })
    expect(await spend()).toBe(false)
    await callNext(ctx, 1)
    expect([await spend(newId()), await spend(), await spend()]).toEqual([false, true, false])
  })
})
