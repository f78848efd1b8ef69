import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { aPayment } from '#test/checkout.ts'
import { depsOn } from '#test/deps.ts'
import { aProduct, aUser } from '#test/factories.ts'
import { shopOnPostgres } from '#test/running-shop.ts'
import { variants } from '../../../catalog/schema.ts'
import { type Ctx, newId } from '../../../ctx.ts'
import { ShopError } from '../../../errors.ts'
import { mails } from '../../../mail/schema.ts'
import { orderEvents, orders } from '../../../orders/schema.ts'
import { cancelMyOrder } from '../../../orders/status.ts'
import { paymentAttempts } from '../../../payments/schema.ts'
import { type Right, rights } from '../../../rights.ts'
import { minutes } from '../../../time.ts'
import { NewPayment } from '../../contract.ts'
import { placeOrder } from '../../place-order.ts'
import { markCollected, markRefused } from './collect.ts'
import { confirmAtDoor, endForgottenCodes, endOwnCodes } from './confirm.ts'

const races = 12
const stock = 5

const postgres = shopOnPostgres()
let clock: Date
let ctx: Ctx

beforeEach(() => {
  clock = new Date('2026-11-20T09:00:00Z')
  const deps = depsOn(postgres.handle.db, postgres.env, { clock: () => clock })
  ctx = { ...deps, actor: { kind: 'system' }, requestId: newId() }
})

function as(id: string, rights: readonly Right[] = []): Ctx {
  return { ...ctx, actor: { kind: 'user', id, sessionId: newId(), address: newId(), rights }, requestId: newId() }
}

let phones = 0

/** An order of one piece that waits for its code, and how it stands in all books. */
async function aBeginning() {
  const product = await aProduct(ctx, { variants: [{ stock, priceKurus: 95_100 }] })
  const shopper = as((await aUser(ctx)).id)
  const { orderData } = aPayment(product, { totalAmount: 1000 })
  const customerInfo = { ...orderData.customerInfo, phone: `0533 ${String(++phones).padStart(7, '0')}` }
  const input = NewPayment.parse({ orderData: { ...orderData, customerInfo }, paymentMethod: 'CASH_ON_DELIVERY' })
  const buy = (who = shopper) => placeOrder(who, input, undefined)
  const { orderId } = await buy()
  const ofOrder = async () => (await ctx.db.select().from(mails)).filter(({ text }) => text.includes(shown(orderId)))
  const code = /\b\d{6}\b/.exec((await ofOrder())[0]?.text ?? '')?.[0] ?? 'none'
  const books = async () => {
    const [order] = await ctx.db.select().from(orders).where(eq(orders.id, orderId))
    const [attempt] = await ctx.db.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, orderId))
    const events = await ctx.db.select().from(orderEvents).where(eq(orderEvents.orderId, orderId))
    const [variant] = await ctx.db.select().from(variants).where(eq(variants.productId, product.id))
    return {
      order: order?.status,
      attempt: attempt?.status,
      placed: order?.placedAt !== null,
      paid: order?.paidAt !== null,
      left: variant?.stock,
      events: events.map(({ type }) => type).sort(),
      mails: (await ofOrder()).map(({ kind }) => kind).sort(),
    }
  }
  return { shopper, orderId, code, buy, books }
}

const shown = (id: string) => `#${id.slice(-8).toUpperCase()}`

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

const placedOnce = { attempt: 'AWAITING_COLLECTION', placed: true, left: stock - 1, events: ['placed'] }
const ended = { attempt: 'EXPIRED', placed: false, left: stock, events: [], mails: ['door-code'] }

