import { QuoteRequest } from '#shop/checkout/contract.ts'
import { makeQuote, type PricedCart } from '#shop/checkout/quote.ts'
import { toTl } from '#shop/money.ts'
import { json, ok, resource } from './api.ts'
import { route } from './route.ts'
import type { WireQuote } from './wire/payments.ts'

/** There are no discounts: their sum is nought. */
function toWire({ quote, ways, spendableKurus }: PricedCart): WireQuote {
  const { lines, goodsKurus, deliveryKurus, methodFeeKurus, installmentFeeKurus, chargeKurus, creditKurus } = quote
  return {
    lines: lines.map(({ item, quantity, unitPriceKurus }) => ({
      productId: item.productId,
      variantId: item.variantId,
      quantity,
      unitPrice: toTl(unitPriceKurus),
      discount: 0,
      total: toTl(unitPriceKurus * quantity),
    })),
    goods: toTl(goodsKurus),
    discount: 0,
    delivery: toTl(deliveryKurus),
    methodFee: toTl(methodFeeKurus),
    installmentFee: toTl(installmentFeeKurus),
    total: toTl(chargeKurus),
    ...(spendableKurus > 0 ? { credit: { balance: toTl(spendableKurus), used: toTl(creditKurus) } } : {}),
    methods: ways.map(({ method, feeKurus, why }) => ({
      method,
      fee: toTl(feeKurus),
      available: why === undefined,
      ...(why === undefined ? {} : { why }),
    })),
  }
}

export const quote = resource().openapi(
  route('POST /checkout/quote', {
    tags: ['Checkout'],
    summary: 'What a cart costs, line by line',
    description: 'For guests too. Its total is the totalAmount of POST /payments/create. Nothing is held.',
    request: json(QuoteRequest),
    failures: {
      409: 'The shop does not offer this way to pay',
      400: 'Invalid input, a size that is no longer on sale, or installments that the card does not allow',
      404: 'A product is no longer on sale',
      429: 'Too many questions',
      503: 'The bank does not tell its installments now',
    },
  }),
  async (c) => {
    const input = c.req.valid('json')
    const data = toWire(await makeQuote(c.get('ctx'), input))
    const { coupon: code } = input
    if (!code) return ok(c, data)
    return ok(c, { ...data, coupon: { code, counts: false, why: 'Böyle bir indirim kodu yok.' } })
  },
)
