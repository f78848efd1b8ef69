import { describe, expect, test } from 'vitest'
import { NewReview } from './contract.ts'
import { cleanText, maskedName, needsLook, statusOf } from './rules.ts'
import { summaryOf } from './summary.ts'

test.each([
  ['Ayşe', 'Yılmaz', 'Ayşe Y.'],
  ['  ayşe NUR ', ' ışık', 'Ayşe I.'],
  ['İPEK', 'ş', 'İpek Ş.'],
  ['Zeynep', '', 'Zeynep'],
  ['Zeynep', '5551112233', 'Zeynep'],
  ['www.ucuz.com', 'Yılmaz', 'Müşteri'],
  ['<b>Ayşe</b>', 'Yılmaz', 'Müşteri'],
  ['A'.repeat(30), 'Yılmaz', 'Müşteri'],
  ['', '', 'Müşteri'],
])('of “%s %s” pages show “%s”', (first, last, shown) => {
  expect(maskedName(first, last)).toBe(shown)
})

test('of a text nothing is kept that is not seen, and no gap that is only seen', () => {
  expect(cleanText(' Güzel \u0000\u202eelbise\u2066.  \r\n\r\n\r\n\n\tÇok\u0007 sevdim 🎉 ')).toBe(
    'Güzel elbise.\n\nÇok sevdim 🎉',
  )
})

test('of a million spaces nothing is kept: looked at from each of them anew, they would take longer than a test may', () => {
  expect(cleanText(' '.repeat(1_000_000))).toBe('')
})

describe('somebody looks at', () => {
  test.each([
    'Aynısı https://ucuz.example’da yarı fiyatına',
    'www.ucuz.biz',
    'ucuz-elbise.com daha iyi',
    'Bana yazın: ayse@posta.example',
    'WhatsApp: 0532 111 22 33',
    '+90 (532) 111-22-33',
  ])('“%s”, whatever the setting', (text) => {
    expect(needsLook(text)).toBe(true)
    expect(statusOf('AFTER', text)).toBe('WAITING')
  })

  test.each([
    '38 beden aldım, 1,68 boyum, 58 kilo.',
    '2026’da aldığım en iyi elbise... bayıldım.com',
    'Kargo 3 günde geldi',
  ])('not at “%s” once reviews are shown at once', (text) => {
    const isLink = text.includes('.com')
    expect(statusOf('AFTER', text)).toBe(isLink ? 'WAITING' : 'PUBLISHED')
    expect(statusOf('BEFORE', text)).toBe('WAITING')
  })

  test('what was refused before, once it is changed', () => {
    expect(statusOf('AFTER', 'Güzel', 'REFUSED')).toBe('WAITING')
    expect(statusOf('AFTER', 'Güzel', 'PUBLISHED')).toBe('PUBLISHED')
    expect(statusOf('BEFORE', 'Güzel', 'PUBLISHED')).toBe('WAITING')
  })
})

test('every review counts alike, in tenths; without any there is no average', () => {
  expect(summaryOf([])).toMatchObject({ count: 0, average: null, fitVotes: { small: 0, true: 0, large: 0 } })
  const rows = [
    { stars: 5, fit: 'TRUE', n: 2 },
    { stars: 5, fit: null, n: 1 },
    { stars: 4, fit: 'SMALL', n: 3 },
    { stars: 1, fit: 'SMALL', n: 1 },
  ] as const
  expect(summaryOf(rows)).toEqual({
    count: 7,
    // 28 stars of seven: 4, and not the 3.8 of those with a vote.
    average: 4,
    distribution: { 1: 1, 2: 0, 3: 0, 4: 3, 5: 3 },
    fitVotes: { small: 4, true: 2, large: 0 },
  })
  expect(
    summaryOf([
      { stars: 5, fit: null, n: 1 },
      { stars: 4, fit: null, n: 2 },
    ]).average,
  ).toBe(4.3)
})

test('a form may leave all but the stars blank, and send numbers as text', () => {
  const productId = '01a206e9-5b72-75e6-85e0-e7437a06538d'
  const parsed = NewReview.parse({ productId, stars: '4', fit: '', text: null, height: '', sizeWorn: ' ' })
  expect(parsed).toEqual({ productId, stars: 4, fit: null, text: '', height: null, sizeWorn: null, images: [] })
  expect(NewReview.parse({ productId, stars: 5, height: '168', sizeWorn: ' M ' })).toMatchObject({
    height: 168,
    sizeWorn: 'M',
  })
  const wrong = (more: object) => NewReview.safeParse({ productId, stars: 5, ...more }).error?.issues[0]?.path[0]
  expect(wrong({ stars: 0 })).toBe('stars')
  expect(wrong({ stars: 4.5 })).toBe('stars')
  expect(wrong({ fit: 'PINK' })).toBe('fit')
  expect(wrong({ height: 20 })).toBe('height')
  expect(wrong({ sizeWorn: '<b>' })).toBe('sizeWorn')
  expect(wrong({ text: 'a'.repeat(2001) })).toBe('text')
  expect(wrong({ images: Array(5).fill(productId) })).toBe('images')
})
