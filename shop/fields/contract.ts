import { z } from 'zod'
import { fromTl } from '../money.ts'
import { oneLine } from '../one-line.ts'
import { checkCompanyTitle, checkTaxOffice, checkTckn, checkVkn, invoiceLengths, withoutSpaces } from './invoice.ts'
import { checkPhone, phoneLength, toE164 } from './phone.ts'
import { addressLength, checkCity, checkDistrict, checkPostalCode, checkStreet, placeLength } from './postal-address.ts'
import { findProvince } from './provinces.ts'
import { emailLength, type Rule } from './rules.ts'

type Lengths = { minLength?: number; maxLength?: number }

/**
 * A text that the API takes by the rule of the form's field; left out it is refused like an empty one. `lengths` are
 * for the API's description: the rule says them with its own sentence.
 */
export function ruledText(rule: Rule, lengths: Lengths = {}, clean = (text: string) => text.trim()) {
  return z
    .string(rule(''))
    .overwrite(clean)
    .superRefine((text, check) => {
      const message = rule(text)
      if (message) check.addIssue({ code: 'custom', message })
    })
    .meta(lengths)
}

/** An e-mail address. Lower-cased after its rule and without a locale: 'INFO@' in Turkish would become 'ınfo@'. */
export function emailText(rule: Rule) {
  return ruledText(rule).toLowerCase().meta({ format: 'email', maxLength: emailLength })
}

export const cityText = ruledText(checkCity).transform((text) => findProvince(text) ?? text)

/** Forms send text where a number is meant; `type` is that of the number, for the API's description. */
export function numberOrText<T extends z.ZodType>(number: T, type: 'integer' | 'number' = 'integer') {
  const isNumber = /^-?\d+(\.\d+)?$/
  return z
    .preprocess((value) => (typeof value === 'string' && isNumber.test(value) ? Number(value) : value), number)
    .meta({ type: [type, 'string'], pattern: isNumber.source })
}

/** An amount in TL above nought, given on in kuruş. */
export function tlAmount(missing: string, notPositive: string) {
  return numberOrText(
    z
      .number(missing)
      .positive(notPositive)
      .max(10_000_000, 'Tutar geçersiz')
      .refine((amount) => fromTl(amount) !== undefined, 'Tutar en çok iki ondalık basamak olabilir'),
    'number',
  ).transform((amount) => fromTl(amount) ?? 0)
}

/** The version of something that was read; left out by who does not ask whether it changed since. Databases count them in four bytes. */
export function versionNumber(least: 0 | 1 = 0) {
  const message = 'Sürüm geçersiz'
  return z.number(message).int(message).min(least, message).max(2_147_483_647, message)
}

const unreadable = 'Okunan hâl geçersiz'

/** The fields of a thing as they were read, sent with a save of the whole so that it overwrites no later change (`refuseStale`). */
export const seenText = z.string(unreadable).max(10_000, unreadable)
export const seenList = z.array(seenText, unreadable).max(500, unreadable)

/** A day, '2026-11-20', of years in which databases and calendars agree how to count. */
export function dayText(message: string) {
  return z.iso.date(message).refine(isCountable, message)
}

/** A moment with its zone, '2026-11-20T10:00:00Z', of the years of `dayText`. */
export function momentText(message: string) {
  return z.iso.datetime({ offset: true, error: message }).refine(isCountable, message)
}

function isCountable(text: string): boolean {
  const year = new Date(text).getUTCFullYear()
  return year >= 1900 && year <= 2999
}

/** A phone number, given on as E.164. */
export const phoneText = ruledText(checkPhone, { minLength: 1, maxLength: phoneLength }).transform(
  (text) => toE164(text) ?? '',
)

/** A postal code, given on as null when there is none. */
export const postalCodeText = ruledText(checkPostalCode)
  .nullish()
  .transform((text) => text || null)

/** A district or neighbourhood, given on as null when there is none. */
export const districtText = ruledText(checkDistrict, { maxLength: placeLength }, lineOf)
  .nullish()
  .transform((text) => text || null)

const Person = z.object({
  type: z.literal('PERSON'),
  tckn: ruledText(checkTckn, {}, withoutSpaces)
    .nullish()
    .transform((text) => text || null),
})

const Company = z.object({
  type: z.literal('COMPANY'),
  title: ruledText(checkCompanyTitle, { minLength: 1, maxLength: invoiceLengths.title }, lineOf),
  vkn: ruledText(checkVkn, { minLength: 10, maxLength: 11 }, withoutSpaces),
  taxOffice: ruledText(checkTaxOffice, { minLength: 1, maxLength: invoiceLengths.taxOffice }, lineOf),
})

/** The invoice that an order asks for; null: made out to the buyer, to the parcel's address. */
export const invoiceFields = {
  invoice: z
    .discriminatedUnion('type', [Person, Company], 'Fatura türü geçersiz')
    .nullish()
    .transform((invoice) => invoice ?? null),
  invoiceAddress: z
    .object({
      address: ruledText(checkStreet, { minLength: addressLength.min, maxLength: addressLength.max }, lineOf),
      city: cityText,
      district: districtText,
    })
    .nullish()
    .transform((address) => address ?? null),
}

function lineOf(text: string): string {
  return oneLine(text).trim()
}
