import { describe, expect, test } from 'vitest'
import { adviseFit, type FitPiece, sayFit } from './fit.ts'

const blouse: FitPiece = { category: { name: 'Bluz', area: 'ust-giyim' }, sizes: ['S', 'M', 'L'] }
const body = { bust: 90, waist: 72, hips: null }
const say = (piece: Partial<FitPiece>, own: string[] = [], of: typeof body | null = body) => {
  const advice = adviseFit({ ...blouse, ...piece }, own, of ?? undefined)
  return advice && [sayFit(advice), ...advice.why]
}
const chartWords = 'Göğüs 90 cm, bel 72 cm: beden tablosunda M.'

test('her measures and the chart give her size, with the reason', () => {
  expect(say({})).toEqual(['Sizin ölçülerinizle M.', chartWords])
  expect(say({ sizes: ['36', '38', '40'] })?.[0]).toBe('Sizin ölçülerinizle 38.')
  expect(say({}, ['M'])).toEqual(['Sizin ölçülerinizle M.', chartWords])
  expect(say({}, ['L'])).toContain('Kayıtlı bedeniniz L; ölçüleriniz M diyor.')
  expect(say({ sizes: ['S-M', 'L'] }, ['M'], null)).toBeUndefined()
})

test('what returns told moves it one size, and says so', () => {
  expect(say({ fitNote: 'SMALL' })).toEqual([
    'Sizin ölçülerinizle M; bu kalıp dar, L rahat olur.',
    chartWords,
    'İade edenler bu ürünü dar buldu.',
  ])
  expect(say({ fitNote: 'BIG' }, ['M'], null)).toEqual([
    'Sizin bedeniniz M; bu kalıp bol, S daha iyi oturur.',
    'İade edenler bu ürünü bol buldu.',
  ])
  // Nothing larger is made.
  expect(say({ fitNote: 'SMALL' }, ['L'], null)?.[0]).toBe('Sizin bedeniniz L.')
})

describe('votes', () => {
  const votes = (small: number, right: number, large: number) => say({ votes: { small, true: right, large } })
  test('count from five on, and by half of them', () => {
    expect(votes(3, 2, 0)?.[0]).toBe('Sizin ölçülerinizle M; bu kalıp dar, L rahat olur.')
    expect(votes(0, 2, 3)?.slice(0)).toContain('5 alıcının 3 tanesi bol buldu.')
    expect(votes(4, 0, 0)).toEqual(['Sizin ölçülerinizle M.', chartWords])
    expect(votes(4, 4, 1)).toEqual(['Sizin ölçülerinizle M.', chartWords])
    expect(votes(5, 0, 5)).toEqual(['Sizin ölçülerinizle M.', chartWords])
    expect(votes(1, 4, 1)).toContain('6 alıcının 4 tanesi tam bedenine uygun buldu.')
  })
  test('that contradict the returns leave both unsaid', () => {
    expect(say({ fitNote: 'SMALL', votes: { small: 0, true: 1, large: 9 } })).toEqual([
      'Sizin ölçülerinizle M.',
      chartWords,
    ])
  })
})

describe('the garment’s own measures', () => {
  const woven = (cells: string) => ({ fabric: '%100 keten', measurements: `Beden;Göğüs;Boy\n${cells}` })
  const tight = 'Sizin ölçülerinizle M; bu kalıp dar, L rahat olur.'
  test('tell that it is too tight, around or flat', () => {
    expect(say(woven('M;91;60'))).toEqual([
      tight,
      chartWords,
      'Bu parçanın göğüs çevresi M bedende 91 cm; sizinki 90 cm.',
    ])
    expect(say(woven('M;45,5;60'))?.[0]).toBe(tight)
    expect(say(woven('M;92;60'))).toEqual(['Sizin ölçülerinizle M.', chartWords])
  })
  test('let a waistband sit close', () => {
    const skirt = (cm: number) =>
      say({
        category: { name: 'Etek', area: 'alt-giyim' },
        fabric: '%100 polyester',
        measurements: `Beden;Bel\nM;${cm}`,
      })?.[0]
    expect([skirt(72), skirt(71)]).toEqual(['Sizin ölçülerinizle M.', tight])
  })
  test('tell nothing where it stretches, where the fabric is unknown, or where half and whole cannot be told apart', () => {
    const quiet = ['Sizin ölçülerinizle M.', chartWords]
    expect(say({ ...woven('M;80;60'), fabric: '%95 pamuk, %5 elastan' })).toEqual(quiet)
    expect(say({ ...woven('M;80;60'), fabric: null })).toEqual(quiet)
    expect(say({ ...woven('M;80;60'), name: 'El Örgüsü Kazak' })).toEqual(quiet)
    expect(say(woven('M;70;60'))).toEqual(quiet)
    expect(say(woven('L;80;60'))).toEqual(quiet)
  })
})

test('the owner’s word for the cut is said, and moves the size where nobody who wore it spoke', () => {
  expect(say({ fit: 'dar' })?.[0]).toBe('Sizin ölçülerinizle M; bu kalıp dar, L rahat olur.')
  expect(say({ fit: 'bol' })).toEqual(['Sizin ölçülerinizle M.', chartWords, 'Bol kesim: vücuttan uzak durur.'])
  expect(say({ fit: 'dar', votes: { small: 0, true: 9, large: 0 } })?.[0]).toBe('Sizin ölçülerinizle M.')
})

test('nothing is invented', () => {
  expect(say({}, [], null)).toBeUndefined()
  expect(say({}, ['M'], null)).toBeUndefined()
  expect(say({}, ['XXL'], null)).toBeUndefined()
  expect(say({ sizes: ['Standart'] })).toBeUndefined()
  expect(say({ category: { name: 'Çanta', area: 'aksesuar' }, sizes: ['Küçük', 'Büyük'] })).toBeUndefined()
  expect(say({}, [], { bust: 120, waist: 72, hips: null })).toEqual([
    'Ölçüleriniz bu ürünün en büyük bedeninden büyük.',
    'Ölçüleriniz bu ürünün tablosundaki en büyük bedenin üstünde.',
  ])
})
