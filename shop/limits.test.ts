import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { test } from '#test/shop.ts'
import { inTransaction } from './ctx.ts'
import {
  countOne,
  forgetOldLimits,
  isWithinLimit,
  networkOf,
  requireLatelyWithin,
  returnLimit,
  takeLimit,
} from './limits.ts'
import { days, minutes } from './time.ts'

const twice = { key: 'a test', limit: 2, windowSeconds: 900 }

describe('takeLimit', () => {
  test('refuses requests over the limit and says in Turkish when to come back', async ({ ctx, clock }) => {
    clock.forward(minutes(5))
    await takeLimit(ctx, twice)
    await takeLimit(ctx, twice)
    await expect(takeLimit(ctx, twice)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterSeconds: 600,
      message: 'Çok fazla deneme yapıldı, lütfen 10 dakika sonra tekrar deneyin.',
    })
    await takeLimit(ctx, { ...twice, key: 'another' })
    clock.forward(minutes(10))
    await takeLimit(ctx, twice)
  })

  test('multiplies limits by the setting, down to one', async ({ ctx }) => {
    const generous = { ...ctx, config: { ...ctx.config, rateLimitScale: 1.5 } }
    expect(await Promise.all(Array.from({ length: 4 }, () => isWithinLimit(generous, twice)))).toEqual([
      true,
      true,
      true,
      false,
    ])
    const strict = { ...ctx, config: { ...ctx.config, rateLimitScale: 0.001 } }
    expect(await isWithinLimit(strict, { ...twice, key: 'strict' })).toBe(true)
    expect(await isWithinLimit(strict, { ...twice, key: 'strict' })).toBe(false)
  })

  test('cannot be undone by a transaction that fails', async ({ ctx }) => {
    await expect(inTransaction(ctx, (ctx) => takeLimit(ctx, twice))).rejects.toThrow('before a transaction')
  })

  test('takes back a count', async ({ ctx }) => {
    await takeLimit(ctx, twice)
    await takeLimit(ctx, twice)
    await returnLimit(ctx, twice)
    await takeLimit(ctx, twice)
    await expect(takeLimit(ctx, twice)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  })
})

test('what was counted lately lets nobody in before the time that it names', async ({ ctx, clock }) => {
  const few = { ...twice, key: 'lately' }
  clock.forward(minutes(14))
  for (const _ of [1, 2]) await countOne(ctx, few)
  const isRefused = (inSeconds: number) =>
    expect(requireLatelyWithin(ctx, few)).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: inSeconds })
  await isRefused(16 * 60)
  clock.forward(minutes(10))
  await isRefused(6 * 60)
  clock.forward(minutes(6))
  await requireLatelyWithin(ctx, few)
})

test('forgetOldLimits keeps the windows that still count', async ({ ctx, clock }) => {
  await takeLimit(ctx, { ...twice, key: 'old' })
  clock.forward(days(3))
  await takeLimit(ctx, { ...twice, key: 'new' })
  await forgetOldLimits(ctx)
  const left = await ctx.db.execute<{ key: string }>(sql`select key from rate_limits`)
  expect(left.rows).toEqual([{ key: 'new' }])
})

test('networkOf takes all addresses of one household together', ({ as }) => {
  const network = (address: string) => networkOf(as({ kind: 'guest', address }))
  expect(network('203.0.113.7')).toBe('203.0.113.7')
  expect(network('2001:db8:0:1::5')).toBe('2001:db8:0:1::/64')
  expect(network('2001:0db8:0:1:aaaa:bbbb:cccc:dddd')).toBe('2001:db8:0:1::/64')
  expect(network('2001:db8::1')).toBe('2001:db8:0:0::/64')
  expect(network('::1')).toBe('0:0:0:0::/64')
  expect(network('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
})

test.for([
  '203.0.113.7',
  '::ffff:203.0.113.7',
  '::FFFF:cb00:7107',
  '0:0:0:0:0:ffff:203.0.113.7',
  '0000:0000:0000:0000:0000:ffff:cb00:7107',
  '::203.0.113.7',
  '64:ff9b::203.0.113.7',
])('networkOf finds the one IPv4 address in %s', (address, { as }) => {
  expect(networkOf(as({ kind: 'guest', address }))).toBe('203.0.113.7')
})

test('two IPv4 addresses written as IPv6 are two networks', ({ as }) => {
  const network = (address: string) => networkOf(as({ kind: 'guest', address }))
  expect(network('::ffff:203.0.113.7')).not.toBe(network('::ffff:203.0.113.8'))
})
