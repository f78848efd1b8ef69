import { expect, inject, test } from 'vitest'
import { copiedDatabase } from '#test/postgres.ts'
import { demoBank, unreliableIyzico } from './bank.ts'
import { endAConnection, killAtRandom } from './kill.ts'

test.for([
  ['demo bank', 'PostgreSQL'],
  ['iyzico that loses answers and reports late', 'PostgreSQL'],
  ['iyzico that loses answers and reports late', 'PGlite'],
] as const)(
  'processes killed at random while shops sell and pay back with the %s, on %s: bank, orders and shelves agree',
  async ([name, engine]) => {
    const database =
      engine === 'PostgreSQL' ? await copiedDatabase(inject('postgresUrl'), inject('migrated')) : undefined
    const bank = name === 'demo bank' ? demoBank : await unreliableIyzico()
    const harms = database ? [endAConnection, endAConnection] : []
    const given = { url: database?.url, seconds: 8, pause: 3000, harms, bank, say: () => {} }
    const { orders, wrong } = await killAtRandom(given)
    await bank.close()
    await database?.drop()
    expect(wrong).toEqual([])
    expect(orders).toBeGreaterThan(0)
  },
)
