/** The law's exception, which the owner cannot change. A file of its own, as the checkout needs nothing else of the promises. */
export const madeToOrder =
  'Sizin isteğinize göre, ölçünüze veya seçiminize özel örülen ürünlerde cayma hakkı bulunmaz; bu ürünlerde yalnızca değişim yapılır. Stoktan satılan el örgüsü ürünler bu istisnanın dışındadır ve iade edilebilir.'
