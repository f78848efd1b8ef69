import { formatMoment } from '../time.ts'
import { type Block, type Brand, button, greeting, type Mail, mailOf, paragraph, smallPrint } from './layout.ts'
import { linkMark } from './link-marks.ts'

/** To whoever wants to buy without an account: the code that proves her address. */
export function guestCodeMail(brand: Brand, { code, until }: { code: string; until: Date }): Mail {
  return mailOf(brand, {
    kind: 'guest-code',
    subject: `${brand.shopName}: alışverişe devam etmek için kodunuz`,
    title: 'E-posta adresinizi onaylayın',
    blocks: [
      paragraph('Üye olmadan alışverişe devam etmek için ödeme adımına şu kodu girin:'),
      paragraph(code),
      paragraph(
        `Kod ${formatMoment(until)} saatine kadar geçerlidir. Bunu siz istemediyseniz bir şey yapmanız gerekmez; kodu kimseyle paylaşmayın.`,
      ),
    ],
    reason: `Bu e-posta size ${brand.shopName} mağazasında bu adresle alışverişe başlandığı için gönderildi.`,
  })
}

/** The page of one order, in a mail to a guest. What follows the # is sent to no server and to no other site. */
export function orderLink(brand: Brand): Block[] {
  return [
    button('Siparişimi aç', `${brand.publicUrl}/siparis-takip#token=${linkMark}`),
    smallPrint('Bu bağlantı şifre gibidir: onu bilen siparişinizi görebilir ve iptal edebilir; kimseyle paylaşmayın.'),
  ]
}

/** Where the buyer follows her order: in her account, or by its link. */
export function whereToFollow(brand: Brand, isGuest: boolean): Block[] {
  if (!isGuest) return [paragraph('Siparişinizin durumunu hesabınızdaki “Siparişlerim” sekmesinden izleyebilirsiniz.')]
  return [paragraph('Siparişinizin durumunu şu sayfadan izleyebilirsiniz:'), ...orderLink(brand)]
}

/** To a guest who asked for a new link to her order. */
export function newOrderLinkMail(brand: Brand, order: { shownId: string; firstName: string }): Mail {
  return mailOf(brand, {
    kind: 'order-link',
    subject: `${brand.shopName}: siparişinizin yeni bağlantısı (${order.shownId})`,
    title: 'Siparişinizin yeni bağlantısı',
    blocks: [
      greeting(order.firstName),
      paragraph(`${order.shownId} numaralı siparişinizi bu bağlantıyla açabilirsiniz; önceki bağlantılar kapandı.`),
      ...orderLink(brand),
    ],
    reason: `Bu e-posta size ${brand.shopName} mağazasındaki siparişinizin bağlantısı istendiği için gönderildi. Siz istemediyseniz bir şey yapmanız gerekmez.`,
  })
}
