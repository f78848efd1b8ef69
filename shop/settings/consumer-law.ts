/** Fixed by law and changed by no owner. Apart from the promises, of which the browser needs nothing else. */

/** The right of withdrawal, in days from delivery. */
export const legalReturnDays = 14
/** Days for a refund, for handing over what she withdrew from, and for a delivery. */
export const refundDays = 14
export const handOverDays = 10
export const latestDeliveryDays = 30

export const madeToOrder =
  'Sizin isteğinize göre, ölçünüze veya seçiminize özel örülen ürünlerde cayma hakkı bulunmaz; bu ürünlerde yalnızca değişim yapılır. Stoktan satılan el örgüsü ürünler bu istisnanın dışındadır ve iade edilebilir.'
