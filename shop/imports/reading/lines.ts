/** Reads each row of a product file: the fields of its variant and of its product, and all its errors in words. */

import type { z } from 'zod'
import { NewProduct, ProductForm, VariantFields } from '../../catalog/contract.ts'
import { eachText, type TextField, textField, textFields } from '../../catalog/product-fields.ts'
import type { Cell, Row } from '../../sheets/rows.ts'
import { fold } from '../../turkish.ts'
import { type ImportField, type ImportFormat, importFields } from '../contract.ts'
import {
  careTextOf,
  codeOf,
  fitOf,
  hexOf,
  listOf,
  plainTextOf,
  priceOf,
  stockOf,
  switchOf,
  textOf,
  Unreadable,
  vatOf,
} from './cells.ts'

/** `row` as a spreadsheet counts it, the head being the first; `column` as the file calls it. */
export type RowError = { row: number; column: string; message: string }

/** The fields that a row gives its product: left out where it gives none, null where it clears one. */
export type ProductSays = {
  name?: string
  slug?: string
  description?: string
  category?: string
  group?: string
  published?: boolean
  originalPriceKurus?: number | null
  costKurus?: number
  /** Addresses, names or ids. */
  images: string[]
} & Partial<Record<TextField, string | null>>

export type VariantSays = {
  sku?: string
  barcode?: string
  color?: string
  colorHex?: string
  size?: string
  priceKurus?: number
  stock?: number
  images?: string[]
}

export type Line = {
  row: number
  cells: string[]
  /** Rows with the same key are one product. */
  key: string | undefined
  product: ProductSays
  /** Undefined for a row that speaks of its product only. */
  variant: VariantSays | undefined
  errors: RowError[]
}

type Table = { format: ImportFormat; header: string[]; fields: (ImportField | null)[]; rows: Row[]; above?: number }

/** `rows` are those below the head; `above` the head are so many. */
export function linesOf({ format, header, fields, rows, above = 0 }: Table): Line[] {
  const columns = fields.flatMap((field, index) => (field ? [{ field, index, title: header[index] ?? '' }] : []))
  const optionNames = new Map<string, string[]>()
  const lines = rows.flatMap((cells, index) => {
    const line = new Reader(above + index + 2, cells, columns, optionNames).read()
    return line ? [withWidth(line, header.length)] : []
  })
  return format === 'ticimax' ? withOwnSkus(lines, columns) : lines
}

/** An amount such as 1299,90 without quotes between commas is two cells, and all that come after it stand a column too far. */
function withWidth(line: Line, columns: number): Line {
  if (line.cells.slice(columns).every((cell) => cell === '')) return line
  const message =
    'Sütun adlarından çok hücre var; içinde virgül ya da noktalı virgül geçen tutar ve metinleri çift tırnak içine alın'
  return { ...line, errors: [{ row: line.row, column: '', message }, ...line.errors] }
}

/** Ticimax repeats a product's code on each of its variants; their own is the variation's code or the barcode. */
function withOwnSkus(lines: Line[], columns: Column[]): Line[] {
  const at = columns.find(({ field }) => field === 'variantCode')?.index
  const codes = lines.map(({ variant }) => variant?.sku)
  const own = lines.map(({ cells }) => (at === undefined ? '' : (cells[at] ?? '').trim()))
  const counts = Map.groupBy(codes, (code) => code)
  const ownCounts = Map.groupBy(own, (code) => code)
  return lines.map((line, index) => {
    const { variant } = line
    if (!variant || (counts.get(variant.sku)?.length ?? 0) < 2) return line
    const code = own[index]
    const sku = code && ownCounts.get(code)?.length === 1 ? code : (variant.barcode ?? variant.sku)
    return { ...line, variant: { ...variant, ...(sku ? { sku } : {}) } }
  })
}

type Column = { field: ImportField; index: number; title: string }

/** Reads one row; a cell that cannot be read is an error of the row. */
class Reader {
  readonly #errors: RowError[] = []
  readonly #row: number
  readonly #cells: Row
  readonly #columns: Column[]
  readonly #optionNames: Map<string, string[]>

