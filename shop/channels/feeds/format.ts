import { escapeXml } from '../../markup.ts'
import type { FeedProblem } from './contract.ts'
import type { FeedItem } from './items.ts'

/** A name and its text, or, in XML, the elements inside it. An empty field is left out. */
export type Field = readonly [name: string, value: string | Field[]]

/** The rules of a channel for one attribute, from its specification. `label` names it to the owner. */
export type Rule = {
  label: string
  required?: true
  max?: number
  oneOf?: readonly string[]
  pattern?: RegExp
}

/** One file for one channel. `head` and `foot` stand around the rows. */
export type Format = {
  contentType: string
  head: (shop: { name: string; url: string }) => string
  row: (item: FeedItem) => string
  foot: string
  fields: (item: FeedItem) => Field[]
  rules: Record<string, Rule>
}

export function xmlOf(fields: Field[]): string {
  return fields
    .filter(([, value]) => value.length > 0)
    .map(([name, value]) => `<${name}>${typeof value === 'string' ? escapeXml(value) : xmlOf(value)}</${name}>`)
    .join('')
}

export function csvLine(cells: string[]): string {
  return `${cells.map((cell) => (/[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\n`
}

/** '1299.90' */
export function decimal(kurus: number): string {
  return (kurus / 100).toFixed(2)
}

/** '1299.90 TRY' */
export function money(kurus: number): string {
  return `${decimal(kurus)} TRY`
}

/** As Google and Meta read it; without an end the sale stands until the price changes. */
export function salePeriod({ saleFrom, saleUntil }: FeedItem): string {
  if (!saleFrom || !saleUntil) return ''
  return [saleFrom, saleUntil].map((moment) => moment.toISOString().replace(/\.\d+Z$/, '+0000')).join('/')
}

/** A number under bars that the whole world knows (GS1): 8, 12, 13 or 14 digits, the last of which checks the others. */
export function gtinOf({ barcode }: Pick<FeedItem, 'barcode'>): string {
  const digits = (barcode ?? '').trim()
  if (!/^(\d{8}|\d{12,14})$/.test(digits)) return ''
  const sum = [...digits].toReversed().reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 1 ? 3 : 1), 0)
  // Numbers that begin with 2 are a shop's own.
  return sum % 10 === 0 && !/^0*2/.test(digits.padStart(14, '0').slice(1)) ? digits : ''
}

/** The reasons why a channel would refuse this item or show it worse. */
export function problemsOf(format: Format, item: FeedItem): FeedProblem[] {
  const values = new Map(format.fields(item))
  const broken = Object.entries(format.rules).flatMap(([name, rule]) => {
    const value = values.get(name)
    const text = brokenRule(rule, typeof value === 'string' ? value : '')
    return text ? [{ kind: 'refused' as const, text }] : []
  })
  return [...broken, ...adviceOf(item)]
}

function brokenRule({ label, required, max, oneOf, pattern }: Rule, value: string): string | undefined {
  if (value === '') return required ? `${label} yok` : undefined
  if (max !== undefined && value.length > max) return `${label} çok uzun (${value.length} karakter, en çok ${max})`
  if (oneOf && !oneOf.includes(value)) return `${label} bu kanalda geçerli değil`
  return pattern && !pattern.test(value) ? `${label} bu kanalın istediği biçimde değil` : undefined
}

function adviceOf(item: FeedItem): FeedProblem[] {
  const gtin = gtinOf(item)
  return [
    ...(item.barcode && !gtin ? ['Barkod GS1 numarası (GTIN) değil; gönderilmez'] : []),
    ...(!item.barcode ? ['Barkod (GTIN) yok; ürün daha az eşleşir'] : []),
    ...(item.description.length > 0 && item.description.length < 30 ? ['Açıklama çok kısa'] : []),
  ].map((text) => ({ kind: 'advice' as const, text }))
}
