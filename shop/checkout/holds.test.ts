import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { aPayment, goodCard } from '#test/checkout.ts'
import { aProduct, aUser } from '#test/factories.ts'
import { toldBank } from '#test/outside/told-bank.ts'
import { test } from '#test/shop.ts'
import { users } from '../accounts/schema.ts'
import type { Product } from '../catalog/products.ts'
import { variants } from '../catalog/schema.ts'
import { type Ctx, newId } from '../ctx.ts'
import { orders } from '../orders/schema.ts'
import type { PaymentOutcome } from '../payment-provider.ts'
import { idempotencyKeys, paymentAttempts } from '../payments/schema.ts'
import { hours, minutes } from '../time.ts'
import { previewContracts } from './agreements-preview.ts'
import { ContractPreview, NewPayment } from './contract.ts'
import { refuseSoldOut } from './holds.ts'
import { limitCards, triedCards } from './payment-limits.ts'
import { placeOrder } from './place-order.ts'

const atBank = { kind: '3ds', paymentId: 'p1', redirectUrl: 'http://bank.test/1' } as const
const none = { kind: 'none' } as const

/** Shoppers at one bank where every payment waits for its shopper; nobody may hold more than these units. */
function aShop(base: Ctx, units = 12) {
  const bank = toldBank()
  const config = { ...base.config, hold: { units, sharePercent: 50 } }
  const shopper = async (address = newId()) => {
    const { id } = await aUser(base)
    const ctx: Ctx = { ...bank.of(base), config, actor: { kind: 'user', id, sessionId: newId(), address, rights: [] } }
    /** Returns the payment's state, or the code of its refusal and whose holds were in the way. */
    const pay = async (product: Product, quantity: number, says: PaymentOutcome = atBank) => {
      bank.says.charge = [says]
      try {
        return (await placeOrder(ctx, NewPayment.parse(aPayment(product, { quantity })), undefined)).status
      } catch (error) {
        if (!(error instanceof Error && 'code' in error)) throw error
        return `${error.code}: ${/^(Bağlantınızdan|Bir siparişte|Tamamlanmamış)/.exec(error.message)?.[0]}`
      }
    }
    return { id, ctx, pay }
  }
  const anAmple = (stock = 100) => aProduct(base, { variants: [{ stock }] })
  return { bank, shopper, anAmple }
}

describe('unpaid goods', () => {
  test('of one order are bounded: as many as the setting says, and not one more', async ({ ctx }) => {
    const { shopper, anAmple } = aShop(ctx)
    const [one, other] = [await shopper(), await shopper()]
    expect(await one.pay(await anAmple(), 13)).toBe('HOLD_LIMIT: Bir siparişte')
    expect(await other.pay(await anAmple(), 12)).toBe('3DS_REQUIRED')
  })

  test('of one account are bounded together, wherever it pays from', async ({ ctx }) => {
    const { shopper, anAmple } = aShop(ctx)
    const { ctx: hers, pay } = await shopper()
    expect(await pay(await anAmple(), 7)).toBe('3DS_REQUIRED')
    // The bank does not say what became of the first, so it stays held.
    expect(await pay(await anAmple(), 6)).toBe('HOLD_LIMIT: Tamamlanmamış')
    expect(await pay(await anAmple(), 5)).toBe('3DS_REQUIRED')
    await hers.db.update(orders).set({ stockReturnedAt: hers.clock() })
    expect(await pay(await anAmple(), 12), 'what went back on the shelf is not held').toBe('3DS_REQUIRED')
  })

  test('of one address are bounded at twice as many, whoever pays from there', async ({ ctx }) => {
    const { shopper, anAmple } = aShop(ctx)
    const address = '198.51.100.7'
    const [first, second, third] = [await shopper(address), await shopper(address), await shopper(address)]
    expect(await first.pay(await anAmple(), 12)).toBe('3DS_REQUIRED')
    expect(await second.pay(await anAmple(), 11)).toBe('3DS_REQUIRED')
    expect(await third.pay(await anAmple(), 2)).toBe('HOLD_LIMIT: Bağlantınızdan')
    expect(await third.pay(await anAmple(), 1)).toBe('3DS_REQUIRED')
    expect(await (await shopper('203.0.113.7')).pay(await anAmple(), 12), 'from elsewhere').toBe('3DS_REQUIRED')
  })

  test('of one size are half of it, rounded down, and of a small one up to five', async ({ ctx }) => {
    const { shopper, anAmple } = aShop(ctx)
    const [odd, small] = [await anAmple(13), await anAmple(5)]
    expect(await (await shopper()).pay(odd, 7)).toMatch(/^HOLD_LIMIT/)
    expect(await (await shopper()).pay(odd, 6)).toBe('3DS_REQUIRED')
    expect(await (await shopper()).pay(small, 5)).toBe('3DS_REQUIRED')
  })

  test('of one size are counted with what the account, or the address, holds of it already', async ({ ctx }) => {
    const { shopper, anAmple } = aShop(ctx)
    const [shared, own] = [await anAmple(14), await anAmple(14)]
    const [one, neighbor] = [await shopper('198.51.100.8'), await shopper('198.51.100.8')]
    expect(await one.pay(shared, 4)).toBe('3DS_REQUIRED')
    expect(await neighbor.pay(shared, 4)).toBe('HOLD_LIMIT: Bağlantınızdan')
    expect(await neighbor.pay(shared, 3)).toBe('3DS_REQUIRED')
    const { pay } = await shopper()
    expect(await pay(own, 4)).toBe('3DS_REQUIRED')
    expect(await pay(own, 4)).toBe('HOLD_LIMIT: Tamamlanmamış')
    expect(await pay(own, 3)).toBe('3DS_REQUIRED')
  })
})

