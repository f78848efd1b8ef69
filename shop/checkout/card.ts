import { toCardName } from '../turkish.ts'

/** A card as the form holds it. */
type CardFields = { cardHolderName: string; cardNumber: string; expiryDate: string; cvv: string }
type CardErrors = Partial<Record<keyof CardFields, string>>

/** Returns the errors of a card by field; empty when it may be sent. Shared by the form and the server. */
export function checkCard(card: CardFields, now: Date): CardErrors {
  const errors: CardErrors = {}
  if (!/[A-Z]/.test(toCardName(card.cardHolderName))) errors.cardHolderName = 'Kart sahibinin adı gerekli'
  if (!isCardNumber(card.cardNumber)) errors.cardNumber = 'Geçerli bir kart numarası giriniz'
  if (!isFutureExpiry(card.expiryDate, now)) errors.expiryDate = 'Geçerli bir son kullanma tarihi giriniz'
  if (!/^\d{3,4}$/.test(card.cvv)) errors.cvv = 'Geçerli bir CVV giriniz'
  return errors
}

/** Digits (spaces between them are fine), 16 to 19 of them, 15 for American Express, with a right check digit. */
export function isCardNumber(value: string): boolean {
  if (!/^\d[\d ]*$/.test(value)) return false
  const digits = value.replace(/ /g, '')
  const long = digits.startsWith('3') ? digits.length >= 15 : digits.length >= 16
  return long && digits.length <= 19 && passesLuhn(digits)
}

function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i])
    const doubled = i % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** 'MM/YY', good until the end of its month. */
function isFutureExpiry(value: string, now: Date): boolean {
  const [, month, year] = /^(0[1-9]|1[0-2])\/(\d{2})$/.exec(value) ?? []
  if (!month || !year) return false
  return now < new Date(Date.UTC(2000 + Number(year), Number(month), 1))
}
