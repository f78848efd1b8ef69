import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aPayment } from '#test/checkout.ts'
import { depsOn } from '#test/deps.ts'
import { aProduct, aUser } from '#test/factories.ts'
import { shopOnPostgres } from '#test/running-shop.ts'
import { NewPayment } from '../checkout/contract.ts'
import { placeOrder } from '../checkout/place-order.ts'
import { type Ctx, newId } from '../ctx.ts'
import { ShopError } from '../errors.ts'
import { mails } from '../mail/schema.ts'
import { changeOrderStatus } from '../orders/status.ts'
import { type Right, rights } from '../rights.ts'
import { after, days } from '../time.ts'
import { approveReview, refuseReview } from './inbox.ts'
import { askForReviews } from './requests.ts'
import { changeReview, deleteReview, writeReview } from './reviews.ts'
import { reviewRequests, reviews } from './schema.ts'

const now = new Date('2026-11-20T09:00:00Z')
const races = 8

const postgres = shopOnPostgres()
let ctx: Ctx
let owner: Ctx

beforeEach(async () => {
  const deps = depsOn(postgres.handle.db, postgres.env, { clock: () => now })
  ctx = { ...deps, actor: { kind: 'system' }, requestId: newId() }
  owner = as((await aUser(ctx, { role: 'ADMIN' })).id, rights)
})

function as(id: string, rights: readonly Right[] = []): Ctx {
  return { ...ctx, actor: { kind: 'user', id, sessionId: newId(), address: newId(), rights }, requestId: newId() }
}

/** Delivered orders of one shopper, each of one piece of the same product. */
async function aShopper(orders = 1) {
  const product = await aProduct(ctx, { variants: [{ stock: 10, priceKurus: 10_000 }] })
  const shopper = as((await aUser(ctx)).id)
  const ids: string[] = []
  for (let n = 0; n < orders; n++) {
    const { orderId } = await placeOrder(shopper, NewPayment.parse(aPayment(product, { quantity: 1 })), undefined)
    await changeOrderStatus(owner, orderId, { status: 'DELIVERED' })
    ids.push(orderId)
  }
  const words = { stars: 4, fit: null, text: 'Güzel', height: null, sizeWorn: null, images: [] }
  const write = (orderId: string | undefined) =>
    writeReview(shopper, orderId ?? '', { ...words, productId: product.id })
  const of = () => ctx.db.select().from(reviews).where(eq(reviews.productId, product.id))
  return { shopper, ids, words, write, of }
}

/** 'done', or the code of the refusal, of works begun at once. */
function race(...works: Promise<unknown>[]): Promise<string[]> {
  return Promise.all(
    works.map((work) =>
      work.then(
        () => 'done',
        (error: unknown) => (error instanceof ShopError ? error.code : String(error)),
      ),
    ),
  )
}

test('of reviews of one person and product at once, by one order or by two, there is one', async () => {
  for (let n = 0; n < races; n++) {
    const { ids, write, of } = await aShopper(2)
    const outcome = await race(write(ids[0]), write(ids[0]), write(ids[1]), write(ids[1]))
    expect(outcome.sort()).toEqual(['CONFLICT', 'CONFLICT', 'CONFLICT', 'done'])
    expect(await of()).toHaveLength(1)
  }
})

test('nobody publishes what its author changes at the same moment', async () => {
  for (let n = 0; n < races; n++) {
    const { shopper, ids, words, write, of } = await aShopper()
    const { id } = await write(ids[0])
    const [approved] = await race(
      approveReview(owner, id, { version: 1 }),
      changeReview(shopper, id, { ...words, text: 'Küfür' }),
    )
    const [row] = await of()
    expect(['done', 'EDIT_CONFLICT']).toContain(approved)
    expect(row).toMatchObject({ text: 'Küfür', status: 'WAITING', version: 2 })
    const ends = await race(refuseReview(owner, id, { reason: 'Hakaret' }), deleteReview(shopper, id))
    expect(ends[1]).toBe('done')
    expect(await of()).toEqual([])
  }
})

test('of processes that ask for reviews at once each buyer hears once', async () => {
  const { ids } = await aShopper(3)
  const later = { ...ctx, clock: () => after(now, days(8)) }
  await Promise.all([1, 2, 3, 4].map(() => askForReviews(later)))
  for (const orderId of ids) {
    const asked = await ctx.db.select().from(reviewRequests).where(eq(reviewRequests.orderId, orderId))
    const sent = await ctx.db.select({ text: mails.text }).from(mails).where(eq(mails.kind, 'review-request'))
    expect([asked.length, sent.filter(({ text }) => text.includes(orderId)).length]).toEqual([1, 1])
  }
})
