import pino from 'pino'
import { expect } from 'vitest'
import { aPayment, poorCard } from '#test/checkout.ts'
import { aProduct, aUser } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import { NewPayment } from '../checkout/contract.ts'
import { placeOrder } from '../checkout/place-order.ts'
import { newId } from '../ctx.ts'
import { minutes } from '../time.ts'
import { declinedShare, watchDeclines } from './declines-watch.ts'

test('many declines in a short time are said aloud, a few are not', async ({ ctx, clock }) => {
  const lines: string[] = []
  const watching = { ...ctx, log: pino({}, { write: (line: string) => void lines.push(line) }) }
  const product = await aProduct(ctx, { variants: [{ stock: 50 }] })
  const pay = async (card?: string) => {
    const actor = { kind: 'user' as const, id: (await aUser(ctx)).id, sessionId: newId(), address: newId() }
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
