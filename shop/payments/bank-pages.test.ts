import { expect } from 'vitest'
import { test } from '#test/shop.ts'
import { minutes } from '../time.ts'
import { keepBankPage, takeBankPage } from './bank-pages.ts'
import { bankPages } from './schema.ts'

test('the page of a bank is seen once, within ten minutes, and cannot be read in the database', async ({
  ctx,
  clock,
}) => {
  const store = { db: ctx.db, clock: ctx.clock, authSecret: 'secret', publicUrl: 'http://shop.test' }
  const keep = async (html: string) => (await keepBankPage(store, html)).replace('http://shop.test/odeme/banka/', '')
  const [first, second, third] = [await keep('<p>ilk</p>'), await keep('<p>ikinci</p>'), await keep('<p>üçüncü</p>')]
  expect(first).toMatch(/^[\w-]{32}$/)
  const rows = await ctx.db.select().from(bankPages)
  expect(rows).toHaveLength(3)
  expect(rows.some(({ content }) => Buffer.from(content).includes('ilk'))).toBe(false)

  expect(await takeBankPage(store, first)).toBe('<p>ilk</p>')
  expect(await takeBankPage(store, first)).toBeUndefined()
  expect(await takeBankPage(store, 'anything')).toBeUndefined()
  clock.forward(minutes(10) - 1)
  expect(await takeBankPage(store, second)).toBe('<p>ikinci</p>')
  clock.forward(1)
  expect(await takeBankPage(store, third)).toBeUndefined()

  // A page that nobody fetched is deleted with the next one.
  clock.forward(1)
  await keep('<p>dördüncü</p>')
  expect(await ctx.db.select().from(bankPages)).toHaveLength(1)
})

test('another secret opens nothing', async ({ ctx }) => {
  const store = { db: ctx.db, clock: ctx.clock, authSecret: 'secret', publicUrl: '' }
  const token = (await keepBankPage(store, 'page')).slice(-32)
  await expect(takeBankPage({ ...store, authSecret: 'another' }, token)).rejects.toThrow()
})
