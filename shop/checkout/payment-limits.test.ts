import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { goodCard } from '#test/checkout.ts'
import { aUser } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import { type Ctx, newId } from '../ctx.ts'
import { limitPayment } from './payment-limits.ts'

const refusedCards = async (ctx: Ctx) => {
  const { rows } = await ctx.db.execute(sql`select count from rate_limits where key like '%refused%'`)
  return rows.length
}

test('a card that the limits refuse is a sign of somebody trying cards; a failure of the database is none', async ({
  ctx: base,
}) => {
  const { id } = await aUser(base)
  const actor = { kind: 'user' as const, id, sessionId: newId(), address: '198.51.100.7', rights: [] }
  const ctx: Ctx = { ...base, actor }
  const db = new Proxy(base.db, {
    get(db, name) {
      if (name === 'execute') throw new Error('away')
      const value: unknown = Reflect.get(db, name)
      return typeof value === 'function' ? value.bind(db) : value
    },
  })
  await expect(limitPayment({ ...ctx, db }, id, goodCard)).rejects.toThrow('away')
  expect(await refusedCards(base)).toBe(0)
  for (let tries = 1; tries <= 5; tries++) await limitPayment(ctx, id, goodCard)
  await expect(limitPayment(ctx, id, goodCard)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  expect(await refusedCards(base)).toBeGreaterThan(0)
})
