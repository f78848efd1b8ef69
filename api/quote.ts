import { type Deduction, offerWords } from '#shop/campaigns/rules.ts'
import { QuoteRequest } from '#shop/checkout/contract.ts'
import { makeQuote, type PricedCart } from '#shop/checkout/quote.ts'
import type { GiftShare } from '#shop/gift-cards/of-orders.ts'
import type { AskedCard } from '#shop/gift-cards/spendable.ts'
import { toTl } from '#shop/money.ts'
import { json, ok, resource } from './api.ts'
import { route } from './route.ts'
import type { WireQuote } from './wire/payments.ts'

function toWire({ quote, ways, spendableKurus, giftCards }: PricedCart): WireQuote {
  const { lines, goodsKurus, deliveryKurus, methodFeeKurus, installmentFeeKurus, chargeKurus, creditKurus } = quote
  const { discount, discountKurus, giftKurus = 0, gifts = [] } = quote
  return {
    lines: (discount?.cart ?? lines).map(({ item, quantity, unitPriceKurus }, index) => {
      const share = discount?.shares[index] ?? 0
      return {
        productId: item.productId,
        variantId: item.variantId,
        quantity,
        unitPrice: toTl(unitPriceKurus),
        discount: toTl(share),
        total: toTl(unitPriceKurus * quantity - share),
      }
    }),
    goods: toTl(goodsKurus + discountKurus),
    discount: toTl(discountKurus),
    delivery: toTl(deliveryKurus),
    methodFee: toTl(methodFeeKurus),
    installmentFee: toTl(installmentFeeKurus),
    total: toTl(chargeKurus),
    ...(spendableKurus > 0 ? { credit: { balance: toTl(spendableKurus), used: toTl(creditKurus - giftKurus) } } : {}),
    ...(giftCards.length > 0 ? { giftCards: giftCards.map((card) => toWireGift(card, gifts)) } : {}),
    methods: ways.map(({ method, feeKurus, why }) => ({
      method,
      fee: toTl(feeKurus),
      available: why === undefined,
      ...(why === undefined ? {} : { why }),
    })),
    ...(discount?.coupon ? { coupon: discount.coupon } : {}),
    ...(discount && discount.deductions.length > 0 ? { campaigns: discount.deductions.map(toWireDeduction) } : {}),
  }
}

function toWireGift({ cardId, tail, spendableKurus, why }: AskedCard, gifts: GiftShare[]) {
  const usedKurus = gifts.find((share) => share.cardId === cardId)?.kurus ?? 0
  const sums = { balance: toTl(spendableKurus), used: toTl(usedKurus), left: toTl(spendableKurus - usedKurus) }
  return { tail, counts: why === undefined, ...(why === undefined ? sums : { why }) }
}

function toWireDeduction({ campaign, kurus, freeDelivery }: Deduction) {
  return { name: campaign.name || offerWords(campaign), code: campaign.code, discount: toTl(kurus), freeDelivery }
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
      429: 'Too many questions, or codes of gift cards that are none',
      503: 'The bank does not tell its installments now',
    },
  }),
  async (c) => ok(c, toWire(await makeQuote(c.get('ctx'), c.req.valid('json')))),
)
