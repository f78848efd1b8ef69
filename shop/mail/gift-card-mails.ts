import { formatKurus } from '../money.ts'
import { type Brand, button, greeting, type Mail, mailOf, paragraph } from './layout.ts'

type MailedCard = { recipientName: string; message: string; balanceKurus: number; code: string }

/** To the person whom a gift card is for, with its code; the code is deleted from the database once this is sent. */
export function giftCardMail(brand: Brand, { recipientName, message, balanceKurus, code }: MailedCard): Mail {
  const amount = formatKurus(balanceKurus)
  return mailOf(brand, {
    kind: 'gift-card',
    subject: `${brand.shopName}: ${amount} hediye kartınız`,
    title: `${amount} hediye kartınız var`,
    blocks: [
      greeting(recipientName),
      paragraph(`${brand.shopName} mağazasında kullanabileceğiniz ${amount} tutarında bir hediye kartınız var.`),
      ...message.split(/\n{2,}/).flatMap((part) => (part.trim() ? [paragraph(part.trim())] : [])),
      paragraph(`Kodunuz: ${code}`),
      paragraph(
        'Kodu ödeme adımındaki “Hediye kartı” alanına yazın. Kartın son kullanma tarihi yoktur; bakiyesini bir ya da birkaç alışverişte kullanabilirsiniz. Kodu bilen herkes kartı kullanabilir, başkasıyla paylaşmayın.',
      ),
      button('Mağazaya git', `${brand.publicUrl}/`),
    ],
    reason: `Bu e-posta size ${brand.shopName} mağazasından bir hediye kartı verildiği için gönderildi.`,
  })
}

/** The sentence about a card to which money came back. */
export const giftIsSpent = 'Kartı aynı kodla yeniden kullanabilirsiniz; son kullanma tarihi yoktur.'