  constructor(row: number, cells: Row, columns: Column[], optionNames: Map<string, string[]>) {
    this.#row = row
    this.#cells = cells
    this.#columns = columns
    this.#optionNames = optionNames
  }

  read(): Line | undefined {
    if (this.#columns.every(({ index }) => textOf(this.#cells[index] ?? '') === '')) return undefined
    if (this.#all('deleted', switchOf)[0]) return undefined
    const kind = fold(this.#text('rowType') ?? '')
    const key = this.#key(kind)
    const says = this.#variant(key)
    const onlyProduct = kind.includes('variable') || !hasVariant(says)
    const product = this.#product()
    return {
      row: this.#row,
      cells: this.#cells.map(textOf),
      key,
      // A variation of WooCommerce has a name and a description of its own.
      product: kind.includes('variation')
        ? { images: product.images, ...given('originalPriceKurus', product.originalPriceKurus) }
        : product,
      variant: onlyProduct ? undefined : says,
      errors: this.#errors,
    }
  }

  #key(kind: string): string | undefined {
    const parent = this.#text('parent')
    if (kind.includes('variation') && parent) return `parent:${parent}`
    if (kind.includes('variable')) return `parent:${this.#text('sku') ?? `id:${this.#text('rowId') ?? ''}`}`
    const key = this.#text('key')
    const slug = this.#text('slug')
    return key && key !== '0' ? `key:${key}` : slug ? `slug:${slug}` : undefined
  }

  #variant(key: string | undefined): VariantSays {
    const sku = this.#all('sku', codeOf)[0]
    // A list of barcodes: the first is meant.
    const barcode = this.#all('barcode', codeOf)[0]?.split(/[;,|\s]/)[0]
    const options = this.#options(key)
    const { priceKurus } = this.#prices()
    const stock = this.#all('stock', stockOf)
    const images = this.#all('variantImages', listOf).flat()
    const says: VariantSays = {
      ...given('sku', sku),
      ...given('barcode', barcode),
      ...given('color', this.#text('color') ?? options.color),
      ...given('colorHex', this.#all('colorHex', hexOf)[0]),
      ...given('size', this.#text('size') ?? options.size),
      ...given('priceKurus', priceKurus),
      ...given('stock', stock.length > 0 ? stock.reduce((sum, one) => sum + one, 0) : undefined),
      ...given('images', images.length > 0 ? images : undefined),
    }
    for (const field of ['sku', 'color', 'colorHex', 'size', 'priceKurus', 'stock'] as const) {
      this.#check(field === 'priceKurus' ? 'price' : field, VariantFields.shape[field], says[field])
    }
    if (barcode && barcode.length > 64) this.#wrong('barcode', 'Barkod en çok 64 karakter olabilir')
    return says
  }

  /** Kuruş. A sale price stands beside the usual one, or the one before stands beside the price. */
  #prices(): { priceKurus?: number; originalPriceKurus?: number | null } {
    const usual = this.#all('price', priceOf)[0]
    if (this.#has('salePrice')) {
      const sale = this.#all('salePrice', priceOf)[0]
      if (sale === undefined) return { ...given('priceKurus', usual), ...(usual ? { originalPriceKurus: null } : {}) }
      if (usual !== undefined && sale > usual) this.#wrong('salePrice', 'İndirimli fiyat, fiyattan yüksek olamaz')
      return { priceKurus: sale, originalPriceKurus: usual !== undefined && usual > sale ? usual : null }
    }
    if (!this.#has('originalPrice')) return given('priceKurus', usual)
    return { ...given('priceKurus', usual), originalPriceKurus: this.#all('originalPrice', priceOf)[0] ?? null }
  }

  #product(): ProductSays {
    const published = this.#all('published', switchOf)
    const slug = this.#text('slug')
    const product: ProductSays = {
      ...given('name', this.#text('name')),
      ...given('slug', slug),
      ...given('description', this.#all('description', plainTextOf)[0]),
      ...given('category', this.#text('category')),
      ...given('group', this.#text('group')),
      ...given('published', published.length > 0 ? published.every(Boolean) : undefined),
      ...given(
        'originalPriceKurus',
        this.#quietly(() => this.#prices().originalPriceKurus),
      ),
      ...given('costKurus', this.#all('cost', priceOf)[0]),
      images: this.#all('images', listOf).flat(),
    }
    this.#check('name', NewProduct.shape.name, product.name)
    this.#check('description', NewProduct.shape.description, product.description)
    this.#check('group', NewProduct.shape.name.max(120, 'Renk grubu en çok 120 karakter olabilir'), product.group)
    for (const field of textFields) this.#textField(product, field)
    return product
  }

  #textField(product: ProductSays, field: TextField): void {
    const text = this.#all(field, textReaders[field])[0]
    if (text === undefined) return
    // The sign for nothing: an empty cell leaves a text as it is.
    const value = text === '-' || text === '–' ? null : (textField(field).tidy?.(text) ?? text)
    product[field] = value
    if (value !== null) this.#check(field, ProductForm.shape[field], value)
  }

  #options(key: string | undefined): { color?: string; size?: string } {
    const found: { color?: string; size?: string } = {}
    const names = (key && this.#optionNames.get(key)) || []
    for (const [index, place] of ([1, 2, 3] as const).entries()) {
      const name = this.#text(`option${place}Name`) ?? names[index] ?? ''
      names[index] = name
      const value = this.#text(`option${place}Value`)
      if (value !== undefined && fold(name) !== 'title') this.#option(found, name, value, `option${place}Value`)
    }
    if (key) this.#optionNames.set(key, names)
    // 'Renk Seçiniz;GRİ,Beden Seçiniz;S'
    for (const part of (this.#text('options') ?? '').split(',')) {
      const [name = '', value = ''] = part.split(/[;:]/).map((text) => text.trim())
      if (value) this.#option(found, name, value, 'options')
    }
    return found
  }

  #option(found: { color?: string; size?: string }, name: string, value: string, field: ImportField): void {
    const called = fold(name)
    if (/renk|colou?r/.test(called)) found.color ??= value
    else if (/beden|size|numara|olcu/.test(called) || name === '') found.size ??= value
    else this.#wrong(field, `“${name.slice(0, 40)}” seçeneği renk ya da beden değil; bu sütunu eşlemeden çıkarın`)
  }

  #has(field: ImportField): boolean {
    return this.#columns.some((column) => column.field === field)
  }

  #text(field: ImportField): string | undefined {
    return this.#all(field, textOf)[0]
  }

  /** The values of a field in all its columns, blank cells left out. */
  #all<T>(field: ImportField, readCell: (cell: Cell) => T): NonNullable<T>[] {
    return this.#columns.flatMap((column) => {
      const cell = this.#cells[column.index] ?? ''
      if (column.field !== field || textOf(cell) === '') return []
      try {
        const value = readCell(cell)
        return value === undefined || value === null ? [] : [value]
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error
        this.#wrong(field, error.message, column.title)
        return []
      }
    })
  }

  #check(field: ImportField, schema: z.ZodType, value: unknown): void {
    if (value === undefined) return
    const { error } = schema.safeParse(value)
    if (error) this.#wrong(field, error.issues[0]?.message ?? 'Bu değer kullanılamıyor')
  }

  #wrong(field: ImportField, message: string, title?: string): void {
    const column = title ?? this.#columns.find((column) => column.field === field)?.title ?? importFields[field]
    this.#errors.push({ row: this.#row, column, message })
  }

  /** Does the work without its errors, which were noted before. */
  #quietly<T>(work: () => T): T {
    const before = this.#errors.length
    const result = work()
    this.#errors.length = before
    return result
  }
}

const textReaders: Record<TextField, (cell: Cell) => string> = {
  ...eachText(() => textOf),
  care: careTextOf,
  fit: fitOf,
  vatRate: vatOf,
}

/** A row without any of these adds to its product, such as one more picture. */
function hasVariant({ sku, barcode, color, size, priceKurus, stock }: VariantSays): boolean {
  return [sku, barcode, color, size, priceKurus, stock].some((one) => one !== undefined)
}

function given<K extends string, T>(name: K, value: T | undefined): { [P in K]?: T } {
  return value === undefined || value === '' ? {} : ({ [name]: value } as { [P in K]?: T })
}
