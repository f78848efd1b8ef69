import { orderLink } from './guest-mails.ts'
import { type Brand, greeting, type Mail, mailOf, paragraph } from './layout.ts'

type InvoiceNews = {
  /** '#1A2B3C4D' */
  shownId: string
  firstName: string
  number: string
  /** It takes the place of one that she has. */
  anew: boolean
  isGuest: boolean
}

/** To the buyer, with the invoice of her order attached. */
export function invoiceMail(brand: Brand, { shownId, firstName, number, anew, isGuest }: InvoiceNews): Mail {
  return mailOf(brand, {
    kind: 'order-invoice',
    subject: `${brand.shopName}: siparişinizin faturası (${shownId})`,
    title: anew ? 'Faturanız yenilendi' : 'Faturanız hazır',
    blocks: [
      greeting(firstName),
      paragraph(
        anew
          ? `${shownId} numaralı siparişinizin yeni faturası (${number}) bu e-postanın ekindedir; öncekinin yerine geçer.`
          : `${shownId} numaralı siparişinizin faturası (${number}) bu e-postanın ekindedir.`,
      ),
      ...(isGuest
        ? [paragraph('Sipariş sayfanızdan da her zaman indirebilirsiniz:'), ...orderLink(brand)]
        : [paragraph('Hesabınızdaki “Siparişlerim” sekmesinden de her zaman indirebilirsiniz.')]),
    ],
    reason: `Bu e-posta size ${brand.shopName} mağazasından verdiğiniz siparişle ilgili olarak gönderildi.`,
  })
}
