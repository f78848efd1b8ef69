import { formatKurus } from '../money.ts'
import { formatMoment } from '../time.ts'
import { type Brand, greeting, type Mail, mailOf, paragraph } from './layout.ts'

/** To the buyer who wants to pay at the door: the code that confirms her order. */
export function doorCodeMail(
  brand: Brand,
  order: { shownId: string; firstName: string; code: string; until: Date; amountKurus: number },
): Mail {
  const { shownId, firstName, code, until, amountKurus } = order
  return mailOf(brand, {
    kind: 'door-code',
    subject: `${brand.shopName}: siparişinizi onaylamak için kodunuz (${shownId})`,
    title: 'Siparişinizi onaylayın',
    blocks: [
      greeting(firstName),
      paragraph(
        `Kapıda ödemeli ${shownId} numaralı siparişinizi (${formatKurus(amountKurus)}) onaylamak için ödeme sayfasına şu kodu girin:`,
      ),
      paragraph(code),
      paragraph(
        `Kod ${formatMoment(until)} saatine kadar geçerlidir; girilmezse sipariş verilmemiş sayılır. Bu siparişi siz vermediyseniz bir şey yapmanız gerekmez; kodu kimseyle paylaşmayın.`,
      ),
    ],
    reason: `Bu e-posta size ${brand.shopName} mağazasında başlatılan bir siparişi onaylamanız için gönderildi.`,
  })
}
