/** Exceptions of m.15 of the regulation on distance contracts, in words that the panel offers and a product's page shows. */

/** Made to the shopper's own wishes: excepted from the contract on. */
export const madeForHer = 'Müşterinin istekleri veya kişisel ihtiyaçları doğrultusunda hazırlanır'

/** Excepted once its packaging was opened, which nobody can do before it is delivered. */
export const openedOnly = 'Koruyucu ambalajı açıldıktan sonra iadesi sağlık ve hijyen açısından uygun değildir'

/** A reason as a sentence of its own, however the owner wrote it. */
export function asSentence(reason: string): string {
  return /[.!?…]$/.test(reason) ? reason : `${reason}.`
}
