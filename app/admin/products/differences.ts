import { fold } from '#shop/turkish.ts'
import type { Draft } from './draft.ts'
import { nameOf } from './grid-rows.ts'
import type { AdminCategory } from './product-shape.ts'

type Difference = {
  label: string
  /** As she opened it, as it is now, and as she has it; a missing thing is '—'. */
  opened: string
  now: string
  hers: string
}

/** In words, what somebody else changed since she opened the product. */
export function differences(opened: Draft, now: Draft, hers: Draft, categories: readonly AdminCategory[]) {
  const [before, after, own] = [opened, now, hers].map((draft) => factsOf(draft, categories))
  const keys = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])
  return [...keys].flatMap((key): Difference[] => {
    const [was, is, has] = [before?.get(key), after?.get(key), own?.get(key)]
    if (was?.value === is?.value) return []
    // A row that came or went is one difference, not one for each of its cells.
    if ((!was || !is) && !key.endsWith(' row')) return []
    const alike = was && is && was.text === is.text
    return [
      {
        label: (is ?? was)?.label ?? '',
        opened: clip(was?.text),
        now: alike ? `${clip(is.text)} (değişti)` : clip(is?.text),
        hers: clip(has?.text),
      },
    ]
  })
}

/** `value` is compared, `text` is shown. */
type Fact = { label: string; text: string; value: string }

function factsOf(draft: Draft, categories: readonly AdminCategory[]): Map<string, Fact> {
  const facts = new Map<string, Fact>()
  const add = (key: string, label: string, text: string, value = text) => facts.set(key, { label, text, value })
  add('name', 'Ürün adı', draft.name.trim())
  add('description', 'Açıklama', draft.description.trim())
  add('category', 'Kategori', categories.find(({ id }) => id === draft.categoryId)?.name ?? '')
  add('slug', 'Adres', draft.slug ?? '')
  add('originalPrice', 'Önceki fiyat', draft.originalPrice)
  add('published', 'Durum', draft.published ? 'Yayında' : 'Taslak')
  add('withdrawal', 'Cayma hakkı', draft.withdrawalExemption || 'Var')
  add('pictures', 'Görseller', `${draft.pictures.length} görsel`, draft.pictures.map(({ id }) => id).join(' '))
  for (const [index, row] of draft.rows.entries()) {
    const key = row.id ?? `${fold(row.color)} ${fold(row.size)}`
    const name = nameOf(row, index)
    add(`${key} row`, `${name}: varyant`, `${row.price} TL, stok ${row.stock}`, 'var')
    add(`${key} color`, `${name}: renk`, row.color)
    add(`${key} hex`, `${name}: renk kodu`, row.colorHex)
    add(`${key} size`, `${name}: beden`, row.size)
    add(`${key} price`, `${name}: fiyat`, row.price)
    add(`${key} stock`, `${name}: stok`, row.stock)
    add(`${key} sku`, `${name}: SKU`, row.sku)
  }
  return facts
}

function clip(text: string | undefined): string {
  if (!text) return '—'
  return text.length > 120 ? `${text.slice(0, 118)}…` : text
}
