import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser } from '#test/factories.ts'
import { backOf, type ChargeMood, wildBank } from '#test/outside/wild-bank.ts'
import { type TestClock, test } from '#test/shop.ts'
import { guestOf } from '../accounts/guests/guests.ts'
import { markVerified } from '../accounts/verification.ts'
import { createCampaign, listCampaigns, updateCampaign } from '../campaigns/campaigns.ts'
import { NewCampaign } from '../campaigns/contract.ts'
import { variants } from '../catalog/schema.ts'
import { type Actor, type Ctx, newId } from '../ctx.ts'
import { paymentAttempts } from '../payments/schema.ts'
import { saveGuestCheckout } from '../settings/guests/guest-checkout.ts'
import { hours, minutes } from '../time.ts'
import { NewPayment } from './contract.ts'
import { placeOrder } from './place-order.ts'
import { reconcileYesterday } from './reconciliation/reconciliation.ts'
import { settleOpenPayments } from './recovery.ts'
import { receiveWebhook } from './webhooks.ts'

function signedIn(id: string): Actor {
  return { kind: 'user', id, sessionId: newId(), address: newId(), rights: [] }
}

/** A shopper with a product of five units and a bank; each `buy` is one unit. */
async function aShopper(base: Ctx, clock: TestClock, given?: Actor) {
  const bank = wildBank()
  const ctx: Ctx = { ...base, payments: bank.provider }
  const product = await aProduct(ctx, { variants: [{ stock: 5, priceKurus: 10_000 }] })
  const actor = given ?? signedIn((await aUser(ctx)).id)
  return {
    ctx,
    bank,
    async buy(mood: ChargeMood, coupon?: string, as: Actor = actor) {
      bank.mood.charge = mood
      const { paymentData, orderData } = aPayment(product, coupon ? { totalAmount: 50 } : {})
      await placeOrder(
        { ...ctx, actor: as },
        NewPayment.parse({ paymentData, orderData: { ...orderData, coupon } }),
        undefined,
      )
      clock.forward(minutes(1))
    },
    /** Nothing came of what she tried. */
    async giveUp() {
      clock.forward(minutes(5))
      await settleOpenPayments(ctx)
    },
    /** The bank books everything late, and the shop hears of it. */
    async bookLate() {
      for (const charge of bank.charges) if (charge.status === 'LATE') bank.book(charge)
      clock.forward(hours(1))
      await settleOpenPayments(ctx)
      clock.forward(minutes(1))
      await settleOpenPayments(ctx)
    },
    async ends() {
      const attempts = await ctx.db.select().from(paymentAttempts).orderBy(paymentAttempts.createdAt)
      const [row] = await ctx.db.select().from(variants).where(eq(variants.productId, product.id))
      const kept = bank.charges.map((charge) => (charge.timesCharged ? charge.amountKurus - backOf(charge) : 0))
      return { attempts: attempts.map(({ status }) => status), stock: row?.stock, bankKeeps: kept }
    },
  }
}

test('a late charge of who has not bought again becomes her order', async ({ ctx, clock }) => {
  const shopper = await aShopper(ctx, clock)
  await shopper.buy('charges later')
  await shopper.giveUp()
  await shopper.bookLate()
  expect(await shopper.ends()).toEqual({ attempts: ['SUCCEEDED'], stock: 4, bankKeeps: [10_000] })
})

test('a late charge keeps the discount that she was promised, though the owner ended the campaign since', async ({
  ctx,
  clock,
}) => {
  const shopper = await aShopper(ctx, clock)
  const coupon = { kind: 'AMOUNT', value: 50, code: 'ELLI', totalLimit: 1 }
  const { id } = await createCampaign(ctx, NewCampaign.parse(coupon))
  await shopper.buy('charges later', 'ELLI')
  await shopper.giveUp()
  await updateCampaign(ctx, id, NewCampaign.parse({ ...coupon, active: false }))
  await shopper.bookLate()
  expect(await shopper.ends()).toEqual({ attempts: ['SUCCEEDED'], stock: 4, bankKeeps: [5_000] })
  const brought = { uses: 1, orders: 1, discountKurus: 5_000 }
  expect((await listCampaigns(ctx)).find((each) => each.id === id)).toMatchObject({ used: 1, brought })
})

test('a late charge goes back where another has used the last of what its campaign had to give', async ({
  ctx,
  clock,
}) => {
  const [shopper, other] = [await aShopper(ctx, clock), await aShopper(ctx, clock)]
  const { id } = await createCampaign(
    ctx,
    NewCampaign.parse({ kind: 'AMOUNT', value: 50, code: 'ELLI', totalLimit: 1 }),
  )
  await shopper.buy('charges later', 'ELLI')
  await shopper.giveUp()
  await other.buy('charges', 'ELLI')
  await shopper.bookLate()
  const { attempts, stock, bankKeeps } = await shopper.ends()
  expect({ attempts, stock, bankKeeps }).toEqual({ attempts: ['REFUNDED', 'SUCCEEDED'], stock: 5, bankKeeps: [0] })
  expect((await listCampaigns(ctx)).find((each) => each.id === id)).toMatchObject({ used: 1, brought: { orders: 1 } })
})

