import { asSentence } from '../catalog/withdrawal.ts'
import { formatKurus } from '../money.ts'
import { handOverDays, legalReturnDays, refundDays } from '../settings/consumer-law.ts'
import { creditIsSpent } from './credit-mails.ts'
import { giftIsSpent } from './gift-card-mails.ts'
import { orderLink, whereToFollow } from './guest-mails.ts'
import { type Block, type Brand, button, greeting, type Mail, mailOf, paragraph } from './layout.ts'
import {
  addressBlock,
  type BeyondPrice,
  type ConfirmedItem,
  costLines,
  exchangeLines,
  itemTable,
  type OrderCosts,
  returnLines,
} from './order-mails.ts'

/** The facts of an order that its step mails state. Money in kuruş. */
type OrderOnItsWay = {
  /** '#1A2B3C4D' */
  shownId: string
  firstName: string
  addressLines: string[]
  carrierName: string | null
  trackingNumber: string | null
  trackingUrl: string | null
  /** Days for which the shop takes goods back. */
  freeReturnDays: number
  isGuest: boolean
  /** The returns that she asked for before it arrived. */
  returning: { code: string; status: OpenStatus }[]
  /** The pieces that she keeps, with why the law gives no right to withdraw from one. */
  kept: { name: string; exemption: string | null }[]
}

type OpenStatus = 'REQUESTED' | 'APPROVED' | 'ON_ITS_WAY'

type Step = 'CONFIRMED' | 'PREPARED' | 'SHIPPED' | 'DELIVERED'

/** To the buyer, at each step of her order. */
export function orderStepMail(brand: Brand, order: OrderOnItsWay, step: Step): Mail {
  const { kind, subject, title, blocks } = steps[step](order, whereToFollow(brand, order.isGuest))
  return mailOf(brand, {
    kind,
    subject: `${brand.shopName}: ${subject} (${order.shownId})`,
    title,
    blocks: [greeting(order.firstName), ...blocks],
    reason: reasonOf(brand),
  })
}

const howToReturn: Record<OpenStatus, string> = {
  REQUESTED: `Onayladığımızda nasıl göndereceğiniz siparişinizin sayfasında yazar; ürünleri teslimattan sonra ${handOverDays} gün içinde kargoya verin.`,
  APPROVED: `İadenizi onayladık; nasıl göndereceğiniz siparişinizin sayfasında yazar. Ürünleri teslimattan sonra ${handOverDays} gün içinde kargoya verin.`,
  ON_ITS_WAY: 'Gönderdiğiniz ürünleri bekliyoruz; bize ulaştığında size yazarız.',
}

type Words = { kind: string; subject: string; title: string; blocks: Block[] }

const steps: Record<Step, (order: OrderOnItsWay, follow: Block[]) => Words> = {
  CONFIRMED: ({ shownId }, follow) => ({
    kind: 'order-confirmed',
    subject: 'siparişiniz hazırlanıyor',
    title: 'Siparişinizi hazırlamaya başladık',
    blocks: [
      paragraph(`${shownId} numaralı siparişinizi onayladık ve özenle hazırlamaya başladık.`),
      paragraph('Kargoya verdiğimizde size yeniden haber vereceğiz.'),
      ...follow,
    ],
  }),
  PREPARED: ({ shownId }, follow) => ({
    kind: 'order-prepared',
    subject: 'siparişiniz hazır',
    title: 'Siparişiniz hazır',
    blocks: [paragraph(`${shownId} numaralı siparişiniz paketlendi ve kargoya verilmeyi bekliyor.`), ...follow],
  }),
  SHIPPED: ({ shownId, carrierName, trackingNumber, trackingUrl, addressLines, isGuest }, follow) => ({
    kind: 'order-shipped',
    subject: 'siparişiniz kargoda',
    title: 'Siparişiniz yola çıktı',
    blocks: [
      paragraph(`${shownId} numaralı siparişinizi ${carrierName ? `${carrierName} ile` : 'kargo ile'} gönderdik.`),
      ...(trackingNumber ? [paragraph(`Kargo takip numaranız: ${trackingNumber}`)] : []),
      ...(trackingUrl ? [button('Kargomu takip et', trackingUrl)] : []),
      addressBlock(addressLines),
      paragraph('Paketinizi teslim alırken lütfen kontrol edin; hasar görürseniz kargo görevlisine tutanak tutturun.'),
      ...(isGuest ? follow : []),
    ],
  }),
  DELIVERED: ({ shownId, freeReturnDays, isGuest, returning, kept }, follow) => ({
    kind: 'order-delivered',
    subject: 'siparişiniz teslim edildi',
    title: 'Siparişiniz teslim edildi',
    blocks: [
      paragraph(
        `${shownId} numaralı siparişiniz adresinize ulaştı.${returning.length > 0 ? '' : ' Güle güle kullanın.'}`,
      ),
      ...returning.map(({ code, status }) =>
        paragraph(`Bu siparişten iade bildiriminiz var (${code}). ${howToReturn[status]}`),
      ),
      ...withdrawal(kept, freeReturnDays),
      ...(isGuest ? follow : []),
    ],
  }),
}

