import { describe, expect } from 'vitest'
import type { Ctx } from '#shop/ctx.ts'
import { provinces } from '#shop/fields/provinces.ts'
import { saveSetting } from '#shop/settings/settings.ts'
import { aProduct } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import { findDoorSettings } from './door/settings.ts'
import { checkWays } from './ways.ts'

const sample = 'TR330006100519786457841326'
const own = 'TR320010009999901234567890'
const account = (iban: string) => ({ bank: 'Banka', holder: 'Gül Çınar', iban })

async function foundOf(ctx: Ctx, way: string): Promise<string[] | undefined> {
  const all = await checkWays({ ...ctx, config: { ...ctx.config, smtpUrl: 'smtps://posta.example' } })
  return all.find(({ id }) => id === way)?.findings.map(({ state, plain }) => `${state} ${plain}`)
}

test('of ways that are off, or that only the demo shows, there is not a word', async ({ ctx }) => {
  expect(await checkWays(ctx)).toEqual([])
  const live = { ...ctx, config: { ...ctx.config, mode: 'live' as const } }
  expect(await checkWays(live)).toEqual([])
})

describe('transfers', () => {
  const found = async (ctx: Ctx, accounts: object[], on = true) => {
    await saveSetting(ctx, 'payments.transfer', { on, accounts, deadlineDays: 3, remindAfterDays: 1 })
    return foundOf(ctx, 'transfer')
  }

  test('are good with accounts of the shop’s own', async ({ ctx }) => {
    expect(await found(ctx, [account(own)])).toEqual(['done transfers to 1 account(s)'])
    expect(await found(ctx, [account(own)], false)).toBeUndefined()
  })

  test('lack an account, have the demo’s, or a mistyped one', async ({ ctx }) => {
    expect(await found(ctx, [])).toEqual([expect.stringMatching(/^todo .*without an account/)])
    expect(await found(ctx, [account(own), account(sample)])).toEqual([expect.stringContaining('sample account')])
    const mistyped = account(own.replace('7890', '7891'))
    expect(await found(ctx, [mistyped])).toEqual([expect.stringMatching(/^todo the IBAN TR32 .* is mistyped/)])
    await saveSetting(ctx, 'payments.transfer', { on: true, accounts: [account(own)] })
    expect(await foundOf(ctx, 'transfer')).toEqual([expect.stringContaining('cannot be read')])
  })
})

describe('at the door', () => {
  const found = async (ctx: Ctx, more: object) => {
    await saveSetting(ctx, 'payments.door', { ...(await findDoorSettings(ctx)), enabled: true, ...more })
    return foundOf(ctx, 'door')
  }

  test('is good with a fee, a sender of codes and something that may be bought so', async ({ ctx }) => {
    await aProduct(ctx, { variants: [{ priceKurus: 50_000 }] })
    expect(await found(ctx, { feeKurus: 4_900 })).toEqual(['done at the door for 49,00 TL'])
    expect(await found(ctx, { enabled: false })).toBeUndefined()
    expect(await found(ctx, { feeKurus: 0 })).toEqual([expect.stringMatching(/^advice .*carriers ask/)])
    expect(await found(ctx, { feeKurus: 4_900, largestKurus: 50_000 })).toHaveLength(1)
  })

  test.for([
    ['to nowhere, of some', { provinceRule: 'only', provinces: [] }, 'leave none'],
    ['to nowhere, but all', { provinceRule: 'except', provinces: [...provinces] }, 'leave none'],
    ['below every price', { smallestKurus: 0, largestKurus: 49_999 }, 'below the cheapest piece (500,00 TL)'],
    ['for neither cash nor card', { cash: false, card: false }, 'neither cash nor card'],
    ['of settings that are broken', { openPerPerson: -1 }, 'cannot be read'],
  ] as const)('is nobody’s %s', async ([, more, words], { ctx }) => {
    await aProduct(ctx, { variants: [{ priceKurus: 50_000 }] })
    expect(await found(ctx, more)).toEqual([expect.stringMatching(/^todo /)])
    expect((await foundOf(ctx, 'door'))?.[0]).toContain(words)
  })

  test('is nobody’s without a category, or without anything that sends its codes', async ({ ctx }) => {
    const { category } = await aProduct(ctx)
    expect(await found(ctx, { categoriesOut: [category.id] })).toEqual(['todo all categories are left out of it'])
    await found(ctx, { categoriesOut: [] })
    const [door] = await checkWays(ctx)
    expect(door?.findings.map(({ text }) => text)).toEqual([expect.stringContaining('e-posta sunucunuzu kaydedin')])
  })
})
