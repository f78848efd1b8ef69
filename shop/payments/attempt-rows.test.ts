import { expect } from 'vitest'
import { test } from '#test/shop.ts'
import { aToldSale } from '#test/told-sale.ts'
import { newId } from '../ctx.ts'
import { minutes } from '../time.ts'
import { findAttempt, findAttemptByConversation, isOpen, lockAttempt, move } from './attempt-rows.ts'
import { type AttemptStatus, paymentEvents } from './schema.ts'

test('a payment is found by its number and its conversation, and no other one in its place', async ({ ctx }) => {
  const [first, sale] = [await aToldSale(ctx), await aToldSale(ctx)]
  const { conversationId } = await sale.find()
  expect((await findAttempt(ctx, sale.id))?.id).toBe(sale.id)
  expect((await lockAttempt(ctx, sale.id)).id).toBe(sale.id)
  expect((await findAttemptByConversation(ctx, conversationId))?.id).toBe(sale.id)
  expect(first.id).not.toBe(sale.id)
  expect([await findAttempt(ctx, newId()), await findAttemptByConversation(ctx, 'unheard of')]).toEqual([
    ...[undefined, undefined],
  ])
  await expect(lockAttempt(ctx, newId())).rejects.toThrow('is gone')
})

test('it moves from where it may, once, and its history says so', async ({ ctx, clock }) => {
  const [sale, other] = [await aToldSale(ctx), await aToldSale(ctx)]
  const seen = await sale.find()
  clock.forward(minutes(1))
  expect(await move(ctx, seen, ['STARTED'], 'SUCCEEDED', 'too late')).toBeUndefined()
  const moved = await move(ctx, seen, ['STARTED', 'UNKNOWN'], 'DECLINED', 'the bank said no', { declineCode: 'X' })
  expect(moved).toMatchObject({ id: sale.id, status: 'DECLINED', declineCode: 'X', updatedAt: clock.now })
  expect(await move(ctx, seen, ['STARTED', 'UNKNOWN'], 'DECLINED', 'again')).toBeUndefined()
  expect((await sale.causes()).slice(-1)).toEqual(['UNKNOWN→DECLINED: the bank said no'])
  expect((await ctx.db.select().from(paymentEvents)).at(-1)).toMatchObject({ attemptId: sale.id, createdAt: clock.now })
  expect((await other.find()).status, 'the payment beside it').toBe('UNKNOWN')
})

test('asking without news is no transition, and keeps what else is known', async ({ ctx, clock }) => {
  const sale = await aToldSale(ctx)
  const before = await sale.causes()
  const leaseUntil = new Date(clock.now.getTime() + minutes(3))
  const moved = await move(ctx, await sale.find(), ['UNKNOWN'], 'UNKNOWN', 'asked', { leaseUntil })
  expect([moved?.leaseUntil, await sale.causes()]).toEqual([leaseUntil, before])
})

test('open is what may still end either way', async ({ ctx }) => {
  const sale = await aToldSale(ctx)
  const all = ['STARTED', 'AWAITING_3DS', 'UNKNOWN', 'PENDING', 'SUCCEEDED', 'DECLINED', 'EXPIRED', 'REFUNDED'] as const
  const open: AttemptStatus[] = []
  for (const status of all) if (isOpen(await sale.set({ status }))) open.push(status)
  expect(open).toEqual(all.slice(0, 4))
})
