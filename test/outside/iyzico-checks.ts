type Body = Record<string, unknown>

export const kurusOf = (price: unknown) => Math.round(Number(price) * 100)

/** Returns iyzico's refusal of a payment's body; undefined when the body is as its documents want it. */
export function refusalOf(body: Body): Body | undefined {
  const items = (body.basketItems ?? []) as { price: string; itemType: string }[]
  const prices = [body.price, body.paidPrice, ...items.map((item) => item.price)]
  const buyer = (body.buyer ?? {}) as Record<string, string>
  if (prices.some((price) => typeof price !== 'string' || !/^\d+(\.\d\d?)?$/.test(price)))
    return failure('5004', '', 'Fiyat')
  if (items.some((item) => Number(item.price) <= 0)) return failure('5005', '', 'Fiyat 0’dan büyük olmalı')
  if (items.reduce((sum, item) => sum + kurusOf(item.price), 0) !== kurusOf(body.price))
    return failure('5062', '', 'Toplam')
  if (items.some((item) => item.itemType === 'PHYSICAL') && !body.shippingAddress) return failure('5000', '', 'Adres')
  const required = ['id', 'name', 'surname', 'identityNumber', 'email', 'registrationAddress', 'city', 'country', 'ip']
  if (required.some((field) => !buyer[field])) return failure('11', '', 'Geçersiz istek')
  if (/\.(test|local)$/.test(buyer.email ?? '')) return failure('5', '', 'E-posta geçersiz')
  if (!/^\+\d{8,15}$/.test(buyer.gsmNumber ?? '')) return failure('25', '', 'gsmNumber geçersiz')
  if (!/^[A-Z' -]{2,}$/.test(String((body.paymentCard as Body).cardHolderName))) return failure('16', '', 'Kart sahibi')
  return undefined
}

/** Makes iyzico's answer to a refused call. */
export function failure(
  errorCode: string,
  errorGroup: string,
  errorMessage: string,
  payment?: { paymentId: string; conversationId: string },
): Body {
  const about = payment ? { paymentId: payment.paymentId, conversationId: payment.conversationId } : {}
  return { status: 'failure', errorCode, ...(errorGroup ? { errorGroup } : {}), errorMessage, locale: 'tr', ...about }
}
