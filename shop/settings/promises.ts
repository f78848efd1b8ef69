import { legalReturnDays, madeToOrder, refundDays } from './consumer-law.ts'
import { type DeliveryFee, feeWords, freeDelivery, type Weighed } from './delivery-fee.ts'

/**
 * The shop's terms of dispatch, delivery and returns. Product pages, policy pages, contracts, mails and structured data all
 * read them here, so that they say the same.
 */
export type Terms = {
  /** Orders of a working day before this full hour are dispatched the same day. */
  dispatchHour: number
  /** Working days, from and to. */
  dispatchDays: { from: number; to: number }
  deliveryDays: { from: number; to: number }
  /** Days for which the shop takes goods back, return shipping free with its carrier. */
  freeReturnDays: number
  exchangeDays: number
}

/** The default terms. */
export const usualTerms: Terms = {
  dispatchHour: 17,
  dispatchDays: { from: 1, to: 2 },
  deliveryDays: { from: 2, to: 5 },
  freeReturnDays: 15,
  exchangeDays: 30,
}

/** The terms in words, short and in full. */
export type Promises = {
  /** One line that says it all, for footers and descriptions. */
  sentence: string
  /** The delivery fee in short; then, in the words of the contracts, who bears it and where it is shown. */
  shipping: string
  feeBearer: string
  feeTold: string
  return: string
  dispatch: string
  freeReturnDays: string
  exchangeDays: string
  deliveryDays: string
  /** The return terms beyond the law's, as the contract states them; blank when there are none. */
  extension: string
  /** The rules, a sentence or two each, for wherever there is room for them. */
  rules: {
    dispatch: string
    delivery: string
    withdrawal: string
    returnCost: string
    exchange: string
    madeToOrder: string
    refund: string
  }
}

/** `product`: for its own page, whose words give the delivery fee of that product. */
export function promisesOf(terms: Terms, fee: DeliveryFee = freeDelivery, product?: Weighed): Promises {
  const { freeReturnDays, exchangeDays } = terms
  const dispatchDays = span(terms.dispatchDays)
  const deliveryDays = span(terms.deliveryDays)
  const delivery = feeWords(fee, product)
  const longer = freeReturnDays > legalReturnDays
  return {
    sentence: `${delivery.first}, ${freeReturnDays} gün içinde ücretsiz iade.`,
    shipping: delivery.short,
    feeBearer: delivery.bearer,
    feeTold: delivery.told,
    return: `${freeReturnDays} gün içinde ücretsiz iade`,
    dispatch: `${dispatchDays} iş gününde kargoda`,
    freeReturnDays: String(freeReturnDays),
    exchangeDays: String(exchangeDays),
    deliveryDays,
    extension: longer ? `Satıcı bu süreyi ${freeReturnDays} güne uzatmıştır.` : '',
    rules: {
      dispatch: `Hafta içi saat ${untilHour(terms.dispatchHour)} kadar verilen siparişler aynı gün, diğer siparişler ${dispatchDays} iş günü içinde kargoya verilir.`,
      delivery: `Kargoya verilen siparişler ${deliveryDays} iş günü içinde adresinize teslim edilir. ${delivery.rule}`,
      withdrawal: `Ürünü teslim aldığınız günden itibaren ${legalReturnDays} gün içinde, hiçbir gerekçe göstermeden cayma hakkınızı kullanabilirsiniz.${longer ? ` Mağazamız bu süreyi ${freeReturnDays} güne uzatır.` : ''} Teslimattan önce de cayabilirsiniz.`,
      returnCost: `${freeReturnDays} gün içinde anlaşmalı kargomuzla yaptığınız iadelerde kargo ücretsizdir.`,
      exchange: `Teslimattan itibaren ${exchangeDays} gün içinde değişim yapabilirsiniz. ${
        exchangeDays > freeReturnDays
          ? `İlk ${freeReturnDays} günde kargo bizden, sonraki günlerde kargo ücreti size aittir.`
          : 'Kargo bizdendir.'
      }`,
      madeToOrder,
      refund: `İadenizin bedeli, cayma bildiriminiz bize ulaştıktan sonra en geç ${refundDays} gün içinde, satın alırken kullandığınız ödeme aracına uygun şekilde, tek seferde geri ödenir.`,
    },
  }
}

function span({ from, to }: { from: number; to: number }): string {
  return from === to ? String(from) : `${from}–${to}`
}

/** '17:00’ye': the ending follows the number as it is spoken. */
export function untilHour(hour: number): string {
  const endings = ['a', 'e', 'ye', 'e', 'e', 'e', 'ya', 'ye', 'e', 'a']
  const ending = hour === 20 ? 'ye' : endings[hour % 10]
  return `${String(hour).padStart(2, '0')}:00’${ending}`
}
