import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aPayment } from '#test/checkout.ts'
import { depsOn } from '#test/deps.ts'
import { aProduct, aUser } from '#test/factories.ts'
import { shopOnPostgres } from '#test/running-shop.ts'
import { NewPayment } from '../../checkout/contract.ts'
import { beginAsGuest } from '../../checkout/guest-order.ts'
import { placeOrder } from '../../checkout/place-order.ts'
import { type Buyer, type Ctx, inTransaction, newId } from '../../ctx.ts'
import { mails } from '../../mail/schema.ts'
import { orders } from '../../orders/schema.ts'
import { cancelMyOrder } from '../../orders/status.ts'
import { saveGuestCheckout } from '../../settings/guests/guest-checkout.ts'
import { emailCodes, guestKeys } from '../schema.ts'
import { markVerified } from '../verification.ts'
import { mailGuestCode } from './codes.ts'
import { buyerOfKey, openPurchase } from './keys.ts'

const many = 12
const postgres = shopOnPostgres()
let ctx: Ctx
let serial = 0

beforeEach(async () => {
  const deps = depsOn(postgres.handle.db, postgres.env)
  ctx = { ...deps, actor: { kind: 'system' }, requestId: newId() }
  await saveGuestCheckout(ctx, { on: true })
})

const stranger = (): Ctx => ({ ...ctx, actor: { kind: 'guest', address: newId() }, requestId: newId() })
const anAddress = () => `misafir-${++serial}@posta.example`
const mailsTo = (email: string) => ctx.db.select().from(mails).where(eq(mails.toEmail, email))

async function aCode(email: string): Promise<string> {
  await mailGuestCode(stranger(), email)
  const [mail] = await mailsTo(email)
  return /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? 'none'
}

async function atOnce<T>(work: () => Promise<T>): Promise<{ done: T[]; refused: string[] }> {
  const all = await Promise.allSettled(Array.from({ length: many }, work))
  return {
    done: all.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])),
    refused: all.flatMap((each) => (each.status === 'rejected' ? [String(each.reason.code)] : [])),
  }
}

async function aGuest(email: string): Promise<Ctx> {
  const { token } = await beginAsGuest(stranger(), { email, code: await aCode(email) })
  const actor: Buyer = await buyerOfKey(stranger(), token)
  return { ...ctx, actor, requestId: newId() }
}

test('of many who come with one code at once, one gets in', async () => {
  const email = anAddress()
  const code = await aCode(email)
  const { done, refused } = await atOnce(() => beginAsGuest(stranger(), { email, code }))
  expect([done.length, refused]).toEqual([1, Array(many - 1).fill('CODE_OVER')])
  expect(await ctx.db.$count(guestKeys)).toBeGreaterThan(0)
})

test('of many guests who go on at the same moment each is herself, and a key of nothing opens nothing', async () => {
  const people = await Promise.all(
    Array.from({ length: many }, async () => {
      const { id } = await aUser(ctx)
      return { id, key: (await openPurchase(ctx, id)).token }
    }),
  )
  const keys = [...people.map(({ key }) => key), `${people[0]?.key}x`]
  const told = await Promise.all(
    keys.map((key) =>
      buyerOfKey(stranger(), key).then(
        ({ id }) => id,
        ({ code }) => code,
      ),
    ),
  )
  expect(told).toEqual([...people.map(({ id }) => id), 'UNAUTHENTICATED'])
})

test('of many wrong codes at once each counts, and the right one comes too late', async () => {
  const email = anAddress()
  const code = await aCode(email)
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  const { refused } = await atOnce(() => beginAsGuest(stranger(), { email, code: wrong }))
  expect(refused.filter((each) => each === 'WRONG_CODE')).toHaveLength(4)
  expect((await ctx.db.select().from(emailCodes)).find(({ wrongTries }) => wrongTries > 5)).toBeUndefined()
  await expect(beginAsGuest(stranger(), { email, code })).rejects.toMatchObject({ code: 'CODE_OVER' })
})

test('however many ask at once, one code is mailed', async () => {
  const email = anAddress()
  const { refused } = await atOnce(() => mailGuestCode(stranger(), email))
  expect([refused.length, (await mailsTo(email)).length]).toEqual([many - 1, 1])
})

test('an order that is cancelled while its address becomes an account’s is both, once', async () => {
  const product = await aProduct(ctx, { variants: [{ stock: 50, priceKurus: 95_100 }] })
  for (let round = 0; round < 6; round++) {
    const email = anAddress()
    const guest = await aGuest(email)
    const { orderData, paymentData } = aPayment(product)
    const customerInfo = { ...orderData.customerInfo, email }
    const input = NewPayment.parse({ orderData: { ...orderData, customerInfo }, paymentData })
    const { orderId } = await placeOrder(guest, input, undefined)
    const account = await aUser(ctx, { email, verified: false })
    await Promise.all([
      cancelMyOrder(guest, orderId).catch((error) => expect(error.code).toBe('NOT_FOUND')),
      inTransaction(ctx, (ctx) => markVerified(ctx, account.id)),
    ])
    const [order] = await ctx.db.select().from(orders).where(eq(orders.id, orderId))
    expect([order?.userId, order?.guest]).toEqual([account.id, false])
    const told = (await mailsTo(email)).filter(({ kind }) => kind === 'order-cancelled')
    expect([order?.status === 'CANCELLED', told.length]).toEqual([told.length === 1, told.length])
  }
})
