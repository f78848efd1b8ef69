/** A change in the owner's words. Pure. */

import { productFields, textField } from '../catalog/product-fields.ts'
import { readMinute } from '../catalog/sales/contract.ts'
import { tidyTags } from '../catalog/tags/text.ts'
import { formatKurus } from '../money.ts'
import { formatMoment } from '../time.ts'
import {
  type BulkChange,
  type BulkFacts,
  type BulkText,
  bulkTexts,
  type PriceChange,
  type Rounding,
  type SaleChange,
  type StockChange,
  type TagChange,
} from './contract.ts'
import type { BulkWorld } from './world.ts'

type Names = Pick<BulkWorld, 'categories' | 'groups'>

/** 'Fiyat %10 artar (,90 ile biter), yayına alınır' */
export function titleOf(change: BulkChange, names: Names): string {
  const { price, sale, categoryId, groupId, status, stock, tags } = change
  const parts = [
    price && priceTitle(price),
    sale && saleTitle(sale),
    categoryId && `Kategori: ${names.categories.get(categoryId) ?? '—'}`,
    groupId !== undefined &&
      (groupId ? `Renk grubu: ${names.groups.get(groupId)?.name ?? '—'}` : 'Renk grubundan çıkar'),
    status && (status === 'published' ? 'Yayına alınır' : 'Taslağa alınır'),
    stock && stockTitle(stock),
    tags && tagTitle(tags),
    ...bulkTexts.map((name) => {
      const text = change[name]
      return text !== undefined && `${productFields[name].label}: ${textWords(name, text)}`
    }),
    change.delete && 'Ürünler silinir',
  ]
  return parts.filter(Boolean).join(', ').slice(0, 300)
}

function priceTitle({ percent, amount, set, round }: PriceChange): string {
  const end = round ? ` (${roundingNames[round]})` : ''
  if (set !== undefined) return `Fiyat ${tl(set)} olur${end}`
  if (amount) return `Fiyat ${tl(Math.abs(amount))} ${amount > 0 ? 'artar' : 'düşer'}${end}`
  if (percent) return `Fiyat %${number(Math.abs(percent))} ${percent > 0 ? 'artar' : 'düşer'}${end}`
  return `Fiyat yuvarlanır${end}`
}

const roundingNames: Record<Rounding, string> = { 90: ',90 ile biter', 5: '5 TL’ye yuvarlanır' }

function saleTitle({ percent, round, from, to }: SaleChange): string {
  const at = (text: string) => formatMoment(readMinute(text) ?? text)
  const span = [from && `${at(from)} başlar`, to && `${at(to)} biter`].filter(Boolean)
  const end = [...span, ...(round ? [roundingNames[round]] : [])]
  return `%${number(percent)} indirim${end.length > 0 ? ` (${end.join(', ')})` : ''}`
}

function stockTitle({ add, set }: StockChange): string {
  if (set !== undefined) return `Stok ${set} olur`
  return `Stok ${Math.abs(add ?? 0)} ${(add ?? 0) > 0 ? 'artar' : 'azalır'}`
}

function tagTitle({ add = '', remove = '' }: TagChange): string {
  const [given, taken] = [tidyTags(add), tidyTags(remove)]
  return [given && `Etiket eklenir: ${given}`, taken && `Etiket çıkar: ${taken}`].filter(Boolean).join(', ')
}

export function textWords(name: BulkText, text: string | null | undefined): string {
  const { whenEmpty, inWords } = textField(name)
  return text ? (inWords?.(text) ?? text) : whenEmpty
}

const tl = (amount: number) => formatKurus(Math.round(amount * 100))
const number = (n: number) => String(n).replace('.', ',')

const fieldNames: Partial<Record<keyof BulkFacts, string>> = {
  originalPriceKurus: 'indirim öncesi fiyat',
  categoryId: 'kategori',
  groupId: 'renk grubu',
  tags: 'etiketler',
  publishedAt: 'yayın durumu',
}

/** The name of a field inside a sentence. */
export function fieldName(field: keyof BulkFacts): string {
  const text = bulkTexts.find((name) => name === field)
  return fieldNames[field] ?? (text ? productFields[text].label.toLocaleLowerCase('tr') : 'fiyat')
}