/** Until when she may withdraw, and from which pieces she may not. */
function withdrawal(kept: OrderOnItsWay['kept'], freeReturnDays: number): Block[] {
  const exempt = new Map(kept.flatMap(({ name, exemption }) => (exemption ? [[name, exemption] as const] : [])))
  const isAll = kept.length > 0 && kept.every(({ exemption }) => exemption)
  const longer = freeReturnDays > legalReturnDays ? `mağazamız bu süreyi ${freeReturnDays} güne uzatır ve ` : ''
  const right = `Bugünden itibaren ${legalReturnDays} gün içinde gerekçe göstermeden cayabilirsiniz; ${longer}iade kargosu ücretsizdir.`
  if (exempt.size === 0) return [paragraph(right)]
  return [
    ...(isAll ? [] : [paragraph(right)]),
    paragraph(isAll ? 'Bu siparişteki ürünlerde cayma hakkı yoktur:' : 'Şu ürünlerde ise cayma hakkı yoktur:'),
    ...[...exempt].map(([name, exemption]) => paragraph(`• ${name}: ${asSentence(exemption)}`)),
    paragraph('Ürün size kusurlu ya da hasarlı ulaştıysa onu da bildirebilirsiniz.'),
  ]
}

type GivenBack = {
  shownId: string
  firstName: string
  items: ConfirmedItem[]
  /** All that goes back. */
  amountKurus: number
  /** The part of it that is store credit or went to gift cards. */
  creditKurus: number
  /** The part of creditKurus that went to gift cards. */
  giftKurus?: number
  way: MoneyBack
  isGuest: boolean
}

/** To the buyer, when her whole order is cancelled and its money goes back. */
export function orderCancelledMail(brand: Brand, order: GivenBack & { costs: OrderCosts }): Mail {
  const sums: [string, string][] = [...givenBackLines(order), ['İade edilen', formatKurus(order.amountKurus)]]
  return mailOf(brand, {
    kind: 'order-cancelled',
    subject: `${brand.shopName}: siparişiniz iptal edildi (${order.shownId})`,
    title: 'Siparişiniz iptal edildi',
    blocks: [
      greeting(order.firstName),
      paragraph(`${order.shownId} numaralı siparişiniz iptal edildi.`),
      ...(order.amountKurus > 0
        ? [itemTable(brand, order.items, sums), ...howItGoes(brand, order)]
        : [itemTable(brand, order.items, []), paragraph('Bu sipariş için sizden ayrıca bir ödeme alınmamıştı.')]),
    ],
    reason: reasonOf(brand),
  })
}

/** The fees that went back with the goods; none where less than all of that goes back. */
function givenBackLines({ items, amountKurus, costs }: GivenBack & { costs: OrderCosts }): [string, string][] {
  const { installmentFeeKurus: feeKurus, deliveryKurus, methodFeeKurus } = costs
  const goodsKurus = items.reduce((sum, { unitPriceKurus, quantity }) => sum + unitPriceKurus * quantity, 0)
  const isAll = goodsKurus + feeKurus + deliveryKurus + methodFeeKurus === amountKurus
  return isAll ? returnLines({ feeKurus, deliveryKurus, methodFeeKurus, earlierKurus: 0 }) : []
}

/** To the buyer, when some of her order's goods are paid back: those of an exchange less what went into the new ones. */
export function refundMail(
  brand: Brand,
  order: GivenBack & { exchangedKurus: number; beyond?: BeyondPrice | undefined },
): Mail {
  const { shownId, items, amountKurus, exchangedKurus } = order
  const given: [string, string] = ['İade edilen', formatKurus(amountKurus)]
  const [title, what, sums] =
    exchangedKurus > 0
      ? [
          'Değişiminizin farkı iade edildi',
          `${shownId} numaralı siparişinizden değişime verdiğiniz ürünlerden kalan farkı iade ettik.`,
          [...exchangeLines(items, exchangedKurus, amountKurus), given],
        ]
      : [
          'İadeniz yapıldı',
          `${shownId} numaralı siparişinizden aşağıdaki ürünlerin bedelini iade ettik.`,
          [...returnLines(order.beyond), given],
        ]
  return moneyBackMail(brand, order, title, [
    paragraph(what),
    itemTable(brand, items, sums),
    ...howItGoes(brand, order),
  ])
}

