import { checkTckn, checkVkn, withoutSpaces } from './invoice.ts'

/** The numbers that a Turkish trader is known by; each is taken with or without spaces. */

const isTaxNumber = (plain: string) => checkVkn(plain) === undefined
const isIdentityNumber = (plain: string) => plain !== '' && checkTckn(plain) === undefined

/** The number inside a MERSİS number: of a company its tax number behind a zero, of a person the identity number. */
function ownerIn(mersis: string): string {
  const plain = withoutSpaces(mersis)
  return plain.startsWith('0') ? plain.slice(1, 11) : plain.slice(0, 11)
}

type LegalNumbers = { mersis?: string | undefined; taxNumber?: string | undefined; kep?: string | undefined }

/** The errors of the given numbers by field, each a sentence that says what to do; a blank number is not wrong. */
export function findWrongNumbers({ mersis = '', taxNumber = '', kep = '' }: LegalNumbers): Record<string, string[]> {
  const wrong: Record<string, string[]> = {}
  const [plainTax, plainMersis] = [withoutSpaces(taxNumber), withoutSpaces(mersis)]
  if (plainTax && !isTaxNumber(plainTax) && !isIdentityNumber(plainTax)) wrong.taxNumber = [taxSentence(plainTax)]
  if (plainMersis && !/^\d{16}$/.test(plainMersis)) wrong.mersis = ['MERSİS numarası 16 rakamdır']
  else if (plainMersis && !isTaxNumber(ownerIn(plainMersis)) && !isIdentityNumber(ownerIn(plainMersis)))
    wrong.mersis = ['MERSİS numarasında bir rakam yanlış; mersis.ticaret.gov.tr’deki numarayla karşılaştırın']
  else if (plainMersis && plainTax && !wrong.taxNumber && ownerIn(plainMersis) !== plainTax)
    wrong.mersis = [
      `MERSİS numarasının içindeki vergi numarası ${ownerIn(plainMersis)}; yazdığınız vergi numarasıyla aynı olmalı`,
    ]
  if (kep && !isKep(kep)) wrong.kep = ['KEP adresi ad@hs01.kep.tr biçimindedir; normal e-posta adresinizi yazmayın']
  return wrong
}

function taxSentence(plain: string): string {
  if (!/^\d{10,11}$/.test(plain))
    return 'Vergi numarası 10 rakam (şahıs işletmesinde 11 rakamlı T.C. kimlik numarası) olmalı'
  const name = plain.length === 10 ? 'Vergi numarasında' : 'T.C. kimlik numarasında'
  return `${name} bir rakam yanlış; vergi levhanızla karşılaştırın`
}

/** Providers of registered mail have names of their own below kep.tr: hs01 to hs09. */
function isKep(text: string): boolean {
  return /^[a-z0-9._+-]{1,64}@([a-z0-9-]+\.){0,2}hs\d{2}\.kep\.tr$/i.test(text.trim())
}

/**
 * The page of the ministry that shows a shop's registration (ETBİS), from its number, its address or what its QR code says.
 * Undefined for anything else.
 */
export function etbisAddress(text: string): string | undefined {
  const plain = text.trim()
  if (/^[0-9a-f]{32}$/i.test(plain)) return `https://etbis.eticaret.gov.tr/sitedogrulama/${plain.toUpperCase()}`
  const url = URL.canParse(plain) ? new URL(plain) : undefined
  const isOfMinistry = url?.protocol === 'https:' && /(^|\.)(etbis\.)?(eticaret|ticaret)\.gov\.tr$/.test(url.hostname)
  return isOfMinistry && url && /^\/sitedogrulama\/[\w-]+/i.test(url.pathname) ? url.href : undefined
}
