import type { BulkChange, Rounding } from '#shop/bulk/contract.ts'
import type { FieldErrors } from '#shop/fields/rules.ts'
import { amountOf, wholeOf } from '../../parts/number-fields.tsx'

/** The kinds of change, in the order of the owner's list. */
export const kinds = {
  price: 'Fiyat',
  sale: 'İndirim',
  stock: 'Stok',
  status: 'Yayın durumu',
  category: 'Kategori',
  group: 'Renk grubu',
  vatRate: 'KDV oranı',
  fabric: 'Kumaş',
  care: 'Bakım',
  fit: 'Kalıp',
  tags: 'Etiketler',
  delete: 'Ürünleri sil',
} as const
export type Kind = keyof typeof kinds

export type Draft = {
  kind: Kind
  way: 'up' | 'down' | 'set'
  unit: 'percent' | 'tl'
  /** As it was typed. */
  amount: string
  round: Rounding | ''
  /** Start and end of a sale, as a date field writes them: Istanbul's time. */
  from: string
  to: string
  /** The chosen id or key, or the typed text. */
  value: string
}

export const emptyDraft: Draft = {
  ...{ kind: 'price', way: 'up', unit: 'percent', amount: '', round: '', from: '', to: '', value: '' },
}

export type Wrong = FieldErrors<'amount' | 'value' | 'to'>
type Read = { change: BulkChange } | { wrong: Wrong }

/** The change that the API takes, or what is still missing. */
export function readDraft(draft: Draft): Read {
  const { kind, value } = draft
  switch (kind) {
    case 'price':
      return readPrice(draft)
    case 'sale':
      return readSale(draft)
    case 'stock':
      return readStock(draft)
    case 'status':
      return value === '' ? missing('Durumu seçin') : { change: { status: value === 'draft' ? 'draft' : 'published' } }
    case 'category':
      return value === '' ? missing('Kategori seçin') : { change: { categoryId: value } }
    case 'group':
      return value === '' ? missing('Renk grubu seçin') : { change: { groupId: value === 'none' ? null : value } }
    case 'tags':
      return value.trim() === '' ? missing('Etiket yazın') : { change: { tags: tagChange(draft) } }
    case 'delete':
      return { change: { delete: true } }
    default:
      return { change: { [kind]: value } }
  }
}

const tagChange = ({ way, value }: Draft) => (way === 'down' ? { remove: value } : { add: value })
const missing = (value: string): Read => ({ wrong: { value } })
const wrongAmount = (amount: string): Read => ({ wrong: { amount } })

function readPrice({ way, unit, amount, round }: Draft): Read {
  const rounding = round ? { round } : {}
  if (amount.trim() === '' && round && way !== 'set') return { change: { price: rounding } }
  const number = amountOf(amount)
  if (amount.trim() === '' || !(number > 0)) return wrongAmount("0'dan büyük bir sayı yazın")
  if (way === 'set') return { change: { price: { set: number, ...rounding } } }
  const signed = way === 'up' ? number : -number
  return { change: { price: unit === 'percent' ? { percent: signed, ...rounding } : { amount: signed, ...rounding } } }
}

function readSale({ amount, round, from, to }: Draft): Read {
  const percent = amountOf(amount)
  if (!(percent >= 1 && percent <= 95)) return wrongAmount('1 ile 95 arasında bir oran yazın')
  if ((from || to) && !Number.isInteger(percent)) return wrongAmount('Tarihli indirimin oranı tam sayı olmalı')
  if (from && to && to <= from) return { wrong: { to: 'Bitiş başlangıçtan sonra olmalı' } }
  return {
    change: { sale: { percent, ...(round ? { round } : {}), ...(from ? { from } : {}), ...(to ? { to } : {}) } },
  }
}

function readStock({ way, amount }: Draft): Read {
  const number = wholeOf(amount)
  if (Number.isNaN(number) || (way !== 'set' && number === 0)) return wrongAmount('Tam sayı yazın')
  return { change: { stock: way === 'set' ? { set: number } : { add: way === 'up' ? number : -number } } }
}
