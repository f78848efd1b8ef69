import { escapeHtml } from '../markup.ts'
import { formatKurus } from '../money.ts'
import { formatMoment } from '../time.ts'
import { whereToFollow } from './guest-mails.ts'
import { type Block, type Brand, greeting, ink, line, type Mail, mailOf, muted, paragraph } from './layout.ts'

export type ConfirmedItem = {
  name: string
  color: string
  size: string
  quantity: number
  unitPriceKurus: number
  /** Absolute, or relative to the shop's root. */
  imageUrl?: string
}

/** The costs of an order beside its goods, and its total, in kuruş. */
export type OrderCosts = {
  totalKurus: number
  /** Contained in the prices of the goods. */
  discountKurus: number
  deliveryKurus: number
  methodFeeKurus: number
  installmentFeeKurus: number
  /** Part of totalKurus that store credit and gift cards pay. */
  creditKurus: number
  /** Part of creditKurus that gift cards pay. */
  giftKurus?: number
  /** Part of it that older pieces pay, in an exchange. */
  exchangeKurus?: number
}

type ConfirmedOrder = {
  /** '#1A2B3C4D' */
  shownId: string
  firstName: string
  items: ConfirmedItem[]
  costs: OrderCosts
  /** The kuruş left on the gift cards that she paid with. */
  leftOnGifts?: { tail: string; kurus: number }[]
  /** The delivery address, a line each: name, street, city. */
  addressLines: string[]
  placedAt: Date
  /** The accepted contracts are attached. */
  withContracts?: boolean
  /** Its buyer has no account. */
  isGuest: boolean
  /** How it is still to be paid, in a sentence; left out, it is paid. */
  toPay?: string
  /** It came in exchange: what happens next, in a sentence. */
  exchanged?: string
}

/** To the buyer, once her order is placed. */
export function orderConfirmationMail(brand: Brand, order: ConfirmedOrder): Mail {
  return mailOf(brand, {
    kind: 'order-confirmation',
    subject: `${brand.shopName}: ${order.exchanged ? 'değişim siparişiniz' : 'siparişinizi aldık'} (${order.shownId})`,
    title: order.exchanged ? 'Değişim siparişiniz' : 'Siparişiniz için teşekkür ederiz',
    blocks: [
      greeting(order.firstName),
      paragraph(
        order.exchanged ??
          `${order.shownId} numaralı siparişinizi ${formatMoment(order.placedAt)} tarihinde aldık${order.toPay ? '.' : ', ödemeniz tamamlandı.'}`,
      ),
      ...(order.toPay ? [paragraph(order.toPay)] : []),
      itemTable(brand, order.items, costLines(order.costs)),
      ...(order.leftOnGifts ?? []).map(({ tail, kurus }) =>
        paragraph(
          `•••• ${tail} ile biten hediye kartınızda ${formatKurus(kurus)} kaldı; dilediğiniz zaman kullanabilirsiniz.`,
        ),
      ),
      addressBlock(order.addressLines),
      ...(order.withContracts
        ? [
            paragraph(
              `Onayladığınız ön bilgilendirme formu ve mesafeli satış sözleşmesi bu e-postanın ekindedir; ${order.isGuest ? 'sipariş sayfanızdan' : 'hesabınızdan'} da her zaman okuyabilirsiniz.`,
            ),
          ]
        : []),
      ...whereToFollow(brand, order.isGuest),
    ],
    reason: `Bu e-posta size ${brand.shopName} mağazasından verdiğiniz siparişle ilgili olarak gönderildi.`,
  })
}

/** The sums under an order's items. */
export function costLines(costs: OrderCosts): [label: string, value: string][] {
  const { discountKurus, deliveryKurus, methodFeeKurus, installmentFeeKurus, totalKurus } = costs
  const { creditKurus, giftKurus = 0, exchangeKurus = 0 } = costs
  const paidKurus = creditKurus + exchangeKurus
  return [
    ...feeLine('Fiyatlara dâhil indirim', discountKurus),
    ['Kargo', deliveryKurus > 0 ? formatKurus(deliveryKurus) : 'Ücretsiz'],
    ...feeLine('Kapıda ödeme bedeli', methodFeeKurus),
    ...feeLine('Taksit farkı', installmentFeeKurus),
    ['Toplam', formatKurus(totalKurus)],
    ...feeLine('Hediye kartı', -giftKurus),
    ...feeLine('Mağaza krediniz', giftKurus - creditKurus),
    ...feeLine('Değişime verdiğiniz ürünler', -exchangeKurus),
    ...(paidKurus > 0 ? [['Ödeme tutarı', formatKurus(totalKurus - paidKurus)] satisfies [string, string]] : []),
  ]
}

