import type { Ctx } from '../../ctx.ts'
import { eachGiftCard } from '../../gift-cards/cards.ts'
import type { GiftState } from '../../gift-cards/contract.ts'
import { istanbulDay } from '../../time.ts'
import type { Cell } from '../../xlsx.ts'
import type { SeenColumn } from './columns.ts'

export const giftCardColumns: SeenColumn[] = [
  { title: 'Oluşturulma', width: 12 },
  { title: 'Kodun sonu', width: 12 },
  { title: 'Durum', width: 14 },
  { title: 'Tutar', width: 12, sight: 'amounts' },
  { title: 'Bakiye', width: 12, sight: 'amounts' },
  { title: 'Not', width: 30 },
  { title: 'Alıcı', width: 24 },
  { title: 'Alıcının e-postası', width: 28, sight: 'contacts' },
]

const states: Record<GiftState, string> = { OPEN: 'Kullanılabilir', USED: 'Bitti', BLOCKED: 'Kapalı' }

export async function* giftCardRows(ctx: Ctx): AsyncGenerator<Cell[]> {
  for await (const card of eachGiftCard(ctx))
    yield [
      { day: istanbulDay(card.createdAt) },
      card.codeTail,
      states[card.state],
      { kurus: card.initialKurus },
      { kurus: card.balanceKurus },
      card.note,
      card.recipientName,
      card.recipientEmail ?? '',
    ]
}
