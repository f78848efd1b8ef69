import { z } from '@hono/zod-openapi'
import { paymentMethods } from '#shop/payment-method.ts'
import { success } from './envelope.ts'

/** A transfer that is due; `amount` is the rest, once a part has come. */
export type WireTransferDue = z.infer<typeof TransferDue>
export const TransferDue = z.object({
  reference: z.string(),
  amount: z.number(),
  ibans: z.array(z.object({ bank: z.string(), holder: z.string(), iban: z.string() })),
  deadline: z.iso.datetime(),
})

export type WirePayment = z.infer<typeof WirePayment>
export const WirePayment = z
  .object({
    status: z.enum([
      'SUCCESS',
      '3DS_REQUIRED',
      'REDIRECT',
      'CODE_REQUIRED',
      'PENDING',
      'DECLINED',
      'AWAITING_TRANSFER',
    ]),
    orderId: z.uuid(),
    paymentId: z.string().optional(),
    redirectUrl: z.string().optional(),
    sentTo: z.string().optional().openapi({ description: 'Where the code of CODE_REQUIRED went, masked' }),
    sentBy: z.enum(['EMAIL', 'SMS']).optional(),
    codeUntil: z.iso.datetime().optional().openapi({ description: 'Until when it can be entered' }),
    totalAmount: z.number(),
    installments: z.number().int(),
    installmentFee: z.number().openapi({ description: 'Part of totalAmount' }),
    message: z.string().optional(),
    guestToken: z
      .string()
      .optional()
      .openapi({ description: 'To who bought by a code alone: the bearer token for what follows of this order' }),
    ...TransferDue.partial().shape,
  })
  .openapi('Payment')

export type WireLine = z.infer<typeof WireLine>
const WireLine = z
  .object({
    open: z.boolean().openapi({ description: 'Whether anybody waits' }),
    called: z.number().int().openapi({ description: 'Everybody with this place or a lower one may check out' }),
    last: z.number().int().openapi({ description: 'The place of who came last' }),
    perSecond: z
      .number()
      .nullable()
      .openapi({ description: 'How many were called in a second, as of late; null while that is not known' }),
    soldOut: z.array(z.uuid()).openapi({ description: 'Variants that somebody in line wanted and that are sold out' }),
  })
  .openapi('CheckoutLine')

export type WirePlace = z.infer<typeof WirePlace>
export const WirePlace = z
  .object({
    ticket: z.string().openapi({ description: 'The Line-Ticket of the same call once the place is called' }),
    place: z.number().int(),
    ahead: z.number().int().openapi({ description: 'How many are before her, at most' }),
    seconds: z.number().int().nullable().openapi({ description: 'How long it may take; null while that is not known' }),
  })
  .openapi('PlaceInLine')

export type WireInstallmentOffer = z.infer<typeof WireInstallmentOffers>[number]
export type WireInstallmentOption = WireInstallmentOffer['options'][number]
const WireInstallmentOffers = z
  .array(
    z.object({
      family: z.string().openapi({ description: 'Card family; empty when the card has none' }),
      bank: z.string().nullable(),
      options: z.array(z.object({ count: z.number().int(), total: z.number(), monthly: z.number() })),
    }),
  )
  .openapi('InstallmentOffers')

export type WireQuote = z.infer<typeof WireQuote>
const WireQuote = z
  .object({
    lines: z.array(
      z.object({
        productId: z.uuid(),
        variantId: z.uuid(),
        quantity: z.number().int(),
        unitPrice: z.number(),
        discount: z.number(),
        total: z.number().openapi({ description: 'quantity times unitPrice, less discount' }),
      }),
    ),
    goods: z.number().openapi({ description: 'The sum of the lines before discounts' }),
    discount: z.number(),
    delivery: z.number().openapi({ description: '0: delivery is free; may depend on the city' }),
    methodFee: z.number(),
    installmentFee: z.number(),
    total: z.number().openapi({ description: 'The totalAmount that POST /payments/create takes: what is charged' }),
    credit: z.object({ balance: z.number(), used: z.number() }).optional().openapi({
      description: 'The store credit of whoever asks, where she has any, and what of it this takes off the total',
    }),
    methods: z.array(
      z.object({ method: z.enum(paymentMethods), fee: z.number(), available: z.boolean(), why: z.string().optional() }),
    ),
    coupon: z.object({ code: z.string(), counts: z.boolean(), why: z.string().optional() }).optional(),
    giftCards: z
      .array(
        z.object({
          tail: z.string().openapi({ description: 'The end of the code' }),
          counts: z.boolean(),
          why: z.string().optional().openapi({ description: 'Why it does not count, in Turkish' }),
          balance: z.number().optional(),
          used: z.number().optional().openapi({ description: 'What of it this takes off the total' }),
          left: z.number().optional(),
        }),
      )
      .optional()
      .openapi({ description: 'For each code that was asked for, in its order' }),
    campaigns: z
      .array(
        z.object({
          name: z.string(),
          code: z.string().nullable(),
          discount: z.number().openapi({ description: 'Part of discount' }),
          freeDelivery: z.boolean(),
        }),
      )
      .optional()
      .openapi({ description: 'What counts in this cart; absent where nothing does' }),
  })
  .openapi('Quote')

const LedgerEntry = z.object({
  paymentId: z.uuid(),
  conversationId: z.string(),
  orderId: z.uuid(),
  amount: z.number(),
  refundedAmount: z.number(),
  status: z.enum(['CHARGED', 'DECLINED', 'AWAITING_3DS']),
  createdAt: z.iso.datetime(),
})

export type WireGuestCode = z.infer<typeof WireGuestCode>
const WireGuestCode = z.object({
  sentTo: z.string().openapi({ description: 'Where the code went, masked' }),
  until: z.iso.datetime().openapi({ description: 'Until when it can be entered' }),
})

export type WireGuest = z.infer<typeof WireGuest>
const WireGuest = z.object({
  token: z.string().openapi({ description: 'The bearer token of her purchase' }),
  email: z.string(),
  until: z.iso.datetime(),
})

export const paymentAnswers = {
  'POST /checkout/email-code': success(WireGuestCode),
  'POST /checkout/guest': success(WireGuest),
  'GET /checkout/line': success(WireLine),
  'DELETE /checkout/line/{ticket}': success(z.null()),
  'POST /checkout/quote': success(WireQuote),
  'POST /payments/create': success(WirePayment),
  'GET /payments/{orderId}': success(WirePayment),
  'POST /payments/{orderId}/code': success(WirePayment),
  'POST /payments/{orderId}/code/resend': success(WirePayment),
  'GET /payments/installments': success(WireInstallmentOffers),
  'GET /demo-bank/ledger': success(z.array(LedgerEntry)),
  'POST /demo-bank/charges': success(z.object({ paymentId: z.uuid() })),
}
