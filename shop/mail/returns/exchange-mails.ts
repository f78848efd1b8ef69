import { formatKurus } from '../../money.ts'
import { type Block, paragraph } from '../layout.ts'
import type { ConfirmedItem } from '../order-mails.ts'

/** The facts that the mails of an exchange state beside those of a return. Money in kuruş. */
export type ExchangeFacts = {
  /** The new pieces, and the number of their order. */
  items: ConfirmedItem[]
  shownId: string
  /** How much more the new pieces cost; below nought: how much goes back. */
  differenceKurus: number
  /** The difference is still to be paid. */
  toPay: boolean
}

type Facts = { code: string; shownId: string; refusal: string; isGuest: boolean; exchange: ExchangeFacts }
type Words = { subject: string; title: string; blocks: Block[] }

/** In an exchange these steps are told in other words than in a return. */
export const exchangeSteps = {
  REQUESTED: (facts: Facts): Words => ({
    subject: 'değişim talebinizi aldık',
    title: 'Değişim talebinizi aldık',
    blocks: [
      paragraph(`${facts.shownId} numaralı siparişinizdeki değişim talebinizi aldık. Değişim kodunuz: ${facts.code}`),
      paragraph(`Yerine ayırdığımız: ${namesOf(facts)}.`),
      ...differenceOf(facts),
      paragraph('Talebinize bakıp nasıl göndereceğinizi size yazacağız; o zamana kadar paketi göndermeyin.'),
    ],
  }),
  REFUSED: ({ shownId, refusal }: Facts): Words => ({
    subject: 'değişim talebiniz kabul edilmedi',
    title: 'Değişim talebiniz kabul edilmedi',
    blocks: [
      paragraph(`${shownId} numaralı siparişinizden aşağıdaki ürünlerin değişimini kabul edemedik.`),
      paragraph(`Nedeni: ${refusal}`),
    ],
  }),
  ON_ITS_WAY: (facts: Facts): Words => ({
    subject: 'değişim paketiniz yolda',
    title: 'Değişim paketiniz yolda',
    blocks: [
      paragraph(`Paketi kargoya verdiğinizi not ettik. Yerine gelecek: ${namesOf(facts)}.`),
      ...differenceOf(facts),
    ],
  }),
  RECEIVED: (facts: Facts): Words => ({
    subject: 'değişim paketiniz bize ulaştı',
    title: 'Paketiniz bize ulaştı',
    blocks: [paragraph(`Ürünlere bakıp yerine şunu göndereceğiz: ${namesOf(facts)}.`), ...differenceOf(facts)],
  }),
  CANCELLED: ({ shownId }: Facts): Words => ({
    subject: 'değişimi geri aldınız',
    title: 'Değişimi geri aldınız',
    blocks: [
      paragraph(`${shownId} numaralı siparişinizdeki değişim talebini isteğiniz üzerine kapattık.`),
      paragraph('Değişim için bir fark ödediyseniz ödediğiniz yolla iade edilir.'),
    ],
  }),
  CHOOSE_AGAIN: (facts: Facts): Words => ({
    subject: 'değişim için yeniden seçim yapın',
    title: 'İstediğiniz ürün kalmadı',
    blocks: [
      paragraph(`Paketiniz bize ulaştı, ancak yerine istediğiniz ürün bu sırada tükendi: ${namesOf(facts)}.`),
      paragraph(`${placeOf(facts)} başka bir ürün seçebilir ya da değişimi iadeye çevirebilirsiniz.`),
    ],
  }),
  RELEASED: (facts: Facts): Words => ({
    subject: 'değişim için ayırdığımız ürün',
    title: 'Ayırma süresi doldu',
    blocks: [
      paragraph(`Paketiniz henüz gelmediği için ayırdığımız ürünü yeniden satışa açtık: ${namesOf(facts)}.`),
      paragraph('Paketiniz bize ulaştığında ürün hâlâ varsa sizin için yeniden ayıracağız.'),
      paragraph(`${placeOf(facts)} başka bir ürün seçebilir ya da değişimden vazgeçebilirsiniz.`),
    ],
  }),
}

export type ExchangeStep = keyof typeof exchangeSteps

function placeOf({ isGuest }: Facts): string {
  return isGuest ? 'Sipariş sayfanızdan' : 'Hesabınızdan, siparişinizi açarak'
}

function namesOf({ exchange: { items } }: Facts): string {
  return items.map(({ quantity, name, color, size }) => `${quantity} × ${name} (${color}, ${size})`).join(', ')
}

function differenceOf(facts: Facts): Block[] {
  const { differenceKurus, toPay } = facts.exchange
  if (toPay) {
    const where = facts.isGuest ? 'sipariş sayfanızdan' : 'hesabınızdan'
    return [paragraph(`Ödenecek fark: ${formatKurus(differenceKurus)}. Kartla, ${where} ödeyebilirsiniz.`)]
  }
  if (differenceKurus < 0)
    return [paragraph(`${formatKurus(-differenceKurus)} fark, değişim tamamlanınca size iade edilir.`)]
  return []
}
