import { z } from 'zod'
import { dayText, momentText, numberOrText } from '../fields/contract.ts'
import { fromTl } from '../money.ts'
import { oneLine } from '../one-line.ts'
import { after, days, startOfIstanbulDay } from '../time.ts'
import { fold } from '../turkish.ts'

/** BUY_X_GET_Y: of so many pieces the cheapest cost less, or nothing. */
export const campaignKinds = ['PERCENT', 'AMOUNT', 'FREE_DELIVERY', 'BUY_X_GET_Y'] as const
export type CampaignKind = (typeof campaignKinds)[number]

const text = (most: number, message: string) => z.string().overwrite(oneLine).trim().max(most, message)
const count = (message: string, most = 1_000_000) =>
  numberOrText(z.number(message).int(message).min(1, message).max(most, message), 'number')
const momentMissing = 'Tarih ve saati yazın'
const moment = momentText(momentMissing).transform((moment) => new Date(moment))
/** A day without an hour counts whole: a campaign begins with it, and ends with it. */
const day = dayText(momentMissing).transform(startOfIstanbulDay)
const beginning = z.union([moment, day], momentMissing).nullish()
const end = z.union([moment, day.transform((start) => after(start, days(1)))], momentMissing).nullish()
const ids = z.array(z.uuid('Seçim geçersiz'), 'Seçim geçersiz').max(500, 'En çok 500 seçim yapılabilir').default([])

const Fields = z.object({
  /** Left out, the campaign counts by itself. */
  code: text(40, 'Kod en çok 40 karakter olabilir').nullish(),
  /** The name that the shopper reads for a campaign without a code. */
  name: text(80, 'Ad en çok 80 karakter olabilir').default(''),
  kind: z.enum(campaignKinds, 'Kampanyanın türünü seçin'),
  value: numberOrText(
    z.number('İndirimi yazın').nonnegative('İndirim eksi olamaz').max(1_000_000, 'İndirim geçersiz'),
    'number',
  ).optional(),
  buyQuantity: count('Alınacak adedi 1–20 arasında yazın', 20).nullish(),
  getQuantity: count('İndirimli adedi 1–20 arasında yazın', 20).nullish(),
  minTotal: numberOrText(
    z
      .number('Tutar geçersiz')
      .nonnegative('Tutar eksi olamaz')
      .max(1_000_000, 'Tutar geçersiz')
      .refine((tl) => fromTl(tl) !== undefined, 'Tutar en çok iki ondalık basamak olabilir'),
    'number',
  ).nullish(),
  startsAt: beginning,
  endsAt: end,
  totalLimit: count('Sınır 1 ya da daha büyük bir tam sayı olmalı').nullish(),
  personLimit: count('Sınır 1 ya da daha büyük bir tam sayı olmalı', 1_000).nullish(),
  categoryIds: ids,
  productIds: ids,
  firstOrderOnly: z.boolean().default(false),
  /** The one customer's account. */
  customerEmail: z.email('Geçerli bir e-posta adresi yazın').max(254).nullish().or(z.literal('')),
  combinable: z.boolean().default(false),
  partner: text(80, 'Ad en çok 80 karakter olabilir').default(''),
  active: z.boolean().default(true),
  /** As it was read: EDIT_CONFLICT when somebody saved it since. */
  updatedAt: moment.nullish(),
})

const percentOf = { PERCENT: 99, BUY_X_GET_Y: 100 } as const

/** A code or campaign as the owner writes it; money in TL, given on in kuruş. */
export const NewCampaign = Fields.transform((given, check) => {
  const wrong = (field: string, message: string) =>
    check.issues.push({ code: 'custom', message, input: given, path: [field] })
  const code = given.code || null
  if (code && !/^[a-z0-9_-]{3,40}$/.test(fold(code)))
    wrong('code', 'Kod en az 3 karakter olmalı; harf, rakam, tire ve alt çizgi kullanılabilir')
  if (!code && given.name === '') wrong('name', 'Kodsuz kampanyaya müşterinin göreceği bir ad yazın')
  if (given.startsAt && given.endsAt && given.startsAt >= given.endsAt)
    wrong('endsAt', 'Bitiş başlangıçtan sonra olmalı')
  const isSets = given.kind === 'BUY_X_GET_Y'
  if (isSets && !given.buyQuantity) wrong('buyQuantity', 'Kaç ürün alınacağını yazın')
  return {
    ...given,
    code,
    codeKey: code && fold(code),
    value: worthOf(given, wrong),
    buyQuantity: isSets ? (given.buyQuantity ?? 1) : null,
    getQuantity: isSets ? (given.getQuantity ?? 1) : null,
    minTotal: fromTl(given.minTotal ?? 0) ?? 0,
    startsAt: given.startsAt ?? null,
    endsAt: given.endsAt ?? null,
    updatedAt: given.updatedAt ?? undefined,
    totalLimit: given.totalLimit ?? null,
    personLimit: given.personLimit ?? null,
    customerEmail: given.customerEmail?.toLowerCase() || null,
  }
})
export type NewCampaign = z.infer<typeof NewCampaign>

function worthOf({ kind, value }: z.infer<typeof Fields>, wrong: (field: string, message: string) => void): number {
  if (kind === 'FREE_DELIVERY') return 0
  if (kind === 'AMOUNT') {
    const kurus = fromTl(value ?? 0)
    if (!kurus) wrong('value', 'İndirim tutarını TL olarak yazın')
    return kurus ?? 0
  }
  const percent = value ?? (kind === 'BUY_X_GET_Y' ? 100 : 0)
  if (!Number.isInteger(percent) || percent < 1 || percent > percentOf[kind])
    wrong('value', `Yüzde 1–${percentOf[kind]} arasında bir tam sayı olmalı`)
  return percent
}
