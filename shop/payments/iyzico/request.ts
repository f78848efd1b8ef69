import type { ChargeRequest, HostedRequest } from '../../payment-provider.ts'
import { toPrice } from './signature.ts'

/** The body of a payment, with or without 3-D Secure. */
export function paymentBody(request: ChargeRequest, identityNumber: string) {
  const { card, installments } = request
  return {
    ...orderBody(request, identityNumber),
    installment: installments,
    paymentChannel: 'WEB',
    paymentCard: {
      cardHolderName: card.holderName,
      cardNumber: card.number,
      expireYear: card.expireYear,
      expireMonth: card.expireMonth,
      cvc: card.cvc,
      registerCard: 0,
    },
  }
}

/** The order and its buyer. The items sum exactly to `price`; the fee for installments is only in `paidPrice`. */
export function orderBody(request: ChargeRequest | HostedRequest, identityNumber: string) {
  const { buyer } = request
  const contactName = `${buyer.firstName} ${buyer.lastName}`
  const street = [buyer.neighbourhood, buyer.address, buyer.district].filter(Boolean).join(' ')
  const address = {
    contactName,
    address: street,
    city: buyer.city,
    country: 'Turkey',
    ...(buyer.postalCode ? { zipCode: buyer.postalCode } : {}),
  }
  return {
    locale: 'tr',
    conversationId: request.conversationId,
    price: toPrice(request.items.reduce((sum, item) => sum + item.amountKurus, 0)),
    paidPrice: toPrice(request.amountKurus),
    basketId: request.orderId,
    paymentGroup: 'PRODUCT',
    buyer: {
      id: buyer.id,
      name: buyer.firstName,
      surname: buyer.lastName,
      identityNumber,
      email: buyer.email,
      gsmNumber: buyer.phone,
      registrationAddress: street,
      city: buyer.city,
      country: 'Turkey',
      ...(buyer.postalCode ? { zipCode: buyer.postalCode } : {}),
      ip: buyer.ip,
    },
    shippingAddress: address,
    billingAddress: address,
    basketItems: request.items.map((item) => ({
      id: item.id,
      name: item.name,
      category1: item.category,
      itemType: 'PHYSICAL',
      price: toPrice(item.amountKurus),
    })),
    currency: 'TRY',
  }
}