describe('a payment that its shopper left at the bank', () => {
  const left = (outcome: PaymentOutcome) => async (ctx: Ctx) => {
    const { bank, shopper, anAmple } = aShop(ctx)
    const { pay } = await shopper()
    const [first, second] = [await anAmple(), await anAmple()]
    await pay(first, 2)
    bank.says.find = [outcome]
    const state = await pay(second, 1)
    const [attempt] = await ctx.db.select().from(paymentAttempts).orderBy(paymentAttempts.createdAt, paymentAttempts.id)
    const [size] = await ctx.db.select().from(variants).where(eq(variants.productId, first.id))
    return [state, attempt?.status, size?.stock]
  }

  test.for<[string, PaymentOutcome, unknown[]]>([
    ['is ended by her next one', atBank, ['3DS_REQUIRED', 'EXPIRED', 100]],
    ['is ended also when the bank knows nothing of it', none, ['3DS_REQUIRED', 'EXPIRED', 100]],
    ['stays held while the bank does not say', { kind: 'unknown', reason: 'x' }, ['3DS_REQUIRED', 'AWAITING_3DS', 98]],
    [
      'and was declined is settled',
      { kind: 'declined', code: 'EXPIRED_CARD', message: 'Süresi geçmiş.' },
      ['3DS_REQUIRED', 'DECLINED', 100],
    ],
  ])('%s', async ([, outcome, expected], { ctx }) => {
    expect(await left(outcome)(ctx)).toEqual(expected)
  })

  test('is asked about with her three newest, and nothing else of hers is', async ({ ctx, clock }) => {
    const { bank, shopper, anAmple } = aShop(ctx, 100)
    const { pay } = await shopper()
    await (await shopper()).pay(await anAmple(), 1)
    await pay(await anAmple(), 1, { kind: 'declined', code: 'EXPIRED_CARD', message: 'Süresi geçmiş.' })
    bank.asked.length = 0
    for (let n = 0; n < 4; n++) {
      clock.forward(minutes(11))
      await pay(await anAmple(), 1)
    }
    expect(bank.asked.filter((what) => what === 'find')).toHaveLength(0 + 1 + 2 + 3)
    bank.says.find = [atBank, atBank, atBank, atBank]
    clock.forward(minutes(11))
    expect(await pay(await anAmple(), 1)).toBe('3DS_REQUIRED')
    const attempts = await ctx.db.select().from(paymentAttempts).orderBy(paymentAttempts.createdAt)
    expect(attempts.slice(2).map(({ status }) => status)).toEqual([
      ...['AWAITING_3DS', 'EXPIRED', 'EXPIRED', 'EXPIRED', 'AWAITING_3DS'],
    ])
  })

  test('and was paid after all is no reason to pay twice', async ({ ctx }) => {
    const { bank, shopper, anAmple } = aShop(ctx)
    const { pay } = await shopper()
    const first = await anAmple()
    await pay(first, 1)
    const amountKurus = first.variants[0]?.priceKurus ?? 0
    bank.says.find = [{ kind: 'charged', paymentId: 'p1', amountKurus }]
    expect(await pay(await anAmple(), 1)).toMatch(/^CONFLICT/)
    expect(await ctx.db.select().from(paymentAttempts)).toMatchObject([{ status: 'SUCCEEDED' }])
  })
})