test('nor does who bought again without an account, and whose order is in her new account by now', async ({
  ctx,
  clock,
}) => {
  const email = 'ayse@posta.example'
  const guest = { kind: 'buyer', id: await guestOf(ctx, email), address: newId(), of: { since: clock.now } } as const
  await saveGuestCheckout(ctx, { on: true })
  const shopper = await aShopper(ctx, clock, guest)
  await shopper.buy('charges later')
  await shopper.giveUp()
  await shopper.buy('charges')
  await markVerified(ctx, (await aUser(ctx, { email, verified: false })).id)
  await shopper.bookLate()
  expect(await shopper.ends()).toEqual({ attempts: ['REFUNDED', 'SUCCEEDED'], stock: 4, bankKeeps: [0, 10_000] })
})

test('nor does who tried with her account first, and then bought without it', async ({ ctx, clock }) => {
  const email = 'ayse@posta.example'
  const guest = { kind: 'buyer', id: await guestOf(ctx, email), address: newId(), of: { since: clock.now } } as const
  await saveGuestCheckout(ctx, { on: true })
  const shopper = await aShopper(ctx, clock, signedIn((await aUser(ctx, { email })).id))
  await shopper.buy('charges later')
  await shopper.giveUp()
  await shopper.buy('charges', undefined, guest)
  await shopper.bookLate()
  expect(await shopper.ends()).toEqual({ attempts: ['REFUNDED', 'SUCCEEDED'], stock: 4, bankKeeps: [0, 10_000] })
})

test('who bought again gets no second order: the late money goes back', async ({ ctx, clock }) => {
  const shopper = await aShopper(ctx, clock)
  await shopper.buy('charges later')
  await shopper.giveUp()
  await shopper.buy('charges')
  await shopper.bookLate()
  expect(await shopper.ends()).toEqual({ attempts: ['REFUNDED', 'SUCCEEDED'], stock: 4, bankKeeps: [0, 10_000] })
})

test('of two tries that were given up and charged late, one becomes an order', async ({ ctx, clock }) => {
  const shopper = await aShopper(ctx, clock)
  await shopper.buy('charges later')
  await shopper.buy('charges later')
  await shopper.giveUp()
  await shopper.bookLate()
  const { attempts, stock, bankKeeps } = await shopper.ends()
  expect([attempts.sort(), stock, bankKeeps.sort()]).toEqual([['REFUNDED', 'SUCCEEDED'], 4, [0, 10_000]])
})

test('while another payment of hers is open, a late charge goes back', async ({ ctx, clock }) => {
  const shopper = await aShopper(ctx, clock)
  await shopper.buy('reviews')
  await shopper.buy('charges later')
  await shopper.giveUp()
  await shopper.bookLate()
  expect(await shopper.ends()).toMatchObject({ attempts: ['PENDING', 'REFUNDED'], bankKeeps: [0, 0] })
})

for (const [way, hear] of [
  [
    'news of it',
    async (ctx: Ctx, conversationId: string) => {
      const news = { reference: 'r', eventType: 'API_AUTH', status: 'SUCCESS', conversationId }
      await receiveWebhook(ctx, { provider: ctx.payments.name, event: news, signed: true })
    },
  ],
  ['the list of the day', reconcileYesterday],
] as const) {
  test(`an order older than a day does not come true by ${way}: the money goes back`, async ({ ctx, clock }) => {
    const { buy, giveUp, ends, ...shopper } = await aShopper(ctx, clock)
    await buy('charges later')
    await giveUp()
    const [charge] = shopper.bank.charges
    if (!charge) throw new Error('the bank heard of nothing')
    clock.forward(hours(25))
    await settleOpenPayments(shopper.ctx)
    shopper.bank.book(charge)
    await hear(shopper.ctx, charge.conversationId)
    clock.forward(minutes(1))
    for (let i = 0; i < 2; i++) {
      await settleOpenPayments(shopper.ctx)
      clock.forward(minutes(1))
    }
    expect(await ends()).toEqual({ attempts: ['REFUNDED'], stock: 5, bankKeeps: [0] })
  })
}

test('what another shopper buys meanwhile says nothing about her', async ({ ctx, clock }) => {
  const [other, shopper] = [await aShopper(ctx, clock), await aShopper(ctx, clock)]
  await other.buy('charges')
  await shopper.buy('charges later')
  await other.buy('charges')
  await shopper.giveUp()
  await shopper.bookLate()
  expect((await shopper.ends()).attempts).toEqual(['SUCCEEDED', 'SUCCEEDED', 'SUCCEEDED'])
})
