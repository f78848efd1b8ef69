import type { WireAdminProduct } from '#api/wire/admin/catalog.ts'
import { parseCount } from '../variants/grid-numbers.ts'
import type { Draft } from './draft.ts'

/** For each size whose stock was typed and is another now: why, in a sentence. Sales since it was opened are kept. */
export function soldMeanwhile(
  { rows }: Pick<Draft, 'rows'>,
  { variants }: Pick<WireAdminProduct, 'variants'>,
): string[] {
  return rows.flatMap(({ id, color, size, stock, stockSeen }) => {
    const typed = parseCount(stock)
    const now = variants.find((variant) => variant.id === id)?.stockQuantity
    if (typed === undefined || typed === stockSeen || now === undefined || now === typed) return []
    const what = typed > now ? `bu arada ${typed - now} adet satıldı` : `bu arada ${now - typed} adet geri geldi`
    return [`${color} ${size}: ${typed} yazdınız; ${what}, stok ${now}.`]
  })
}
