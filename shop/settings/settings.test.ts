import { expect, onTestFinished } from 'vitest'
import { z } from 'zod'
import { test } from '#test/shop.ts'
import { findSetting, findSettings, saveSetting } from './settings.ts'

test('a page reads all settings at once; elsewhere each is read anew', async ({ ctx, database }) => {
  await saveSetting(ctx, 'one', 1)
  await saveSetting(ctx, 'two', 2)
  let queries = 0
  database.watch.around = (_, query) => {
    queries++
    return query()
  }
  onTestFinished(() => {
    database.watch.around = undefined
  })
  const page = { ...ctx, asked: new Map() }
  expect(await findSetting(page, 'one', z.number())).toBe(1)
  expect(await findSettings(page, { two: z.number(), three: z.number() })).toEqual({ two: 2, three: undefined })
  expect(queries).toBe(1)

  expect(await findSetting(ctx, 'one', z.number())).toBe(1)
  await saveSetting(ctx, 'one', 3)
  expect(await findSetting(ctx, 'one', z.number())).toBe(3)
  expect(await findSetting(page, 'one', z.number())).toBe(1)
})
