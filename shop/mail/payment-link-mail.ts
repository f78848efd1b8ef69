import { formatKurus } from '../money.ts'
import { formatMoment } from '../time.ts'
import { type Brand, button, greeting, type Mail, mailOf, paragraph, smallPrint } from './layout.ts'
import { linkMark } from './link-marks.ts'
import { type ConfirmedItem, costLines, itemTable, type OrderCosts } from './order-mails.ts'

export const paymentLinkKind = 'payment-link'

type LinkedOrder = {
  shownId: string
  firstName: string
  items: ConfirmedItem[]
  costs: OrderCosts
  expiresAt: Date
}

/** To the customer of a manual order: where she pays it. What follows the # is sent to no server and to no other site. */
export function paymentLinkMail(brand: Brand, order: LinkedOrder): Mail {
  return mailOf(brand, {
    kind: paymentLinkKind,
    subject: `${brand.shopName}: siparişinizin ödeme bağlantısı (${order.shownId})`,
    title: 'Siparişiniz ödemenizi bekliyor',
    blocks: [
      greeting(order.firstName),
      paragraph(
        `${order.shownId} numaralı siparişinizi hazırladık ve ürünlerinizi ayırdık. ${formatKurus(toPay(order.costs))} tutarını aşağıdaki bağlantıdan ödeyebilirsiniz.`,
      ),
      button('Siparişimi öde', `${brand.publicUrl}/odeme-baglantisi#token=${linkMark}`),
      smallPrint(
        `Bağlantı ${formatMoment(order.expiresAt)} tarihine kadar geçerlidir; sonra sipariş kendiliğinden iptal edilir.`,
      ),
      itemTable(brand, order.items, costLines(order.costs)),
    ],
    reason: `Bu e-posta size ${brand.shopName} mağazasına verdiğiniz sipariş için gönderildi.`,
  })
}

/** In an exchange older pieces pay the most of it. */
function toPay({ totalKurus, creditKurus, exchangeKurus = 0 }: OrderCosts): number {
  return totalKurus - creditKurus - exchangeKurus
}
