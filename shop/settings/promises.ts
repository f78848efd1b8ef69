/**
 * What the shop promises about dispatch, delivery and returns. Product pages, policy pages, contracts, mails and the
 * data for search engines all read it here: they must say the same.
 */
export const dispatchCutoff = '17:00'
export const dispatchDays = '1–2'
export const deliveryDays = '2–5'
/** The right of withdrawal that the law gives, in days from delivery. */
export const legalReturnDays = 14
/** How long the shop takes goods back, return shipping free with its carrier. */
export const freeReturnDays = 15
export const exchangeDays = 30
/** How long the law lets a refund take, and how long a delivery. */
export const refundDays = 14
export const latestDeliveryDays = 30

export const promises = {
  shipping: 'Ücretsiz kargo',
  return: `${freeReturnDays} gün içinde ücretsiz iade`,
  dispatch: `${dispatchDays} iş gününde kargoda`,
} as const

export const promise = `Her siparişte ücretsiz kargo, ${promises.return}.`

/** The rules in full, a sentence each, for wherever there is room for them. */
export const rules = {
  dispatch: `Hafta içi saat ${dispatchCutoff}’ye kadar verilen siparişler aynı gün, diğer siparişler ${dispatchDays} iş günü içinde kargoya verilir.`,
  delivery: `Kargoya verilen siparişler ${deliveryDays} iş günü içinde adresinize teslim edilir. Kargo her siparişte ücretsizdir.`,
  withdrawal: `Ürünü teslim aldığınız günden itibaren ${legalReturnDays} gün içinde, hiçbir gerekçe göstermeden cayma hakkınızı kullanabilirsiniz. Mağazamız bu süreyi ${freeReturnDays} güne uzatır.`,
  returnCost: `${freeReturnDays} gün içinde anlaşmalı kargomuzla yaptığınız iadelerde kargo ücretsizdir.`,
  exchange: `Teslimattan itibaren ${exchangeDays} gün içinde değişim yapabilirsiniz. İlk ${freeReturnDays} günde kargo bizden, sonraki günlerde kargo ücreti size aittir.`,
  madeToOrder:
    'Sizin isteğinize göre, ölçünüze veya seçiminize özel örülen ürünlerde cayma hakkı bulunmaz; bu ürünlerde yalnızca değişim yapılır. Stoktan satılan el örgüsü ürünler bu istisnanın dışındadır ve iade edilebilir.',
  refund: `İadenizin bedeli, cayma bildiriminiz bize ulaştıktan sonra en geç ${refundDays} gün içinde, ödemeyi yaptığınız karta tek seferde geri ödenir.`,
} as const
