import type { Card } from '#shop/catalog/search/cards.ts'
import { discountPercent } from '#shop/money.ts'

type Badge = string | { percent: number }

/** More would be noise. */
const most = 2

/**
 * The badges of a card. First whether the piece is to be had at all, and in her own size, then its collection, its discount, that few
 * are left, that it is new. For a sold-out piece neither price nor age matters.
 */
export function badgesOf(
  card: Pick<Card, 'area' | 'sizes' | 'left' | 'mine' | 'isNew' | 'priceKurus' | 'originalPriceKurus'>,
) {
  const { area, sizes, left, mine, isNew, priceKurus, originalPriceKurus } = card
  const percent = discountPercent(priceKurus ?? Number.POSITIVE_INFINITY, originalPriceKurus)
  const there: (Badge | false)[] =
    sizes.length === 0
      ? ['Tükendi', area === 'special' && 'ÖZEL']
      : [
          mine ?? false,
          area === 'special' && 'ÖZEL',
          percent > 0 && { percent },
          left !== undefined && `Son ${left}`,
          isNew === true && 'Yeni',
        ]
  return there.filter((badge) => badge !== false).slice(0, most)
}