describe('at the door, at once', () => {
  test('the right code comes three times: one order, one confirmation', async () => {
    for (let i = 0; i < races; i++) {
      const { shopper, orderId, code, books } = await aBeginning()
      const enter = () => confirmAtDoor(shopper, orderId, code)
      expect(await race(enter(), enter(), enter())).toEqual(['done', 'done', 'done'])
      expect(await books()).toMatchObject({ ...placedOnce, mails: ['door-code', 'order-confirmation'] })
    }
  })

  test('wrong codes beside each other use up their tries, and no right one is taken after the fifth', async () => {
    const { shopper, orderId, code, books } = await aBeginning()
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    const answers = await race(...Array.from({ length: 8 }, () => confirmAtDoor(shopper, orderId, wrong)))
    expect(answers.toSorted()).toEqual([...Array(4).fill('CODE_OVER'), ...Array(4).fill('WRONG_CODE')])
    expect(await race(confirmAtDoor(shopper, orderId, code))).toEqual(['CODE_OVER'])
    expect(await books()).toMatchObject(ended)
  })

  test('the code and another payment of hers: the order stands or its units are back, never half', async () => {
    for (let i = 0; i < races; i++) {
      const { shopper, orderId, code, books } = await aBeginning()
      const [entered] = await race(confirmAtDoor(shopper, orderId, code), endOwnCodes(ctx, userOf(shopper)))
      expect(await books()).toMatchObject(entered === 'done' ? placedOnce : ended)
    }
  })

  test('the code and its cancellation: an order that is cancelled was placed, and its units are back once', async () => {
    for (let i = 0; i < races; i++) {
      const { shopper, orderId, code, books } = await aBeginning()
      const [entered, cancelled] = await race(confirmAtDoor(shopper, orderId, code), cancelMyOrder(shopper, orderId))
      expect(entered).toBe('done')
      const gone = {
        order: 'CANCELLED',
        attempt: 'EXPIRED',
        placed: true,
        left: stock,
        events: ['cancelled', 'placed'],
      }
      expect(await books()).toMatchObject(cancelled === 'done' ? gone : placedOnce)
    }
  })

  test('the time is up in several processes: the units are back once', async () => {
    const { shopper, orderId, code, books } = await aBeginning()
    clock = new Date(clock.getTime() + minutes(ctx.config.holdMinutes) + 1)
    const late = confirmAtDoor(shopper, orderId, code)
    expect(await race(endForgottenCodes(ctx), late, endForgottenCodes(ctx))).toEqual(['done', 'CODE_OVER', 'done'])
    expect(await books()).toMatchObject(ended)
  })

  test('two admins mark the money, a third the refusal: one of them is right, and all agree', async () => {
    const owners = await Promise.all([0, 1, 2].map(async () => as((await aUser(ctx, { role: 'ADMIN' })).id, rights)))
    const [one = ctx, two = ctx, three = ctx] = owners
    for (let i = 0; i < races; i++) {
      const { shopper, orderId, code, books } = await aBeginning()
      await confirmAtDoor(shopper, orderId, code)
      await ctx.db.update(orders).set({ status: 'SHIPPED' }).where(eq(orders.id, orderId))
      const answers = await race(markCollected(one, orderId), markCollected(two, orderId), markRefused(three, orderId))
      expect(answers.toSorted()).toEqual(['CONFLICT', 'CONFLICT', 'done'])
      const sold = { order: 'SHIPPED', attempt: 'SUCCEEDED', paid: true, left: stock - 1, events: ['paid', 'placed'] }
      const refused = {
        order: 'CANCELLED',
        attempt: 'EXPIRED',
        paid: false,
        left: stock,
        events: ['cancelled', 'placed'],
      }
      expect(await books()).toMatchObject(answers[2] === 'done' ? refused : sold)
    }
  })

  test('accounts with one telephone begin more than it may have: no more than two fit', async () => {
    const { buy } = await aBeginning()
    const others = await Promise.all(Array.from({ length: 5 }, async () => as((await aUser(ctx)).id)))
    const answers = await race(...others.map((other) => buy(other)))
    expect(answers.toSorted()).toEqual([...Array(4).fill('METHOD_UNAVAILABLE'), 'done'])
  })
})

function userOf({ actor }: Ctx): string {
  return actor.kind === 'user' ? actor.id : ''
}
