import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { discountedLines } from '../checkout/campaigns/discounted.ts'
import type { PricedLine } from '../checkout/lines.ts'
import { type CampaignKind, campaignKinds } from './contract.ts'
import { type Campaign, deduct, type Goods, offerWords, sharesOf, whyNotFor } from './rules.ts'

const now = new Date('2026-01-01T09:00:00Z')

function aCampaign(given: Partial<Campaign>): Campaign {
  return {
    ...{ id: 'campaign', code: 'YAZ', codeKey: 'yaz', name: '', kind: 'PERCENT', value: 10, minTotalKurus: 0 },
    ...{ buyQuantity: null, getQuantity: null, startsAt: null, endsAt: null, totalLimit: null, personLimit: null },
    ...{ categoryIds: [], productIds: [], firstOrderOnly: false, customerId: null, combinable: true, partner: '' },
    ...{ active: true, used: 0, createdAt: now, updatedAt: now },
    ...given,
  }
}

function aLine(unitPriceKurus: number, quantity: number, given: Partial<Goods> = {}): Goods {
  return {
    variantId: `v${unitPriceKurus}`,
    productId: 'dress',
    categoryId: 'dresses',
    unitPriceKurus,
    quantity,
    ...given,
  }
}

const kinds = fc.constantFrom<CampaignKind>(...campaignKinds)
const anyCampaign = fc
  .record({
    kind: kinds,
    percent: fc.integer({ min: 1, max: 99 }),
    kurus: fc.integer({ min: 1, max: 100_000 }),
    buyQuantity: fc.integer({ min: 1, max: 4 }),
    getQuantity: fc.integer({ min: 1, max: 3 }),
    minTotalKurus: fc.constantFrom(0, 5_000, 50_000),
    ofDresses: fc.boolean(),
  })
  .map(({ kind, percent, kurus, buyQuantity, getQuantity, minTotalKurus, ofDresses }) => {
    const value = { PERCENT: percent, AMOUNT: kurus, FREE_DELIVERY: 0, BUY_X_GET_Y: percent + 1 }[kind]
    const sets = kind === 'BUY_X_GET_Y' ? { buyQuantity, getQuantity } : {}
    return { kind, value, minTotalKurus, ...sets, ...(ofDresses ? { categoryIds: ['dresses'] } : {}) }
  })
const anyCampaigns = fc
  .array(anyCampaign, { maxLength: 4 })
  .map((all) => all.map((given, index) => aCampaign({ ...given, id: `campaign${index}` })))
const anyGoods = fc
  .array(
    fc.record({
      unitPriceKurus: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 200_000 })),
      quantity: fc.integer({ min: 1, max: 7 }),
      categoryId: fc.constantFrom('dresses', 'bags'),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((lines) => lines.map((line, index) => ({ ...line, variantId: `v${index}`, productId: `p${index}` })))

const asLines = (goods: Goods[]) =>
  goods.map(({ variantId, unitPriceKurus, quantity }) => {
    return { quantity, unitPriceKurus, item: { variantId, unitPriceKurus, quantity } } as unknown as PricedLine
  })

describe('whatever the campaigns and the cart', () => {
  test('shares sum up to the discount, are never negative, and leave each unit a price', () => {
    fc.assert(
      fc.property(anyCampaigns, anyGoods, (campaigns, goods) => {
        const taken = deduct(campaigns, goods)
        for (const { kurus, shares } of taken) {
          expect(shares.every((share) => share >= 0)).toBe(true)
          expect(shares.reduce((sum, share) => sum + share, 0)).toBe(kurus)
        }
        const all = goods.map((_, index) => sharesOf(taken, index))
        const sold = discountedLines(asLines(goods), all) ?? []
        goods.forEach((line, index) => {
          const its = sold.filter(({ item }) => item.variantId === line.variantId)
          const units = its.reduce((sum, { quantity }) => sum + quantity, 0)
          const paid = its.reduce((sum, { quantity, unitPriceKurus }) => sum + quantity * unitPriceKurus, 0)
          expect([units, paid]).toEqual([line.quantity, line.unitPriceKurus * line.quantity - (all[index] ?? 0)])
          for (const { unitPriceKurus, item } of its)
            expect(unitPriceKurus + (item.discountKurus ?? 0)).toBe(line.unitPriceKurus)
        })
        expect(sold.every(({ unitPriceKurus }) => unitPriceKurus >= 1)).toBe(true)
      }),
    )
  })

  test('neither the order of the lines nor that of the campaigns matters', () => {
    fc.assert(
      fc.property(anyCampaigns, anyGoods, (campaigns, goods) => {
        const byVariant = (lines: Goods[], all: Campaign[]) => {
          const taken = deduct(all, lines)
          return Object.fromEntries(lines.map(({ variantId }, index) => [variantId, sharesOf(taken, index)]))
        }
        expect(byVariant(goods.toReversed(), campaigns.toReversed())).toEqual(byVariant(goods, campaigns))
      }),
    )
  })
})

