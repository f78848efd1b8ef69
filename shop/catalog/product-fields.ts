import { vatRateOf } from '../fields/vat-rates.ts'
import { careOf, wrongCare, wrongFit, wrongMeasurements } from './garment.ts'
import { tidyTags, wrongTags } from './tags/text.ts'

/**
 * Every field of a product that the panel edits, by its name in the editor. Draft, form, comparison of versions, copies,
 * audit and history are made from this list; where a field needs code of its own, a record keyed by these names asks for it.
 *
 * A `text` field is read by shoppers, unless it is `inner`, and may be missing (null in the shop, '' in a form). It has a column of its own name
 * and needs no other code than its column and its input; `wrong` is its rule, if it has one. `special` fields are each handled by hand.
 */
export const productFields = {
  name: { kind: 'special', label: 'Ürün adı', fact: 'name', factLabel: 'Ad' },
  slug: { kind: 'special', label: 'Adres', fact: 'slug', factLabel: 'Adres' },
  description: { kind: 'special', label: 'Açıklama', fact: 'description', factLabel: 'Açıklama' },
  categoryId: { kind: 'special', label: 'Kategori', fact: 'category', factLabel: 'Kategori' },
  originalPrice: {
    kind: 'special',
    label: 'Önceki fiyat',
    fact: 'originalPriceKurus',
    factLabel: 'İndirim öncesi fiyat',
  },
  cost: { kind: 'special', label: 'Maliyet', fact: 'costKurus', factLabel: 'Maliyet' },
  published: { kind: 'special', label: 'Durum', fact: 'published', factLabel: 'Yayında' },
  withdrawalExemption: {
    kind: 'text',
    label: 'Cayma hakkı',
    fact: 'withdrawalExemption',
    factLabel: 'Cayma hakkı istisnası',
    maxLength: 500,
    whenEmpty: 'Var',
    meaning: 'Why the law gives no right of withdrawal for it; null: it gives one',
  },
  fabric: {
    kind: 'text',
    label: 'Kumaş',
    fact: 'fabric',
    factLabel: 'Kumaş',
    maxLength: 300,
    whenEmpty: '—',
    meaning: 'What it is made of, such as “%55 keten, %45 viskon”',
  },
  care: {
    kind: 'text',
    label: 'Bakım',
    fact: 'care',
    factLabel: 'Bakım',
    maxLength: 200,
    whenEmpty: '—',
    meaning: 'Care symbols of ISO 3758 by key, parted by commas, such as “wash-30, no-tumble, iron-low”',
    wrong: wrongCare,
    inWords: (text) =>
      careOf(text)
        .map(({ name }) => name)
        .join(', '),
  },
  fit: {
    kind: 'text',
    label: 'Kalıp',
    fact: 'fit',
    factLabel: 'Kalıp',
    maxLength: 20,
    whenEmpty: '—',
    meaning: 'How close it fits: dar, oturan, normal, rahat or bol',
    wrong: wrongFit,
  },
  measurements: {
    kind: 'text',
    label: 'Ürün ölçüleri',
    fact: 'measurements',
    factLabel: 'Ürün ölçüleri',
    maxLength: 2000,
    whenEmpty: '—',
    meaning: 'The garment in cm, a line for each size: “Beden;Göğüs;Boy”, then “S;88;110”',
    wrong: wrongMeasurements,
  },
  modelLine: {
    kind: 'text',
    label: 'Görseldeki beden',
    fact: 'modelLine',
    factLabel: 'Görseldeki beden',
    maxLength: 120,
    whenEmpty: '—',
    meaning: 'Who wears which size in the pictures, such as “Manken 1,75 m, S giyiyor”',
  },
  vatRate: {
    kind: 'text',
    label: 'KDV oranı',
    fact: 'vatRate',
    factLabel: 'KDV oranı',
    maxLength: 2,
    whenEmpty: 'Mağazanın oranı',
    meaning: 'Value added tax in percent, contained in the price: 1, 10 or 20; null: the rate of the shop',
    wrong: (text) => (vatRateOf(text) ? undefined : 'KDV oranı 1, 10 ya da 20 olabilir'),
    inWords: (text) => (vatRateOf(text) ? `%${text}` : text),
  },
  weightClass: {
    kind: 'text',
    label: 'Kargo sınıfı',
    fact: 'weightClass',
    factLabel: 'Kargo sınıfı',
    maxLength: 30,
    whenEmpty: 'Olağan',
    meaning:
      'A class of weight of the delivery settings, by its name, which adds to the fee; null, or a name that is none: the usual fee',
  },
  tags: {
    kind: 'text',
    inner: true,
    label: 'Etiketler',
    fact: 'tags',
    factLabel: 'Etiketler',
    maxLength: 300,
    whenEmpty: '—',
    meaning: 'Words by which the owner finds and changes products, parted by commas; no shopper sees them',
    tidy: tidyTags,
    wrong: wrongTags,
  },
  outfit: { kind: 'special', label: 'Kombin', fact: 'outfit', factLabel: 'Kombin' },
  pictures: { kind: 'special', label: 'Görseller', fact: 'images', factLabel: 'Resimler' },
  variants: { kind: 'special', label: 'Varyantlar', fact: 'variants', factLabel: 'Varyantlar' },
} as const satisfies Record<string, SpecialDescription | TextDescription>

