import { productFields } from '../catalog/product-fields.ts'
import type { Present, PresentVariant } from '../imports/world.ts'
import { formatKurus } from '../money.ts'
import { type BulkFacts, type BulkLine, bulkTexts } from './contract.ts'
import { textWords } from './words.ts'
import type { BulkWorld } from './world.ts'

type Sides = { before: BulkFacts; after: BulkFacts }
type Names = Pick<BulkWorld, 'categories' | 'groups'>

/** The differences in words; none when the product already is as wanted. */
export function linesOf(present: Present, { before, after }: Sides, names: Names): BulkLine[] {
  if (after.deleted)
    return [{ label: productFields.published.label, before: stateWords(present.publishedAt), after: 'Silinecek' }]
  const category = (id: string | null | undefined) => (id ? (names.categories.get(id) ?? '—') : '—')
  const group = (id: string | null | undefined) => (id ? (names.groups.get(id)?.name ?? '—') : 'Yok')
  const lines: BulkLine[] = [
    ...valueLines(present.variants, { before, after }, priceWords),
    line('İndirim öncesi fiyat', amount(before.originalPriceKurus), amount(after.originalPriceKurus)),
    ...valueLines(present.variants, { before, after }, stockWords),
    line(productFields.categoryId.label, category(before.categoryId), category(after.categoryId)),
    line('Renk grubu', group(before.groupId), group(after.groupId)),
    line(productFields.published.label, stateWords(before.publishedAt), stateWords(after.publishedAt)),
    line(productFields.tags.label, before.tags || '—', after.tags || '—'),
    ...bulkTexts.map((name) =>
      line(productFields[name].label, textWords(name, before[name]), textWords(name, after[name])),
    ),
  ]
  return lines.filter(({ before, after }) => before !== after)
}

const line = (label: string, before: string, after: string): BulkLine => ({ label, before, after })
const amount = (kurus: number | null | undefined) => (kurus ? formatKurus(kurus) : '—')
const stateWords = (publishedAt: unknown) => (publishedAt ? 'Yayında' : 'Taslak')

type Value = { label: string; of: (variant: { priceKurus?: number; stock?: number }) => string | undefined }
const priceWords: Value = {
  label: 'Fiyat',
  of: ({ priceKurus }) => (priceKurus === undefined ? undefined : formatKurus(priceKurus)),
}
const stockWords: Value = {
  label: 'Stok',
  of: ({ stock }) => (stock === undefined ? undefined : `${stock} adet`),
}

/** One line for sizes that change alike. */
function valueLines(pieces: PresentVariant[], { before, after }: Sides, { label, of }: Value): BulkLine[] {
  const rows = pieces.flatMap((piece) => {
    const [old, now] = [before, after].map(({ variants }) => variants?.find(({ id }) => id === piece.id))
    const [from, to] = [old && of(old), now && of(now)]
    return from === undefined || to === undefined ? [] : [{ piece, from, to }]
  })
  const alike = [...Map.groupBy(rows, ({ from, to }) => `${from}>${to}`).values()]
  return alike.flatMap((group) => {
    const [first] = group
    if (!first) return []
    const which =
      group.length === pieces.length
        ? ''
        : ` (${sizesOf(
            group.map(({ piece }) => piece),
            pieces,
          )})`
    return [line(`${label}${which}`, first.from, first.to)]
  })
}

/** 'S, M', with the color where the product has several. */
function sizesOf(group: PresentVariant[], pieces: PresentVariant[]): string {
  const colors = new Set(pieces.map(({ color }) => color)).size
  return group.map(({ color, size }) => (colors > 1 ? `${color} ${size}` : size)).join(', ')
}