/** To the buyer, when a sum of the owner's choice went back, with her reason. */
export function freeRefundMail(brand: Brand, order: Omit<GivenBack, 'items'> & { reason: string }): Mail {
  return moneyBackMail(brand, order, 'İadeniz yapıldı', [
    paragraph(`${order.shownId} numaralı siparişiniz için size ${formatKurus(order.amountKurus)} iade ettik.`),
    paragraph(`Sebebi: ${order.reason}`),
    ...howItGoes(brand, order),
  ])
}

type Sum = Pick<GivenBack, 'shownId' | 'firstName' | 'amountKurus'>

function moneyBackMail(brand: Brand, order: Sum, title: string, blocks: Block[]): Mail {
  return mailOf(brand, {
    kind: 'order-refund',
    subject: `${brand.shopName}: ${formatKurus(order.amountKurus)} iade edildi (${order.shownId})`,
    title,
    blocks: [greeting(order.firstName), ...blocks],
    reason: reasonOf(brand),
  })
}

/** To the buyer, when the owner is going to pay some of her order back by hand: where to? */
export function owedRefundMail(
  brand: Brand,
  order: { shownId: string; firstName: string; amountKurus: number; reason: string; isGuest: boolean },
): Mail {
  const amount = formatKurus(order.amountKurus)
  return mailOf(brand, {
    kind: 'order-refund-owed',
    subject: `${brand.shopName}: ${amount} iadeniz için IBAN’ınızı yazın (${order.shownId})`,
    title: 'Size iademiz var',
    blocks: [
      greeting(order.firstName),
      paragraph(`${order.shownId} numaralı siparişiniz için size ${amount} iade edeceğiz.`),
      ...(order.reason ? [paragraph(`Sebebi: ${order.reason}`)] : []),
      ...onTheWay(brand, 'owed', order.isGuest),
    ],
    reason: reasonOf(brand),
  })
}

/** More was taken than the order costs, and the difference went back. */
export function excessRefundMail(brand: Brand, order: Omit<GivenBack, 'items' | 'creditKurus'>): Mail {
  const amount = formatKurus(order.amountKurus)
  const byCard = order.way === 'card'
  const what = byCard ? `kartınızdan ${amount} fazla çekilmişti` : `${amount} fazla ödenmişti`
  return moneyBackMail(brand, order, byCard ? 'Fazla çekilen tutar iade edildi' : 'Fazla ödenen tutar iade edildi', [
    paragraph(
      `${order.shownId} numaralı siparişiniz için ${what}; bu tutarı iade ettik. Siparişinizde bir değişiklik yok.`,
    ),
    ...onTheWay(brand, order.way, order.isGuest),
  ])
}

/** To the buyer, when the difference of an order that was made cheaper went back. */
export function differenceMail(brand: Brand, order: Omit<GivenBack, 'items' | 'creditKurus'>): Mail {
  const amount = formatKurus(order.amountKurus)
  return moneyBackMail(brand, order, 'Aradaki fark iade edildi', [
    paragraph(`${order.shownId} numaralı siparişinizdeki değişiklikten kalan ${amount} tutarını iade ettik.`),
    ...onTheWay(brand, order.way, order.isGuest),
  ])
}

/** A changed order: `changes`, and what they mean for its `money`, in sentences. */
type ChangedOrder = {
  shownId: string
  firstName: string
  changes: string[]
  money: string[]
  items: ConfirmedItem[]
  costs: OrderCosts
  addressLines: string[]
  withContracts: boolean
  isGuest: boolean
}

/** To the buyer, when her order was changed before it was shipped, by her or by the shop. */
export function orderChangedMail(brand: Brand, order: ChangedOrder): Mail {
  return mailOf(brand, {
    kind: 'order-changed',
    subject: `${brand.shopName}: siparişiniz güncellendi (${order.shownId})`,
    title: 'Siparişiniz güncellendi',
    blocks: [
      greeting(order.firstName),
      paragraph(`${order.shownId} numaralı siparişinizde şunlar değişti:`),
      ...order.changes.map((change) => paragraph(`• ${change}`)),
      ...order.money.map(paragraph),
      itemTable(brand, order.items, costLines(order.costs)),
      addressBlock(order.addressLines),
      ...(order.withContracts
        ? [paragraph('Siparişinizin son hâline göre düzenlenen sözleşme metinleri bu e-postanın ekindedir.')]
        : []),
      ...(order.isGuest ? whereToFollow(brand, true) : []),
      paragraph('Bu değişikliği beklemiyorsanız lütfen bu e-postayı yanıtlayın.'),
    ],
    reason: reasonOf(brand),
  })
}

