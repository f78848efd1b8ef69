import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aPayment } from '#test/checkout.ts'
import { depsOn } from '#test/deps.ts'
import { aProduct, aUser } from '#test/factories.ts'
import { shopOnPostgres } from '#test/running-shop.ts'
import { giveConsent, withdrawConsent } from '../../accounts/consents/ledger.ts'
import { consentEvents, users } from '../../accounts/schema.ts'
import { NewPayment } from '../../checkout/contract.ts'
import { placeOrder } from '../../checkout/place-order.ts'
import { changeCredit } from '../../credit/customers.ts'
import { findBalance } from '../../credit/ledger.ts'
import { type Ctx, newId } from '../../ctx.ts'
import { orders } from '../../orders/schema.ts'
import { CustomerQuery } from './contract.ts'
import { listCustomers } from './list.ts'
import { mergeCustomers } from './merge.ts'

const rounds = 6
const postgres = shopOnPostgres({ RATE_LIMIT_SCALE: '100000' })
let ctx: Ctx

beforeEach(() => {
  ctx = { ...depsOn(postgres.handle.db, postgres.env), actor: { kind: 'system' }, requestId: newId() }
})

const outcomes = (done: PromiseSettledResult<unknown>[]) => done.map(({ status }) => status).sort()

test('two accounts are merged both ways at once: one goes into the other, with the credit of both', async () => {
  for (let round = 0; round < rounds; round++) {
    const [one, other] = [await aUser(ctx), await aUser(ctx)]
    for (const { id } of [one, other]) await changeCredit(ctx, id, { amount: 5000, takeBack: false, reason: 'Hediye' })
    const done = await Promise.allSettled([
      mergeCustomers(ctx, one.id, other.id),
      mergeCustomers(ctx, other.id, one.id),
    ])
    expect(outcomes(done)).toEqual(['fulfilled', 'rejected'])
    const balances = [await findBalance(ctx, one.id), await findBalance(ctx, other.id)]
    expect(balances.toSorted((a, b) => a - b)).toEqual([0, 10_000])
  }
}, 120_000)

test('an order that is placed while its account is merged belongs to the account that stays, and is counted there', async () => {
  const product = await aProduct(ctx, { variants: [{ stock: 50, priceKurus: 15_000 }] })
  for (let round = 0; round < rounds; round++) {
    const [kept, gone] = [await aUser(ctx), await aUser(ctx)]
    const hers: Ctx = { ...ctx, actor: { kind: 'user', id: gone.id, sessionId: newId(), address: newId(), rights: [] } }
    const payment = NewPayment.parse(aPayment(product, { totalAmount: 150 }))
    const done = await Promise.allSettled([placeOrder(hers, payment, undefined), mergeCustomers(ctx, kept.id, gone.id)])
    expect(done[1].status).toBe('fulfilled')
    expect(await ctx.db.$count(orders, eq(orders.userId, gone.id))).toBe(0)
    const placed = await ctx.db.$count(orders, eq(orders.userId, kept.id))
    expect(placed).toBe(done[0].status === 'fulfilled' ? 1 : 0)
    const [row] = await ctx.db.select().from(users).where(eq(users.id, gone.id))
    expect(row?.mergedInto).toBe(kept.id)
    const { items } = await listCustomers(ctx, CustomerQuery.parse({ q: kept.email }))
    expect(items).toMatchObject([{ userId: kept.id, orders: placed }])
  }
}, 120_000)

test('many lists at once count each purchase once', async () => {
  const product = await aProduct(ctx, { variants: [{ stock: 50, priceKurus: 15_000 }] })
  const user = await aUser(ctx)
  const hers: Ctx = { ...ctx, actor: { kind: 'user', id: user.id, sessionId: newId(), address: newId(), rights: [] } }
  const ask = () => listCustomers(ctx, CustomerQuery.parse({ q: user.email }))
  const buy = () => placeOrder(hers, NewPayment.parse(aPayment(product, { totalAmount: 150 })), undefined)
  await Promise.all([buy(), ask(), buy(), ask(), buy(), ask()])
  const { items } = await ask()
  expect(items).toMatchObject([{ orders: 3, spentKurus: 45_000 }])
}, 60_000)

test('a yes twice at the same moment is one event, and a no after it another', async () => {
  const said = { recipient: `${newId()}@posta.example`, channel: 'EMAIL', form: 'settings', source: 'HS_WEB' } as const
  const given = await Promise.all([giveConsent(ctx, said), giveConsent(ctx, said), giveConsent(ctx, said)])
  expect(given.filter(Boolean)).toHaveLength(1)
  const withdrawn = await Promise.all([withdrawConsent(ctx, said), withdrawConsent(ctx, said)])
  expect(withdrawn.filter(Boolean)).toHaveLength(1)
  const events = eq(consentEvents.recipient, said.recipient)
  expect(await ctx.db.$count(consentEvents, events)).toBe(2)
  await expect(ctx.db.delete(consentEvents).where(events)).rejects.toThrow()
  await expect(ctx.db.update(consentEvents).set({ note: 'x' }).where(events)).rejects.toThrow()
})