/** How many pieces an outfit has that the owner chooses. */
export const outfitLeast = 2
export const outfitMost = 4

type Description = {
  /** In the editor and where two versions are compared. */
  label: string
  /** Its name in the audit, and how the history calls it. */
  fact: string
  factLabel: string
}
type SpecialDescription = Description & { kind: 'special' }
type TextDescription = Description & {
  kind: 'text'
  /** Characters. */
  maxLength: number
  /** Shown instead of an empty text where two versions are compared. */
  whenEmpty: string
  /** The panel alone reads it. */
  inner?: true
  /** As it is kept. */
  tidy?: (text: string) => string
  /** For the document of the API. */
  meaning: string
  /** The error of a text that is not empty, as a sentence for its field; without this any text is right. */
  wrong?: (text: string) => string | undefined
  /** How two versions are compared; without it as it stands. */
  inWords?: (text: string) => string
}

type Fields = typeof productFields
export type ProductField = keyof Fields
export type TextField = { [F in ProductField]: Fields[F]['kind'] extends 'text' ? F : never }[ProductField]
/** Those that shoppers read too. */
export type PublicText = { [F in TextField]: Fields[F] extends { inner: true } ? never : F }[TextField]
export type SpecialField = Exclude<ProductField, TextField>
/** The names under which the audit keeps a product's fields. */
export type ProductFact = Fields[ProductField]['fact']

export function isProductField(name: string): name is ProductField {
  return Object.hasOwn(productFields, name)
}

const names = Object.keys(productFields).filter(isProductField)
export const textFields = names.filter((name): name is TextField => productFields[name].kind === 'text')

export function textField(name: TextField): TextDescription {
  return productFields[name]
}

/** The history's label of each fact, in the order in which the history lists them. */
export const factLabels: Record<string, string> = Object.fromEntries(
  names.map((name) => [productFields[name].fact, productFields[name].factLabel]),
)

const publicTexts = textFields.filter((name): name is PublicText => textField(name).inner === undefined)

/** A value for each text field that shoppers read. */
export function eachPublicText<T>(make: (name: PublicText) => T): Record<PublicText, T> {
  return Object.fromEntries(publicTexts.map((name) => [name, make(name)])) as Record<PublicText, T>
}

/** A value for each text field, by the field's name. */
export function eachText<T>(make: (name: TextField) => T): Record<TextField, T> {
  return Object.fromEntries(textFields.map((name) => [name, make(name)])) as Record<TextField, T>
}
