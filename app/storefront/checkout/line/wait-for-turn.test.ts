import { beforeEach, expect, test } from 'vitest'
import { fakeBrowser, fakeFetch, ok } from '#test/browser.ts'
import { type Standing, untilNextLook, waitForTurn } from './wait-for-turn.ts'
import { timeWords } from './words.ts'

beforeEach(() => {
  fakeBrowser()
})

const place = { ticket: '50.x', place: 50, ahead: 40, seconds: null }
const line = { open: true, called: 9, last: 90, perSecond: 2, soldOut: [] as string[] }

/** Waits with these answers, one after the other; an Error is a lost connection. */
async function waitWith(answers: (object | Error)[], variantIds = ['v']) {
  const told: Standing[] = []
  fakeFetch(() => {
    const next = answers.shift()
    if (!next) throw new Error('she looked once too often')
    if (next instanceof Error) throw next
    return ok({ ...line, ...next })
  })
  const signal = new AbortController().signal
  const end = await waitForTurn(place, {
    variantIds,
    signal,
    tell: (standing) => told.push(standing),
    pause: async () => {},
  })
  return { end, told, left: answers.length }
}

test('she is told where she stands until her place is called', async () => {
  const { end, told } = await waitWith([{ called: 29 }, new TypeError('fetch failed'), { called: 49 }, { called: 50 }])
  expect(end).toBe('called')
  expect(told.map(({ ahead, seconds }) => [ahead, seconds])).toEqual([
    [40, null],
    [20, 10],
    [20, 10],
    [0, 0],
  ])
})

test('a line that is over lets her in', async () => {
  expect((await waitWith([{ open: false, called: 12 }])).end).toBe('called')
})

test('she is told at once when all that she wants is sold out, and waits on for the rest', async () => {
  const some = await waitWith([{ soldOut: ['v', 'x'] }, { called: 50, soldOut: ['v'] }], ['v', 'w'])
  expect([some.end, some.told.at(-1)?.soldOut]).toEqual(['called', ['v']])
  const all = await waitWith([{ soldOut: ['v', 'w'] }], ['v', 'w'])
  expect([all.end, all.told.at(-1)?.soldOut]).toEqual(['sold out', ['v', 'w']])
})

test('she looks seldom while many are before her, and soon when she is next', () => {
  const look = (ahead: number, seconds: number | null) => untilNextLook({ ahead, seconds, soldOut: [] })
  expect(look(40_000, 900)).toBeGreaterThanOrEqual(8000)
  expect(look(40_000, 900)).toBeLessThanOrEqual(12_000)
  expect([look(10, 900), look(500, 12), look(0, null)]).toEqual([1500, 1500, 1500])
})

test('the time is told in whole minutes', () => {
  expect([null, 20, 61, 3600, 5400].map(timeWords)).toEqual([
    'Kalan süre hesaplanıyor',
    'Tahminen bir dakikadan az',
    'Tahminen 2 dakika',
    'Tahminen 1 saat',
    'Tahminen 1 saat 30 dakika',
  ])
})
