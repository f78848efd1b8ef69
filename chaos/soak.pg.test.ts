import { expect, inject, test } from 'vitest'
import { copiedDatabase } from '#test/postgres.ts'
import { openSoak } from './soak.ts'

test('a thousand requests of all kinds leave nothing behind in memory', async () => {
  const database = await copiedDatabase(inject('postgresUrl'), inject('migrated'))
  const shop = await openSoak(database.url)
  const asked = (n: number) => shop.work(() => shop.requests() >= n)
  // Until every page has been asked for, its answer is kept and all code is compiled.
  await asked(600)
  const before = await shop.memory()
  await asked(1200)
  const after = await shop.memory()
  expect(after.heap - before.heap).toBeLessThan(12e6)
  expect(shop.failed()).toBe(0)
  expect(await shop.close()).toBe(0)
  await database.drop()
})
