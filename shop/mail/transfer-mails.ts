import { formatIban } from '../fields/iban.ts'
import { formatKurus } from '../money.ts'
import { formatMoment } from '../time.ts'
import { whereToFollow } from './guest-mails.ts'
import { type Block, type Brand, greeting, type Mail, mailOf, paragraph } from './layout.ts'
import { type ConfirmedItem, costLines, itemTable, type OrderCosts } from './order-mails.ts'

/** An order was placed; it is not paid after a day; only a part came; money was entered for it that was another's. */
export type TransferOccasion = 'placed' | 'reminder' | 'rest' | 'mistake'

/** The sum that is due, in kuruş, and the accounts that take it. */
export type TransferFacts = {
  orderId: string
  reference: string
  dueKurus: number
  /** The part that has come already. */
  receivedKurus: number
  deadline: Date
  accounts: { bank: string; holder: string; iban: string }[]
}

type TransferredOrder = TransferFacts & {
  /** '#1A2B3C4D' */
  shownId: string
  firstName: string
  items: ConfirmedItem[]
  costs: OrderCosts
  withContracts: boolean
  isGuest: boolean
}

/** To the buyer who pays by transfer: the amount, the account and the word by which it is recognised. */
export function transferMail(brand: Brand, occasion: TransferOccasion, order: TransferredOrder): Mail {
  const { subject, title, opening } =
    occasion === 'reminder' && order.receivedKurus > 0 ? restReminder(order) : words[occasion](order)
  return mailOf(brand, {
    kind: `transfer-${occasion}`,
    subject: `${brand.shopName}: ${subject} (${order.shownId})`,
    title,
    blocks: [
      greeting(order.firstName),
      paragraph(opening),
      ...howToPay(order),
      itemTable(brand, order.items, costLines(order.costs)),
      ...(order.withContracts
        ? [paragraph('Onayladığınız ön bilgilendirme formu ve mesafeli satış sözleşmesi bu e-postanın ekindedir.')]
        : []),
      ...(order.isGuest ? whereToFollow(brand, true) : []),
    ],
    reason: `Bu e-posta size ${brand.shopName} mağazasından verdiğiniz siparişle ilgili olarak gönderildi.`,
  })
}

type Words = { subject: string; title: string; opening: string }

const words: Record<TransferOccasion, (order: TransferredOrder) => Words> = {
  placed: ({ shownId }) => ({
    subject: 'siparişinizi aldık, havalenizi bekliyoruz',
    title: 'Siparişiniz havalenizi bekliyor',
    opening: `${shownId} numaralı siparişinizi aldık ve ürünlerinizi ayırdık. Ödemeniz hesabımıza geçince hazırlamaya başlıyoruz.`,
  }),
  reminder: ({ shownId }) => ({
    subject: 'havalenizi bekliyoruz',
    title: 'Ürünleriniz sizi bekliyor',
    opening: `${shownId} numaralı siparişinizin ödemesi henüz hesabımıza ulaşmadı. Gönderdiyseniz bu e-postayı dikkate almayın.`,
  }),
  rest: ({ shownId, dueKurus }) => ({
    subject: `ödemenizin ${formatKurus(dueKurus)} kadarı eksik`,
    title: 'Ödemeniz eksik ulaştı',
    opening: `${shownId} numaralı siparişiniz için gönderdiğiniz tutar hesabımıza ulaştı, ancak ${formatKurus(dueKurus)} eksik. Kalanı gönderdiğinizde siparişinizi hazırlamaya başlıyoruz.`,
  }),
  mistake: ({ shownId, receivedKurus, dueKurus }) => ({
    subject: 'önceki e-postamızda bir yanlışlık oldu',
    title: receivedKurus > 0 ? 'Ödemenizin kalanı henüz ulaşmadı' : 'Havaleniz henüz ulaşmadı',
    opening: `Size ${shownId} numaralı siparişiniz için bir ödeme aldığımızı yazmıştık. O ödeme başkasınınmış, yanlışlıkla sizin siparişinize işlemişiz; özür dileriz. ${
      receivedKurus > 0 ? `Sizden ${formatKurus(receivedKurus)} aldık, ${formatKurus(dueKurus)} eksik. ` : ''
    }Ürünleriniz sizin için ayrılı. Parayı gönderdiyseniz bize yazın, hemen bakalım.`,
  }),
}

/** Once a part has come, the mail must not say that nothing did, nor that a shopper who has sent money need send no more. */
function restReminder({ shownId, dueKurus, receivedKurus }: TransferredOrder): Words {
  return {
    subject: `ödemenizin ${formatKurus(dueKurus)} kadarını bekliyoruz`,
    title: 'Ürünleriniz sizi bekliyor',
    opening: `${shownId} numaralı siparişiniz için ${formatKurus(receivedKurus)} hesabımıza ulaştı, ${formatKurus(dueKurus)} eksik. Kalanı gönderdiyseniz bu e-postayı dikkate almayın.`,
  }
}

function howToPay({ dueKurus, receivedKurus, reference, deadline, accounts }: TransferredOrder): Block[] {
  const until = formatMoment(deadline)
  return [
    paragraph(`Gönderilecek tutar: ${formatKurus(dueKurus)}`),
    paragraph(`Açıklamaya yazın: ${reference}`),
    ...accounts.map(({ bank, holder, iban }) => paragraph(`${bank} · ${holder} · IBAN: ${formatIban(iban)}`)),
    paragraph(
      // An order with a part paid is never cancelled by itself.
      receivedKurus > 0
        ? `Kalanı ${until} tarihine kadar gönderin; ürünleriniz o zamana kadar sizin için ayrılı.`
        : `Ödemeniz ${until} tarihine kadar gelmezse siparişiniz kendiliğinden iptal edilir.`,
    ),
  ]
}
