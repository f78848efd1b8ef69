import { skuKey } from '#shop/catalog/edits/sku-key.ts'
import { combination } from './grid-generate.ts'
import { parseCount, parsePrice } from './grid-numbers.ts'
import type { Column, Row } from './grid-rows.ts'

/** Errors by row key and column. */
export type GridErrors = Record<string, Partial<Record<Column, string>>>

/** The rules of a variant, as the shop itself has them. */
export function checkRows(rows: readonly Row[]): GridErrors {
  const skus = repeated(rows.map((row) => skuKey(row.sku.trim())))
  const pairs = repeated(rows.map((row) => combination(row.color, row.size)))
  const found = rows.map((row): [string, GridErrors[string]] => [
    row.key,
    withoutUndefined({
      color: checkText('color', row.color),
      size:
        checkText('size', row.size) ??
        (row.color.trim() !== '' && pairs.has(combination(row.color, row.size))
          ? 'Aynı renk ve beden iki kez eklenmiş'
          : undefined),
      price: checkPrice(row.price),
      stock: checkStock(row.stock),
      sku: checkText('sku', row.sku) ?? (skus.has(skuKey(row.sku.trim())) ? 'Bu SKU zaten kullanılıyor' : undefined),
    }),
  ])
  return Object.fromEntries(found.filter(([, errors]) => Object.keys(errors).length > 0))
}

/** The same of a text that is to stand in many cells; an empty one is filled in later. */
export function checkForAll(column: Column, text: string): string | undefined {
  if (text.trim() === '') return undefined
  if (column === 'price') return checkPrice(text)
  if (column === 'stock') return checkStock(text)
  return checkText(column, text)
}

const texts = {
  color: { label: 'Renk', longest: 60 },
  size: { label: 'Beden', longest: 20 },
  sku: { label: 'SKU', longest: 64 },
}

function checkText(column: keyof typeof texts, text: string): string | undefined {
  const { label, longest } = texts[column]
  if (text.trim() === '') return `${label} gerekli`
  return text.trim().length > longest ? `${label} en çok ${longest} karakter olabilir` : undefined
}

function checkPrice(text: string): string | undefined {
  const kurus = parsePrice(text)
  if (kurus === undefined && text.trim() !== '') return 'Fiyat bir sayı olmalı, örneğin 1.199,90'
  if (kurus === undefined || kurus <= 0) return "Fiyat 0'dan büyük olmalı"
  return kurus > 99_999_999 ? 'Fiyat çok yüksek' : undefined
}

function checkStock(text: string): string | undefined {
  if (text.trim() === '') return 'Stok miktarı gerekli'
  const count = parseCount(text)
  if (count === undefined) return 'Stok tam sayı olmalı'
  if (count < 0) return 'Stok miktarı negatif olamaz'
  return count > 1_000_000 ? 'Stok çok yüksek' : undefined
}

function repeated(texts: string[]): Set<string> {
  return new Set(texts.filter((text, index) => text !== '' && texts.indexOf(text) !== index))
}

function withoutUndefined(errors: Partial<Record<Column, string | undefined>>): GridErrors[string] {
  return Object.fromEntries(Object.entries(errors).filter(([, text]) => text !== undefined))
}