/** The sums between the price of exchanged pieces and the money that comes back: the fee of installments or an earlier refund, and the new pieces. */
export function exchangeLines(items: ConfirmedItem[], newKurus: number, backKurus: number): [string, string][] {
  const priceKurus = items.reduce((sum, { unitPriceKurus, quantity }) => sum + unitPriceKurus * quantity, 0)
  const otherKurus = newKurus + backKurus - priceKurus
  return [
    ...feeLine(otherKurus < 0 ? 'Daha önce iade edilen' : 'Taksit farkı', otherKurus),
    ...feeLine('Yeni ürünleriniz için sayılan', -newKurus),
  ]
}

/** The difference between the price of pieces and the money that goes back for them, in kuruş. */
export type BeyondPrice = {
  /** The fee of installments. */
  feeKurus: number
  deliveryKurus: number
  methodFeeKurus: number
  /** The part that went back before. */
  earlierKurus: number
  /** The part that goes back by another payment, with a mail of its own. */
  besideKurus?: number
}

/** The same for pieces that are not exchanged. */
export function returnLines(beyond?: BeyondPrice): [string, string][] {
  if (!beyond) return []
  return [
    ...feeLine('Taksit farkı', beyond.feeKurus),
    ...feeLine('Kargo', beyond.deliveryKurus),
    ...feeLine('Kapıda ödeme bedeli', beyond.methodFeeKurus),
    ...feeLine('Daha önce iade edilen', -beyond.earlierKurus),
    ...feeLine('Ayrıca iade edilen', -(beyond.besideKurus ?? 0)),
  ]
}

function feeLine(label: string, kurus: number): [string, string][] {
  return kurus !== 0 ? [[label, formatKurus(kurus)]] : []
}

/** Items with their pictures and prices, and the sums below them; the last sum is bold. */
export function itemTable(brand: Brand, items: ConfirmedItem[], sums: [label: string, value: string][]): Block {
  const cell = `padding:12px 0;border-bottom:1px solid ${line};vertical-align:top`
  const right = `${cell};padding-left:12px;text-align:right;white-space:nowrap`
  const rows = items.map((item) => {
    const picture = item.imageUrl
      ? `<img src="${escapeHtml(new URL(item.imageUrl, `${brand.publicUrl}/`).href)}" width="64" height="80" alt="" style="display:block;width:64px;height:80px;object-fit:cover;border-radius:2px">`
      : ''
    return `<tr>
<td width="76" style="${cell}">${picture}</td>
<td style="${cell}">${escapeHtml(item.name)}<br><span style="font-size:14px;color:${muted}">${escapeHtml(detailsOf(item))}</span></td>
<td style="${right}">${formatKurus(item.unitPriceKurus * item.quantity)}</td>
</tr>`
  })
  return {
    html: `<table width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0 24px;border-top:1px solid ${line};border-collapse:collapse;font-size:16px;color:${ink}">
${rows.join('\n')}
${sums.map(([label, value], index) => sumRow(label, value, index === sums.length - 1)).join('\n')}
</table>`,
    text: [
      ...items.map(
        (item) => `- ${item.name} (${detailsOf(item)}): ${formatKurus(item.unitPriceKurus * item.quantity)}`,
      ),
      ...sums.map(([label, value]) => `${label}: ${value}`),
    ].join('\n'),
  }
}

function sumRow(label: string, value: string, last: boolean): string {
  const weight = last ? 'font-weight:600' : `color:${muted}`
  return `<tr><td colspan="2" style="padding:8px 0 0;${weight}">${label}</td><td style="padding:8px 0 0 12px;text-align:right;white-space:nowrap;${weight}">${value}</td></tr>`
}

function detailsOf(item: ConfirmedItem): string {
  return `${item.color}, ${item.size}, ${item.quantity} adet`
}

export function addressBlock(lines: string[]): Block {
  return {
    html: `<p style="margin:0 0 16px"><span style="font-size:14px;color:${muted}">Teslimat adresi</span><br>${lines.map(escapeHtml).join('<br>')}</p>`,
    text: `Teslimat adresi:\n${lines.join('\n')}`,
  }
}