test('of those who ask at the same moment whether something is gone, whoever may have it already is not told so', async ({
  ctx,
}) => {
  const { shopper, anAmple } = aShop(ctx)
  const [gone, there] = [await anAmple(), await anAmple()]
  const people = await Promise.all(Array.from({ length: 8 }, shopper))
  const [, , atHerBank, withHerKey, reminded] = people
  if (!atHerBank || !withHerKey || !reminded) throw new Error('nobody is there')
  await atHerBank.pay(gone, 1)
  const claim = { userId: withHerKey.id, key: 'her key', requestHash: 'hers' }
  const [attempt] = await ctx.db.select().from(paymentAttempts)
  await ctx.db.insert(idempotencyKeys).values({ ...claim, attemptId: attempt?.id ?? '', createdAt: ctx.clock() })
  await ctx.db.update(variants).set({ stock: 0 }).where(eq(variants.productId, gone.id))
  const told = async ({ id }: { id: string }, product: Product, more: object = {}) => {
    const input = NewPayment.parse(aPayment(product))
    const purchase = { userId: id, input: { ...input, orderData: { ...input.orderData, ...more } } }
    const hers = id === withHerKey.id ? claim : { ...claim, userId: id }
    return refuseSoldOut(ctx, { ...purchase, claim: hers }).catch(({ code, message }) => `${code} ${message}`)
  }
  const notices = { stockNotices: ['a notice'] }
  const answers = await Promise.all([
    ...people.map((one) => told(one, gone, one === reminded ? notices : {})),
    ...people.map((one) => told(one, there)),
  ])
  const refusal = expect.stringMatching(`^OUT_OF_STOCK ${gone.name} .* tükendi`)
  const [a, b, , , , ...others] = people.map(() => refusal)
  expect(answers).toEqual([a, b, undefined, undefined, undefined, ...others, ...people.map(() => undefined)])
})

test('three cards an hour are counted for each account by itself, and one tried before is always fine', async ({
  ctx,
  clock,
}) => {
  const { shopper, anAmple } = aShop(ctx)
  const [one, other] = [await shopper(), await shopper()]
  const product = await anAmple()
  for (let n = 0; n < 3; n++) await one.pay(product, 1)
  const attempts = await ctx.db.select().from(paymentAttempts)
  for (const [n, { id }] of attempts.entries()) {
    await ctx.db
      .update(paymentAttempts)
      .set({ cardLast4: `000${n}` })
      .where(eq(paymentAttempts.id, id))
  }
  const refusal = { code: 'RATE_LIMITED', retryAfterSeconds: hours(1) / 1000 }
  const tryCard = async ({ ctx, id }: typeof one, card: string) => {
    const [row] = await ctx.db
      .select({ tried: triedCards(ctx) })
      .from(users)
      .where(eq(users.id, id))
    limitCards(ctx, row?.tried ?? [], card)
  }
  await expect(tryCard(one, goodCard)).rejects.toMatchObject(refusal)
  await tryCard(one, '5528 7900 0000 0002')
  await expect(tryCard(one, '4111 1100 0000 0002'), 'of another bank').rejects.toMatchObject(refusal)
  await tryCard(other, goodCard)
  clock.forward(minutes(59))
  await expect(tryCard(one, goodCard)).rejects.toMatchObject(refusal)
  clock.forward(minutes(1))
  await tryCard(one, goodCard)
})

test('in a live shop who has accepted the contracts pays, and nobody else', async ({ ctx }) => {
  const { shopper, anAmple, bank } = aShop(ctx)
  const { ctx: hers } = await shopper()
  const live: Ctx = { ...hers, config: { ...hers.config, mode: 'live' } }
  const body = aPayment(await anAmple())
  const refused = placeOrder(live, NewPayment.parse(body), undefined)
  await expect(refused).rejects.toMatchObject({ code: 'CONTRACTS_NOT_ACCEPTED' })
  expect(bank.charges).toEqual([])
  const { contracts } = await previewContracts(live, ContractPreview.parse({ orderData: body.orderData }))
  const versionOf = (name: string) => contracts.find(({ kind }) => kind === name)?.version ?? ''
  const acceptedContracts = {
    preInformation: versionOf('pre-information'),
    distanceSales: versionOf('distance-sales'),
  }
  bank.says.charge = [atBank]
  const accepting = NewPayment.parse({ ...body, orderData: { ...body.orderData, acceptedContracts } })
  expect((await placeOrder(live, accepting, undefined)).status).toBe('3DS_REQUIRED')
})
