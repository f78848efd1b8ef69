import type { NewProduct } from '#shop/catalog/contract.ts'
import type { Table } from './seed.ts'
import { graded, pictureLine, sizesIn } from './sizes.ts'

type Design = Table['designs'][number]
type Color = Design['colors'][number]
/** One product of the demo shop: a design in one color. */
export type Piece = { design: Design; color: Color; slug: string; newest: number }

/** The same number between 0 and 1 for the same words, every time. */
function chance(...words: string[]): number {
  // FNV-1a, then a last mixing so that similar words fall far apart.
  let hash = 0x811c9dc5
  for (const char of words.join('|')) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39)
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32
}

/** Every product, newest first: each round shows one color of every design, and neighbours differ in category. */
export function pieces({ designs }: Table): Piece[] {
  const byCategory = [...Map.groupBy(designs, (design) => design.category).values()]
  const longest = Math.max(...byCategory.map((list) => list.length))
  const mixed = Array.from({ length: longest }, (_, i) => byCategory.flatMap((list) => list[i] ?? [])).flat()
  const rounds = Math.max(...designs.map((design) => design.colors.length))
  return Array.from({ length: rounds }, (_, round) => mixed.map((design) => ({ design, color: design.colors[round] })))
    .flat()
    .flatMap(({ design, color }) => (color ? [{ design, color }] : []))
    .map((piece, newest) => ({ ...piece, newest, slug: `${piece.design.code}-${piece.color.slug}` }))
}

/** The table's facts about the garment; bags have no fit. */
function garmentOf({ fabric, care, measurementsM, ...design }: Design, sizes: string[]) {
  return {
    fabric,
    care: care.join(', '),
    fit: 'fit' in design ? design.fit : undefined,
    measurements: graded(measurementsM, sizes),
    modelLine: pictureLine(sizes),
  }
}

/** The slugs with the lowest numbers: so many of them, always the same. */
function chosen(all: Piece[], what: string, count: number): Set<string> {
  const sorted = all.toSorted((a, b) => chance(what, a.slug) - chance(what, b.slug))
  return new Set(sorted.slice(0, count).map((piece) => piece.slug))
}

/** Gives each piece sizes, stock, an article number and, for some, a price it had before. */
export function inventor(all: Piece[]) {
  const later = all.filter((piece) => piece.color !== piece.design.colors[0])
  const soldOut = chosen(later, 'sold out', Math.round(all.length / 24))
  const discounted = chosen(all, 'discounted', Math.round(all.length / 5))
  const articles = articleNumbers(all)

  const stockOf = (piece: Piece, size: string) => {
    if (soldOut.has(piece.slug)) return 0
    const luck = chance('stock', piece.slug, size)
    if (luck < 0.15) return size === 'Standart' ? 1 : 0
    return luck < 0.4 ? 1 + Math.floor(luck * 8) : 4 + Math.floor(luck * 18)
  }
  const earlierPrice = (piece: Piece) => {
    if (!discounted.has(piece.slug)) return undefined
    const factor = 1.15 + 0.15 * chance('earlier price', piece.slug)
    return Math.round((piece.design.price * factor) / 10) * 10 * 100
  }
  return (piece: Piece): Omit<NewProduct, 'categoryId' | 'images'> => {
    const sizes = sizesIn(piece.design.category, chance('sizes', piece.design.code))
    return {
      name: `${piece.design.name} ${piece.color.name}`,
      slug: piece.slug,
      description: piece.design.description,
      originalPriceKurus: earlierPrice(piece),
      ...garmentOf(piece.design, sizes),
      variants: sizes.map((size) => ({
        sku: `${articles.get(piece.slug)}-${size === 'Standart' ? 'STD' : size}`,
        color: piece.color.name,
        colorHex: piece.color.hex,
        size,
        priceKurus: piece.design.price * 100,
        stock: stockOf(piece, size),
      })),
    }
  }
}

/** 'pile-midi-etek' in 'adacayi' → 'PME-ADA'; longer where another already has that. */
function articleNumbers(all: Piece[]): Map<string, string> {
  const designs = new Map<string, string>()
  const articles = new Map<string, string>()
  for (const { design, color, slug } of all) {
    const [first = '', ...rest] = design.code.split('-')
    const initials = rest.map((word) => word[0]).join('')
    const prefix =
      designs.get(design.code) ?? shortest(first.length, (n) => first.slice(0, n) + initials, new Set(designs.values()))
    designs.set(design.code, prefix)
    const letters = color.slug.replaceAll('-', '')
    const taken = new Set(articles.values())
    articles.set(
      slug,
      shortest(letters.length, (n) => `${prefix}-${letters.slice(0, n + 2)}`, taken),
    )
  }
  return articles
}

function shortest(longest: number, make: (n: number) => string, taken: Set<string>): string {
  const lengths = Array.from({ length: longest }, (_, i) => i + 1)
  const made = lengths.map((n) => make(n).toUpperCase())
  return made.find((text) => !taken.has(text)) ?? `${made.at(-1)}${taken.size}`
}
