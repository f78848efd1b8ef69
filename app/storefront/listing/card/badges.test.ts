import { expect, test } from 'vitest'
import { badgesOf } from './badges.ts'

const plain = { area: 'ust-giyim', sizes: ['S'], priceKurus: 80_000, originalPriceKurus: null } as const
const special = { ...plain, area: 'special' } as const

test.each([
  ['an ordinary card', plain, []],
  ['a new one', { ...plain, isNew: true }, ['Yeni']],
  ['a new one with few left', { ...plain, isNew: true, left: 2 }, ['Son 2', 'Yeni']],
  ['a cheaper one', { ...plain, originalPriceKurus: 100_000 }, [{ percent: 20 }]],
  ['all of it', { ...plain, originalPriceKurus: 100_000, left: 1, isNew: true }, [{ percent: 20 }, 'Son 1']],
  ['all of it, special', { ...special, originalPriceKurus: 100_000, left: 1, isNew: true }, ['ÖZEL', { percent: 20 }]],
  ['a special one, new', { ...special, isNew: true }, ['ÖZEL', 'Yeni']],
  ['what is sold out', { ...plain, sizes: [], originalPriceKurus: 100_000, isNew: true }, ['Tükendi']],
  ['a special one that is sold out', { ...special, sizes: [], isNew: true }, ['Tükendi', 'ÖZEL']],
  ['what has no price', { ...plain, priceKurus: null, originalPriceKurus: 100_000 }, []],
] as const)('%s says at most two things, the weightiest first', (_, card, badges) => {
  expect(badgesOf({ ...card, sizes: [...card.sizes] } as Parameters<typeof badgesOf>[0])).toEqual(badges)
})
