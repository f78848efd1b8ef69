import type { WireAdminCategory } from '#api/wire/admin/catalog.ts'
import { eachText, type ProductField, productFields, type TextField, textField } from '#shop/catalog/product-fields.ts'
import { fold } from '#shop/turkish.ts'
import type { Draft } from '../form/draft.ts'
import { nameOf } from '../variants/grid-rows.ts'

type Category = Pick<WireAdminCategory, 'id' | 'name'>

export type Difference = {
  label: string
  /** As it was opened here, as it is now, and as it is typed here; a missing thing is '—'. */
  opened: string
  now: string
  mine: string
}

/** In words, what somebody else changed since the product was opened here. */
export function differences(opened: Draft, now: Draft, mine: Draft, categories: readonly Category[]) {
  const [before, after, own] = [opened, now, mine].map((draft) => factsOf(draft, categories))
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
        mine: clip(has?.text),
      },
    ]
  })
}

/** `value` is compared, `text` is shown. */
type Fact = { label: string; text: string; value: string }

type ComparedField = Exclude<ProductField, 'variants'>
type InWords = (draft: Draft, categories: readonly Category[]) => { text: string; value?: string }

/** Each field in words, in the order of the comparison; `value` where another thing is compared than is shown. */
const compared: Record<ComparedField, InWords> = {
  name: ({ name }) => ({ text: name.trim() }),
  description: ({ description }) => ({ text: description.trim() }),
  categoryId: ({ categoryId }, categories) => ({ text: categories.find(({ id }) => id === categoryId)?.name ?? '' }),
  slug: ({ slug }) => ({ text: slug ?? '' }),
  originalPrice: ({ originalPrice }) => ({ text: originalPrice }),
  cost: ({ cost }) => ({ text: cost }),
  published: ({ published }) => ({ text: published ? 'Yayında' : 'Taslak' }),
  ...eachText((name) => (draft: Draft) => ({ text: textInWords(name, draft[name]) })),
  outfit: ({ outfit }) => ({
    text: outfit.map(({ name }) => name).join(', '),
    value: outfit.map(({ id }) => id).join(' '),
  }),
  pictures: ({ pictures }) => ({
    text: `${pictures.length} görsel`,
    value: pictures.map(({ id }) => id).join(' '),
  }),
}
function textInWords(name: TextField, text: string): string {
  const { whenEmpty, inWords } = textField(name)
  return text === '' ? whenEmpty : inWords?.(text) || text
}

const isCompared = (name: string): name is ComparedField => name in compared

function factsOf(draft: Draft, categories: readonly Category[]): Map<string, Fact> {
  const facts = new Map<string, Fact>()
  const add = (key: string, label: string, text: string, value = text) => facts.set(key, { label, text, value })
  for (const name of Object.keys(compared).filter(isCompared)) {
    const { text, value } = compared[name](draft, categories)
    add(name, productFields[name].label, text, value)
  }
  for (const [index, row] of draft.rows.entries()) {
    const key = row.id ?? `${fold(row.color)} ${fold(row.size)}`
    const name = nameOf(row, index)
    add(`${key} row`, `${name}: varyant`, `${row.price} TL, stok ${row.stock}`, 'var')
    add(`${key} color`, `${name}: renk`, row.color)
    add(`${key} hex`, `${name}: renk kodu`, row.colorHex)
    add(
      `${key} images`,
      `${name}: renk görselleri`,
      row.images ? `${row.images.split(' ').length} görsel` : '',
      row.images,
    )
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
