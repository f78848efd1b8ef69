import { expect, inject, test } from 'vitest'
import { emptyDatabase } from '#test/postgres.ts'
import { endAConnection, killAtRandom } from './kill.ts'

test('processes killed at random while two shops sell: the bank, the orders and the shelves agree', async () => {
  const database = await emptyDatabase(inject('postgresUrl'))
  const harms = [endAConnection, endAConnection]
  const { orders, wrong } = await killAtRandom({ url: database.url, seconds: 8, pause: 3000, harms, say: () => {} })
  await database.drop()
  expect(wrong).toEqual([])
  expect(orders).toBeGreaterThan(0)
})
