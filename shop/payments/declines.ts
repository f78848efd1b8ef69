const plain = 'Bankanız işlemi onaylamadı; lütfen bankanızı arayın veya başka bir kartla deneyin.'
const cardType = 'Kartınız bu işleme kapalı; lütfen başka bir kartla deneyin.'

/** What the shopper reads for a bank's reason, by the error groups that iyzico publishes. */
const sentences: Record<string, string> = {
  NOT_SUFFICIENT_FUNDS: 'Kartınızın limiti veya bakiyesi yetersiz; lütfen başka bir kartla deneyin.',
  EXCEEDS_WITHDRAWAL_AMOUNT_LIMIT: 'Kartınızın harcama limiti aşılıyor; lütfen başka bir kartla deneyin.',
  EXPIRED_CARD: 'Kartınızın son kullanma tarihi geçmiş; lütfen başka bir kartla deneyin.',
  INVALID_EXPIRE_YEAR_MONTH: 'Kartınızın son kullanma tarihi hatalı; lütfen kontrol edip yeniden deneyin.',
  INVALID_CARD_NUMBER: 'Kart numarası hatalı; lütfen kontrol edip yeniden deneyin.',
  INVALID_CVC2: 'Kartınızın güvenlik kodu (CVV) hatalı; lütfen kontrol edip yeniden deneyin.',
  INVALID_CVC2_LENGTH: 'Kartınızın güvenlik kodu (CVV) hatalı; lütfen kontrol edip yeniden deneyin.',
  NOT_PERMITTED_TO_CARDHOLDER: cardType,
  NOT_PERMITTED_TO_TERMINAL: cardType,
  RESTRICTED_BY_LAW: 'Kartınız internet alışverişine kapalı; lütfen bankanızı arayın veya başka bir kartla deneyin.',
  DEBIT_CARDS_REQUIRES_3DS: 'Banka kartları yalnızca 3-D Secure ile kullanılabilir; lütfen başka bir kartla deneyin.',
  DEBIT_CARDS_INSTALLMENT_NOT_ALLOWED: 'Banka kartıyla taksit yapılamaz; lütfen tek çekimi seçin.',
  INSTALLMENT_NOT_ALLOWED: 'Bu kartla seçtiğiniz taksit yapılamıyor; lütfen başka bir taksit sayısı seçin.',
  THREE_DS_FAILED: '3-D Secure doğrulaması tamamlanamadı; lütfen yeniden deneyin veya başka bir kart kullanın.',
  PROVIDER_UNAVAILABLE: 'Ödeme şu anda alınamıyor ve kartınızdan para çekilmedi; lütfen birazdan tekrar deneyin.',
}

/**
 * The sentence for a decline. Lost, stolen, fraud and pick-up cards, and every group without a sentence of its own, read
 * like a plain decline: a thief learns nothing from it.
 */
export function declineSentence(group: string): string {
  return sentences[group] ?? plain
}

/** Groups with which a bank does not say whether it took the money: the payment must be looked up. */
const undecided = new Set(['COMMUNICATION_OR_SYSTEM_ERROR', 'REQUEST_TIMEOUT'])
const undecidedCodes = new Set(['1', '10214', '10219'])

/** The groups of errors whose answer names only a code. */
const groupOfCode: Record<string, string> = {
  '12': 'INVALID_CARD_NUMBER',
  '13': 'INVALID_EXPIRE_YEAR_MONTH',
  '14': 'INVALID_EXPIRE_YEAR_MONTH',
  '15': 'INVALID_CVC2',
}

/** What an error of iyzico means for a payment; undefined when it leaves open whether money was taken. */
export function declineOf(error: { code: string; group: string }): { code: string; message: string } | undefined {
  if (undecided.has(error.group) || undecidedCodes.has(error.code)) return undefined
  const group = error.group || groupOfCode[error.code]
  // An error without a group is about the request, not the card: nothing reached a bank.
  const code = group ?? (error.code.length >= 5 ? 'UNKNOWN' : 'PROVIDER_UNAVAILABLE')
  return { code, message: declineSentence(code) }
}
