import type { WireGiftCard, WireGiftCardDetail } from '#api/wire/gift-cards.ts'

export const stateWords: Record<WireGiftCard['state'], string> = {
  OPEN: 'Kullanılabilir',
  USED: 'Bakiyesi bitti',
  BLOCKED: 'Kapalı',
}

export const dots: Record<WireGiftCard['state'], string> = { OPEN: 'bg-good', USED: 'bg-line', BLOCKED: 'bg-bad' }

export const causeWords: Record<WireGiftCardDetail['entries'][number]['cause'], string> = {
  issued: 'Oluşturuldu',
  spent: 'Siparişte kullanıldı',
  returned: 'Siparişten geri döndü',
  refund: 'İade',
}
