import type { Rule } from './rules.ts'

/** 'tr33 0006 …', also as banks share it: 'IBAN: TR33 0006 …' → 'TR330006…' */
export function plainIban(text: string): string {
  const plain = text.replace(/[\s\p{Pd}\p{Cf}]/gu, '').toUpperCase()
  return plain.replace(/^IBAN:?(?=TR)/, '')
}

/** In groups of four, as it is read and typed. */
export function formatIban(iban: string): string {
  return plainIban(iban).replace(/(.{4})(?=.)/g, '$1 ')
}

/** 'TR33 … 1326': enough to know it again. */
export function maskIban(iban: string): string {
  const plain = plainIban(iban)
  return `${plain.slice(0, 4)} … ${plain.slice(-4)}`
}

/** A Turkish IBAN: TR and 24 digits, whose remainder by 97 is 1 (ISO 13616, ISO/IEC 7064 MOD 97-10). */
export const checkIban: Rule = (text) => {
  const iban = plainIban(text)
  if (iban === '') return 'IBAN gerekli'
  if (!/^TR\d{24}$/.test(iban)) return 'IBAN, TR ile başlar ve 26 karakterdir'
  const digits = `${iban.slice(4)}2927${iban.slice(2, 4)}`
  return BigInt(digits) % 97n === 1n ? undefined : 'Bu IBAN geçersiz; rakamları kontrol edin'
}
