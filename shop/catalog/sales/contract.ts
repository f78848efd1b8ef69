import { z } from 'zod'
import { tlAmount, versionNumber } from '../../fields/contract.ts'
import { istanbulClock, minutes } from '../../time.ts'

/** PLANNED until its start, CANCELLED when it was taken back before. */
export const SaleState = z.enum(['PLANNED', 'RUNNING', 'ENDED', 'CANCELLED'])
export type SaleState = z.infer<typeof SaleState>

/** OVERTAKEN: somebody set another price meanwhile. SKIPPED: it could not start. */
export const SaleLineState = z.enum(['PLANNED', 'RUNNING', 'ENDED', 'OVERTAKEN', 'SKIPPED', 'CANCELLED'])
export type SaleLineState = z.infer<typeof SaleLineState>

const withoutZone = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/
const withZone = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/
const badMoment = 'Tarih ve saati 2026-11-24T10:00 biçiminde girin'

/** A minute: '2026-11-24T10:00' in Istanbul, or with seconds, which are dropped, and a zone. */
export function readMinute(text: string): Date | undefined {
  const local = withoutZone.test(text)
  if (!local && !withZone.test(text)) return undefined
  const moment = new Date(local ? `${text}:00+03:00` : text)
  const year = moment.getUTCFullYear()
  if (Number.isNaN(moment.getTime()) || year < 2000 || year > 2999) return undefined
  // A day that no calendar has, such as 31 February, would slip into the next month.
  if (local && toMinute(moment) !== text) return undefined
  return minuteOf(moment)
}

/** '2026-11-24T10:00': the minute in Istanbul, as date fields write it. */
export function toMinute(moment: Date | string): string {
  return istanbulClock(new Date(moment)).toISOString().slice(0, 16)
}

/** Without its seconds. */
export function minuteOf(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / minutes(1)) * minutes(1))
}

const Minute = z.string(badMoment).transform((text, check): Date => {
  const moment = readMinute(text)
  if (moment) return moment
  check.addIssue({ code: 'custom', message: badMoment })
  return z.NEVER
})

const percentRule = 'İndirim oranı yüzde 1 ile 99 arasında tam sayı olmalı'
const Percent = z.number(percentRule).int(percentRule).min(1, percentRule).max(99, percentRule)
const Price = tlAmount('İndirimli fiyatı girin', "İndirimli fiyat 0'dan büyük olmalı")
const Name = z.string().trim().max(80, 'İndirimin adı en çok 80 karakter olabilir')
const chosen = (missing: string) =>
  z.array(z.uuid(missing)).min(1, missing).max(2000, 'Bir seferde en çok 2.000 tane seçebilirsiniz')

/** A sale as it is sent; `from` left out: now. `to` left out: until somebody ends it. */
export const NewSale = z.object({
  name: Name.optional(),
  productIds: chosen('En az bir ürün seçin').optional(),
  /** Some sizes only, in place of `productIds`. */
  variantIds: chosen('En az bir beden seçin').optional(),
  /** One of the two. */
  percent: Percent.optional(),
  price: Price.optional(),
  from: Minute.optional(),
  to: Minute.nullish(),
})
export type NewSale = z.infer<typeof NewSale>

/** A field left out stays as it is. A running sale can change only its name and its end. */
export const SaleChange = z.object({
  name: Name.optional(),
  percent: Percent.optional(),
  price: Price.optional(),
  from: Minute.optional(),
  /** Null: until somebody ends it. */
  to: Minute.nullish(),
  /** The version that was edited; another is refused. */
  version: versionNumber().optional(),
})
export type SaleChange = z.infer<typeof SaleChange>

/** Which products leave a sale that runs; left out: all. */
export const SaleEnd = z.object({ productIds: chosen('En az bir ürün seçin').optional() })
export type SaleEnd = z.infer<typeof SaleEnd>

export const SaleQuery = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  state: SaleState.optional(),
  /** Only sales that run at some time of this month, '2026-11'. */
  month: z
    .string()
    .regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'Ay 2026-11 biçiminde olmalı')
    .optional(),
  /** Only sales of this product. */
  product: z.string().max(64).optional(),
})
export type SaleQuery = z.infer<typeof SaleQuery>
