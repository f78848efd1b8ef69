/**
 * The rules of single fields. A form asks them while it is filled in and the API's contract asks them again, so both
 * refuse the same with the same sentence. No library: browsers load them. Phone and postal address have files of their
 * own beside this one; contract.ts makes of a rule what the API takes.
 */
export type Rule = (text: string) => string | undefined

/** For each wrong field, the sentence to show under it. */
export type FieldErrors<F extends string> = Partial<Record<F, string>>

/** The fields that have an error. */
export function errorsOf<F extends string>(errors: Record<F, string | undefined>): FieldErrors<F> {
  return Object.fromEntries(Object.entries(errors).filter(([, sentence]) => sentence !== undefined)) as FieldErrors<F>
}

/** The sentence under each empty field that must be filled; the one for all of them stands above the form. */
const ownSentences: Record<string, string> = {
  firstName: 'Adınızı yazın',
  lastName: 'Soyadınızı yazın',
  email: 'E-posta adresinizi yazın',
  password: 'Şifrenizi yazın',
  problem: 'Sorununuzu yazın',
  size: 'Bedeninizi seçin',
}

/** The errors as they stand under their fields: an empty field says what it is for. */
export function underFields<F extends string>(errors: FieldErrors<F>, values: Record<F, string>): FieldErrors<F> {
  const own = Object.keys(errors).filter((name) => values[name as F].trim() === '' && name in ownSentences)
  return { ...errors, ...Object.fromEntries(own.map((name) => [name, ownSentences[name]])) }
}

/** A text of one line, at most `max` characters. */
export function lineRule(missing: string, max: number): Rule {
  return (text) => {
    if (text.trim() === '') return missing
    if (text.trim().length > max) return `En çok ${max} karakter yazabilirsiniz`
    return /\p{Cc}/u.test(text.trim()) ? 'Geçersiz karakter içeriyor' : undefined
  }
}

export const emailLength = 254
const badEmail = 'Geçerli bir e-posta adresi girin'
/** The shape that Zod takes for an e-mail address: ASCII letters only, so nothing of it folds to another address. */
const emailShape = /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

export function emailRule(missing: string): Rule {
  return (text) => {
    const email = text.trim()
    if (email === '') return missing
    return email.length <= emailLength && emailShape.test(email) ? undefined : badEmail
  }
}

/** Addresses that people type to try a form; nobody reads mail there. */
const placeholders = ['test@test.com', 'test@example.com', 'example@example.com', 'deneme@deneme.com']

/** An address that a new or changed account is to have. */
export function ownEmailRule(missing: string): Rule {
  const rule = emailRule(missing)
  return (text) =>
    rule(text) ??
    (placeholders.includes(text.trim().toLowerCase())
      ? 'Test e-posta adresleri kabul edilmez. Lütfen gerçek e-posta adresinizi kullanın.'
      : undefined)
}

/** The names of whom a parcel goes to. */
export const nameLength = 80
export const checkFirstName = lineRule('Ad gerekli', nameLength)
export const checkLastName = lineRule('Soyad gerekli', nameLength)

/** A name that our mails greet by, also at an address that somebody else typed: it shall carry no advertisement. */
export function checkOwnName(text: string): string | undefined {
  const name = text.trim()
  if (name === '') return 'Ad ve soyad alanları zorunludur'
  if (name.length > nameLength) return `Ad ve soyad en çok ${nameLength} karakter olabilir`
  if (/\p{Cc}/u.test(name)) return 'Ad ve soyad geçersiz karakter içeriyor'
  const link = /:\/\/|@|\bwww\.|\p{L}\p{L}\.\p{L}\p{L}/iu
  return link.test(name) ? 'Ad ve soyad bağlantı veya adres içeremez' : undefined
}

export const passwordLength = { min: 6, max: 128 }

/** A new password; never trimmed, any characters. */
export function newPasswordRule(missing: string, short = 'Şifre en az 6 karakter olmalıdır'): Rule {
  return (text) => {
    if (text === '') return missing
    if (text.length < passwordLength.min) return short
    return text.length > passwordLength.max ? `Şifre en çok ${passwordLength.max} karakter olabilir` : undefined
  }
}
