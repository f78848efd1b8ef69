/** What the shopper reads for a bank's reason, by the error groups that iyzico publishes. */
const sentences: Record<string, string> = {
  NOT_SUFFICIENT_FUNDS: 'Kartınızın limiti veya bakiyesi yetersiz; lütfen başka bir kartla deneyin.',
  DO_NOT_HONOUR: 'Bankanız işlemi onaylamadı; lütfen bankanızı arayın veya başka bir kartla deneyin.',
  EXPIRED_CARD: 'Kartınızın son kullanma tarihi geçmiş; lütfen başka bir kartla deneyin.',
  INVALID_CVC2: 'Kartınızın güvenlik kodu (CVV) hatalı; lütfen kontrol edip yeniden deneyin.',
  THREE_DS_FAILED: '3-D Secure doğrulaması tamamlanamadı; lütfen yeniden deneyin veya başka bir kart kullanın.',
}

/**
 * The sentence for a decline. Lost, stolen, fraud and pick-up cards, and every group without a sentence of its own, read
 * like a plain decline: a thief learns nothing from it.
 */
export function declineSentence(group: string): string {
  return sentences[group] ?? 'Bankanız işlemi onaylamadı; lütfen bankanızı arayın veya başka bir kartla deneyin.'
}
