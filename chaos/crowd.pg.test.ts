import { expect, test } from 'vitest'
import { shopOnPostgres } from '#test/running-shop.ts'
import { comeAllAtOnce } from './crowd.ts'

const postgres = shopOnPostgres({ CHECKOUTS_AT_ONCE: '1', TRUST_PROXY: '1' })

test('a crowd for a few pieces waits in the order of coming: bots gain nothing, a killed process loses nobody’s place, each piece is sold once', async () => {
  const shops = await Promise.all([postgres.start(), postgres.start()])
  const people = { buyers: 110, bots: 4, others: 12, pieces: 35, mostPause: 2000 }
  const { wrong, figures } = await comeAllAtOnce({
    ctx: postgres.ctx,
    shops,
    ...people,
    within: 2000,
    say: () => {},
  })
  expect(wrong).toEqual([])
  expect(figures.inLine, 'there was a line').toBeGreaterThan(50)
  expect(figures.bought).toMatchObject({ bots: 0, others: 12 })
})
