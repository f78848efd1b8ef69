import pino from 'pino'
import { expect } from 'vitest'
import { aPayment, poorCard } from '#test/checkout.ts'
import { aProduct, aUser } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import { aToldSale, price } from '#test/told-sale.ts'
import { NewPayment } from '../checkout/contract.ts'
import { placeOrder } from '../checkout/place-order.ts'
import { newId } from '../ctx.ts'
import { minutes } from '../time.ts'
import { declinedShare, noteRefusedCard, watchDeclines } from './declines-watch.ts'

test('many declines in a short time are said aloud, a few are not', async ({ ctx, clock }) => {
  const lines: string[] = []
  const watching = { ...ctx, log: pino({}, { write: (line: string) => void lines.push(line) }) }
  const product = await aProduct(ctx, { variants: [{ stock: 50 }] })
  const pay = async (card?: string) => {
    const actor = { kind: 'user' as const, id: (await aUser(ctx)).id, sessionId: newId(), address: newId(), rights: [] }
    await placeOrder({ ...ctx, actor }, NewPayment.parse(aPayment(product, card ? { card } : {})), undefined)
  }
  for (let i = 0; i < 4; i++) await pay()
  for (let i = 0; i < 5; i++) await pay(poorCard)
  await watchDeclines(watching)
  expect([await declinedShare(ctx), lines.length]).toEqual([undefined, 0])
  for (let i = 0; i < 6; i++) await pay(poorCard)
  await watchDeclines(watching)
  expect(await declinedShare(ctx)).toBeCloseTo(11 / 15)
  expect(lines.join()).toContain('somebody may be trying cards')
  clock.forward(minutes(11))
  expect(await declinedShare(ctx)).toBeUndefined()
})

const aCard = (n: number) => ({ cardBin: '552879', cardLast4: String(n).padStart(4, '0') })

test('cards that our limits refuse count as declined, each once for its account', async ({ ctx, clock }) => {
  for (let n = 0; n < 9; n++) await noteRefusedCard(ctx, 'ayşe', aCard(n))
  for (let again = 0; again < 5; again++) await noteRefusedCard(ctx, 'ayşe', aCard(0))
  expect(await declinedShare(ctx), 'nine are too few to tell').toBeUndefined()
  await noteRefusedCard(ctx, 'fatma', aCard(0))
  expect(await declinedShare(ctx)).toBe(1)
  await aToldSale(ctx, { kind: 'charged', paymentId: 'p1', amountKurus: 2 * price })
  expect(await declinedShare(ctx)).toBe(10 / 11)
  clock.forward(minutes(20))
  expect(await declinedShare(ctx)).toBeUndefined()
})

test('payments that nobody has decided yet are neither paid nor declined', async ({ ctx }) => {
  for (let n = 0; n < 10; n++) await noteRefusedCard(ctx, 'ayşe', aCard(n))
  await aToldSale(ctx, { kind: '3ds', paymentId: 'p1', redirectUrl: 'http://bank.test/1' })
  expect(await declinedShare(ctx)).toBe(1)
})

test('a share of six in ten is said aloud, with the minutes that it is about; a smaller one is not', async ({
  ctx,
}) => {
  const told: object[] = []
  const log = Object.assign(Object.create(ctx.log), { error: (about: object) => void told.push(about) })
  const charged = { kind: 'charged', amountKurus: 2 * price } as const
  for (let n = 0; n < 4; n++) await aToldSale(ctx, { ...charged, paymentId: `p${n}` })
  for (let n = 0; n < 5; n++) await noteRefusedCard(ctx, 'ayşe', aCard(n))
  const extra = await aToldSale(ctx, { ...charged, paymentId: 'extra' })
  await watchDeclines({ ...ctx, log })
  expect([await declinedShare(ctx), told]).toEqual([0.5, []])
  await extra.set({ status: 'DECLINED' })
  await watchDeclines({ ...ctx, log })
  expect(told).toEqual([{ share: 0.6, minutes: 10 }])
})
