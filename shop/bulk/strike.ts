import type { Present } from '../imports/world.ts'
import { formatKurus } from '../money.ts'
import type { BulkFacts, BulkNote } from './contract.ts'
import type { BulkWorld } from './world.ts'

/** A note where shoppers would not see the struck-through price that the owner means. The rule: docs/law.md. */
export function strikeNote(after: BulkFacts, present: Present, { lows, days }: BulkWorld): BulkNote | undefined {
  const { originalPriceKurus: original, variants = [] } = after
  const prices = variants.flatMap(({ priceKurus }) => priceKurus ?? [])
  if (original === null || original === undefined || prices.length === 0) return undefined
  const price = Math.min(...prices)
  if (original <= price)
    return odd(
      `İndirim öncesi fiyatı (${formatKurus(original)}) yeni fiyattan yüksek değil; üstü çizili fiyat gösterilmez`,
    )
  const reference = referenceOf(variants, present, price, lows)
  if (reference === undefined) return law('Daha önce uygulanmış bir fiyatı yok; üstü çizili fiyat gösterilmez')
  if (reference <= price)
    return law(`Son ${days} günde ${formatKurus(reference)} fiyatla da satıldı; üstü çizili fiyat gösterilmez`)
  if (reference >= original) return undefined
  return law(
    `Üstü çizili fiyat ${formatKurus(original)} değil ${formatKurus(reference)} görünür: son ${days} günün en düşük fiyatı`,
  )
}

/** The lowest recent price of the variants that will carry the product's price. */
function referenceOf(
  after: { id: string; priceKurus?: number }[],
  { variants }: Present,
  price: number,
  lows: BulkWorld['lows'],
): number | undefined {
  const found = after
    .filter(({ priceKurus }) => priceKurus === price)
    .flatMap(({ id }) => {
      const stays = variants.find((variant) => variant.id === id)?.priceKurus === price
      return lows.get(id)?.[stays ? 'before' : 'recent'] ?? []
    })
  return found.length > 0 ? Math.min(...found) : undefined
}

const law = (message: string): BulkNote => ({ kind: 'LAW', message })
const odd = (message: string): BulkNote => ({ kind: 'ODD', message })
