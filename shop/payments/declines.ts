const plain = 'Bankanız işlemi onaylamadı; lütfen bankanızı arayın veya başka bir kartla deneyin.'
const cardType = 'Kartınız bu işleme kapalı; lütfen başka bir kartla deneyin.'

/** The sentence that the shopper reads for a bank's reason, by the error groups that iyzico publishes. */
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
  PAGE_LEFT: 'Ödeme sayfasından ayrıldınız ve kartınızdan para çekilmedi; dilerseniz yeniden deneyin.',
  PROVIDER_UNAVAILABLE: 'Ödeme şu anda alınamıyor ve kartınızdan para çekilmedi; lütfen birazdan tekrar deneyin.',
}

/**
 * The sentence for a decline. Lost, stolen, fraud and pick-up cards, and every group without a sentence of its own, read
 * like a plain decline: a thief learns nothing from it.
 */
export function declineSentence(group: string): string {
  return sentences[group] ?? plain
}