/** To the buyer, when her order ends without having been paid. `told`: 'isteğiniz üzerine iptal edildi'. */
export function unpaidCancellationMail(
  brand: Brand,
  order: {
    shownId: string
    firstName: string
    told: string
    owedKurus: number
    creditKurus: number
    giftKurus?: number
    isGuest: boolean
  },
): Mail {
  const { giftKurus = 0 } = order
  const ownKurus = order.creditKurus - giftKurus
  return mailOf(brand, {
    kind: 'order-cancelled',
    subject: `${brand.shopName}: siparişiniz iptal edildi (${order.shownId})`,
    title: 'Siparişiniz iptal edildi',
    blocks: [
      greeting(order.firstName),
      paragraph(`${order.shownId} numaralı siparişiniz ${order.told}.`),
      ...(order.owedKurus > 0
        ? [
            paragraph(`Gönderdiğiniz ${formatKurus(order.owedKurus)} size geri ödenecek.`),
            ...onTheWay(brand, 'owed', order.isGuest),
          ]
        : [paragraph('Sizden bir ödeme alınmadı.')]),
      ...(giftKurus > 0
        ? [paragraph(`Bu siparişte kullandığınız ${formatKurus(giftKurus)} hediye kartına geri yüklendi.`)]
        : []),
      ...(ownKurus > 0
        ? [paragraph(`Bu siparişte kullandığınız ${formatKurus(ownKurus)} mağaza krediniz hesabınıza geri eklendi.`)]
        : []),
      paragraph('Bir yanlışlık olduğunu düşünüyorsanız bu e-postayı yanıtlayın.'),
    ],
    reason: reasonOf(brand),
  })
}

/** To the buyer, when the owner has paid back the money of a cancelled order by hand. */
export function paidBackMail(brand: Brand, order: Omit<GivenBack, 'items' | 'way' | 'creditKurus' | 'isGuest'>): Mail {
  const amount = formatKurus(order.amountKurus)
  return mailOf(brand, {
    kind: 'order-refund',
    subject: `${brand.shopName}: ${amount} iade edildi (${order.shownId})`,
    title: 'İadeniz yapıldı',
    blocks: [
      greeting(order.firstName),
      paragraph(`${order.shownId} numaralı siparişinizin bedelini, ${amount} tutarını iade ettik.`),
      paragraph(moneyBack.paid),
    ],
    reason: reasonOf(brand),
  })
}

type MoneyBack = keyof typeof moneyBack

/** How money goes back: to the card; by hand, already; by hand, soon. */
const moneyBack = {
  card: `Tutar, ödemeyi yaptığınız karta geri gönderildi. Hesabınıza yansıması bankanıza bağlı olarak birkaç gün, en geç ${refundDays} gün sürebilir.`,
  paid: 'Tutar banka hesabınıza havale edildi; bankanıza bağlı olarak bir iş günü içinde hesabınızda olur.',
  owed: `Tutarı en geç ${refundDays} gün içinde banka hesabınıza havale edeceğiz.`,
}

function onTheWay(brand: Brand, way: MoneyBack, isGuest: boolean): Block[] {
  if (way !== 'owed') return [paragraph(moneyBack[way])]
  if (isGuest)
    return [paragraph(`${moneyBack.owed} Bunun için siparişinizi açıp IBAN’ınızı yazın.`), ...orderLink(brand)]
  const where = 'hesabınızdaki “Siparişlerim” sekmesinde siparişinizi açıp IBAN’ınızı yazın.'
  return [paragraph(`${moneyBack.owed} Bunun için ${where}`)]
}

/** Money, store credit, what goes to gift cards, or some of each. */
function howItGoes(brand: Brand, given: Omit<GivenBack, 'shownId' | 'firstName' | 'items'>): Block[] {
  const { amountKurus, creditKurus, giftKurus = 0, way, isGuest } = given
  if (creditKurus === 0) return onTheWay(brand, way, isGuest)
  if (giftKurus === amountKurus)
    return [paragraph('Tutarı, siparişte kullandığınız hediye kartına geri yükledik.'), paragraph(giftIsSpent)]
  if (creditKurus === amountKurus && giftKurus === 0)
    return [paragraph('Tutarı hesabınıza mağaza kredisi olarak ekledik.'), paragraph(creditIsSpent)]
  const [ownKurus, moneyKurus] = [creditKurus - giftKurus, amountKurus - creditKurus]
  const parts = [
    ...(giftKurus > 0 ? [`${formatKurus(giftKurus)} kadarı kullandığınız hediye kartına geri yüklendi`] : []),
    ...(ownKurus > 0 ? [`${formatKurus(ownKurus)} kadarı mağaza krediniz olarak hesabınıza eklendi`] : []),
    ...(moneyKurus > 0 ? [`${formatKurus(moneyKurus)} kadarı para olarak iade edilir`] : []),
  ]
  return [paragraph(`Bunun ${parts.join(', ')}.`), ...(moneyKurus > 0 ? onTheWay(brand, way, isGuest) : [])]
}

function reasonOf(brand: Brand): string {
  return `Bu e-posta size ${brand.shopName} mağazasından verdiğiniz siparişle ilgili olarak gönderildi.`
}
