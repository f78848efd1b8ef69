import { expect, test } from 'vitest'
import { readPriceWish } from './price-wish.ts'

test.each([
  ['1000 tl altı elbise', { rest: 'elbise', to: 1000 }],
  ['elbise 1.000 TL altında', { rest: 'elbise', to: 1000 }],
  ['1000 liraya kadar çanta', { rest: 'çanta', to: 1000 }],
  ["1500 TL'ye kadar siyah etek", { rest: 'siyah etek', to: 1500 }],
  ['elbise 1500 TL’den ucuz', { rest: 'elbise', to: 1500 }],
  ['en fazla 750 lira kazak', { rest: 'kazak', to: 750 }],
  ['500 alti bluz', { rest: 'bluz', to: 500 }],
  ['2 bin tl altı triko', { rest: 'triko', to: 2000 }],
  ['bin tl altı triko', { rest: 'triko', to: 1000 }],
  ['bin liralık çanta', { rest: 'çanta', to: 1000 }],
  ['2 bin liraya kadar', { rest: '', to: 2000 }],
  ['2k altı elbise', { rest: 'elbise', to: 2000 }],
  ['1-2k tl elbise', { rest: 'elbise', from: 1000, to: 2000 }],
  ['1,5 bin tl elbise', { rest: 'elbise', to: 1500 }],
  ['1.299,90 TL elbise', { rest: 'elbise', to: 1300 }],
  ['1000 liralık çanta', { rest: 'çanta', to: 1000 }],
  ['₺ çanta 900₺', { rest: '₺ çanta', to: 900 }],
  ['500-1000 tl çanta', { rest: 'çanta', from: 500, to: 1000 }],
  ['500 ile 1.000 TL arası çanta', { rest: 'çanta', from: 500, to: 1000 }],
  ['500 tl 1000 tl arası', { rest: '', from: 500, to: 1000 }],
  ['500 – 1000 arasında etek', { rest: 'etek', from: 500, to: 1000 }],
  ['1-2 bin tl elbise', { rest: 'elbise', from: 1000, to: 2000 }],
  ['2000 tl üstü elbise', { rest: 'elbise', from: 2000 }],
  ['2000 TL üzeri abiye', { rest: 'abiye', from: 2000 }],
  ['en az 1000 tl elbise', { rest: 'elbise', from: 1000 }],
  ['ELBİSE 1500 LİRANIN ALTINDA', { rest: 'ELBİSE', to: 1500 }],
  ['elbise ₺1.500', { rest: 'elbise', to: 1500 }],
  ['₺500-₺1000 etek', { rest: 'etek', from: 500, to: 1000 }],
  ['1500 türk lirası altı', { rest: '', to: 1500 }],
  ["1000'den ucuz elbise", { rest: 'elbise', to: 1000 }],
  ["1000'e kadar etek", { rest: 'etek', to: 1000 }],
  ['1500 tl nin altında etek', { rest: 'etek', to: 1500 }],
  ['1000 tl üstü 2000 tl altı elbise', { rest: 'elbise', from: 1000, to: 2000 }],
  ['en az 500 en fazla 1000 tl', { rest: '', from: 500, to: 1000 }],
  ["500 tl'den 1000 tl'ye kadar etek", { rest: 'etek', from: 500, to: 1000 }],
  ['1000-500 tl etek', { rest: 'etek', from: 500, to: 1000 }],
  ['10-20 bin tl abiye', { rest: 'abiye', from: 10_000, to: 20_000 }],
  ['elbise 40 500 tl altı', { rest: 'elbise 40', to: 500 }],
  ['1000-1500 elbise', { rest: 'elbise', from: 1000, to: 1500 }],
  ['keten elbise 1.000 – 1.500', { rest: 'keten elbise', from: 1000, to: 1500 }],
  ['499,90-999,90', { rest: '', from: 500, to: 1000 }],
  ['pantolon 38 500-1000', { rest: 'pantolon 38', from: 500, to: 1000 }],
  ['1-2 bin elbise', { rest: 'elbise', from: 1000, to: 2000 }],
])('%s asks for these prices', (q, wish) => {
  expect(readPriceWish(q)).toEqual(wish)
})

test.each([
  ['en ucuz kazak', 'kazak'],
  ['ucuz elbise', 'elbise'],
  ['uygun fiyatlı çanta', 'çanta'],
  ['uygun fiyata çanta', 'çanta'],
])('%s asks for the cheapest first', (q, rest) => {
  expect(readPriceWish(q)).toEqual({ rest, first: 'cheapest' })
})

test.each([
  ['indirimli elbise', 'elbise'],
  ['indirimdeki çantalar', 'çantalar'],
  ['fırsatlar', ''],
])('%s asks for what is reduced first', (q, rest) => {
  expect(readPriceWish(q)).toEqual({ rest, first: 'reduced' })
})

test.each([
  'pantolon 38',
  '38 beden altı',
  'en az 40 beden elbise',
  'max 42 beden',
  '38-40 arası beden',
  '36 38 arası',
  '90 lar elbise',
  'diz altı etek',
  'bel üstü bluz',
  '100 pamuk gömlek',
  '501 pantolon',
  'tltl elbise',
  '5 tl',
  'elbise 100000000 tl',
  '%100 keten',
  'altın küpe',
  'bin bir gece elbisesi',
  '1500 elbise',
  '1.500 elbise',
  '1000 1500 elbise',
  '36-38 elbise',
  '38-100 elbise',
  '2024-2025 kış elbise',
  '110-116 çocuk elbise',
  '501-502',
  '1500-1000 elbise',
  '0532-111-2233',
  '2450-1000-3',
  'NC-1000-1500',
  '100-150cm kemer',
  '100-150 cm kemer',
])('%s says nothing about prices', (q) => {
  expect(readPriceWish(q)).toEqual({ rest: q })
})