describe('a campaign takes off', () => {
  const total = (campaign: Campaign, ...goods: Goods[]) =>
    deduct([campaign], goods).reduce((sum, { kurus }) => sum + kurus, 0)

  test('per cents of its own goods, and a sum of all', () => {
    const bag = aLine(50_000, 1, { categoryId: 'bags', productId: 'bag' })
    expect(total(aCampaign({ value: 10 }), aLine(129_990, 2), bag)).toBe(30_998)
    expect(total(aCampaign({ value: 10, categoryIds: ['bags'] }), aLine(129_990, 2), bag)).toBe(5_000)
    expect(total(aCampaign({ value: 10, productIds: ['dress'] }), aLine(129_990, 2), bag)).toBe(25_998)
    expect(total(aCampaign({ kind: 'AMOUNT', value: 10_000 }), aLine(129_990, 1))).toBe(10_000)
  })

  test('the cheapest pieces of each full set', () => {
    const third = aCampaign({ kind: 'BUY_X_GET_Y', value: 100, buyQuantity: 2, getQuantity: 1 })
    // Anybody may ask for the price of so many that going through them one by one would never end.
    const many = Array.from({ length: 100 }, (_, index) => aLine(20_000 - 100 * index, 100_000_000))
    // The cheapest 3,333,333,333: a hundred million each of the 33 cheapest lines, and 33,333,333 of the next.
    const cheapest = Array.from({ length: 33 }, (_, index) => 10_100 + 100 * index)
    const all = cheapest.reduce((sum, price) => sum + 100_000_000 * price, 33_333_333 * (10_100 + 3_300))
    expect(deduct([third], many)[0]?.kurus).toBe(all)
    expect(total(third, aLine(30_000, 1), aLine(20_000, 1))).toBe(0)
    expect(total(third, aLine(30_000, 1), aLine(20_000, 1), aLine(10_000, 1))).toBe(10_000)
    expect(total(third, aLine(30_000, 4), aLine(10_000, 3))).toBe(20_000)
    const half = aCampaign({ kind: 'BUY_X_GET_Y', value: 50, buyQuantity: 1, getQuantity: 1 })
    expect(total(half, aLine(30_000, 1), aLine(20_000, 1))).toBe(10_000)
    expect(offerWords(third)).toBe('3 al 2 öde')
    expect(offerWords(half)).toBe('1 alana bir sonraki ürün %50 indirimli')
  })

  test('what is left by those before it: pieces, then per cents, then sums', () => {
    const all = [
      aCampaign({ id: 'c', kind: 'AMOUNT', value: 1_000 }),
      aCampaign({ id: 'b', kind: 'PERCENT', value: 10 }),
      aCampaign({ id: 'a', kind: 'BUY_X_GET_Y', value: 100, buyQuantity: 1, getQuantity: 1 }),
    ]
    expect(deduct(all, [aLine(10_000, 2)]).map(({ kurus }) => kurus)).toEqual([10_000, 1_000, 1_000])
  })

  test('nothing, and says why, for other goods, below its minimum, or above what the goods cost', () => {
    const goods = [aLine(20_000, 1)]
    const why = (given: Partial<Campaign>) => whyNotFor(aCampaign(given), goods)
    expect(why({})).toBeUndefined()
    expect(why({ minTotalKurus: 20_000 })).toBeUndefined()
    expect(why({ categoryIds: ['bags'] })).toBe('Bu kod sepetinizdeki ürünlerde geçerli değil.')
    expect(why({ minTotalKurus: 50_000 })).toContain('500,00 TL ve üzeri alışverişlerde geçerli; sepetinize 300,00 TL')
    expect(why({ kind: 'AMOUNT', value: 20_000 })).toContain('tutarı 200,00 TL üzerinde olunca')
    expect(why({ kind: 'BUY_X_GET_Y', value: 100, buyQuantity: 2, getQuantity: 1 })).toContain('2 adet daha')
  })
})

test('each line bears of a sum what its price is of all of them, however many pieces it has', () => {
  const [bows, dress] = [aLine(2, 100), aLine(200, 1)]
  expect(deduct([aCampaign({ kind: 'AMOUNT', value: 100 })], [bows, dress])[0]?.shares).toEqual([50, 50])
  // Each piece keeps a kuruş: the bows cannot bear half.
  expect(deduct([aCampaign({ kind: 'AMOUNT', value: 250 })], [bows, dress])[0]?.shares).toEqual([84, 166])
})

test('a sum that the goods of its campaign cannot bear is not borne by other goods of the cart', () => {
  const campaign = aCampaign({ kind: 'AMOUNT', value: 5_000, categoryIds: ['dresses'] })
  const [dress, bag] = [aLine(3_000, 1), aLine(100_000, 1, { categoryId: 'bags', productId: 'bag' })]
  expect(whyNotFor(campaign, [dress, bag])).toContain('50,00 TL')
  expect(deduct([campaign], [dress, bag])).toEqual([])
})

test('the least total of a campaign is of its own goods', () => {
  const campaign = aCampaign({ minTotalKurus: 5_000, categoryIds: ['dresses'] })
  const bag = aLine(100_000, 1, { categoryId: 'bags', productId: 'bag' })
  expect(whyNotFor(campaign, [aLine(3_000, 1), bag])).toContain('20,00 TL')
  expect(whyNotFor(campaign, [aLine(5_000, 1), bag])).toBeUndefined()
})
