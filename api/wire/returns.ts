import { z } from '@hono/zod-openapi'
import { exchangeStates } from '#shop/returns/exchanges/exchanges.ts'
import { pieceConditions, returnKinds, returnReasons, returnStatuses } from '#shop/returns/kinds.ts'
import { success } from './envelope.ts'

/** A size and color that may come in place of a piece. */
const NewPiece = z.object({
  variantId: z.uuid().nullable(),
  name: z.string(),
  color: z.string(),
  size: z.string(),
  mainImage: z.string().nullable(),
})

export type WireExchange = z.infer<typeof WireExchange>
const WireExchange = z
  .object({
    orderId: z.uuid(),
    shownOrderId: z.string(),
    state: z.enum(exchangeStates).openapi({
      description:
        'ENDED: no longer kept, she chooses again or takes her money. TO_PAY: the difference is to be paid. KEPT: waits for the old pieces. READY: to be prepared. SENT',
    }),
    items: z.array(NewPiece.extend({ quantity: z.number().int() })),
    reservedUntil: z.iso.datetime().nullable(),
  })
  .openapi({ description: 'The order of the new pieces' })

export type WireChoices = z.infer<typeof WireChoices>
const WireChoices = z.array(
  z.object({
    itemId: z.uuid(),
    choices: z.array(
      NewPiece.extend({
        variantId: z.uuid(),
        productId: z.uuid(),
        price: z.number(),
        difference: z.number().openapi({ description: 'For one of them: what she pays, or, below 0, gets back' }),
      }),
    ),
  }),
)

export type WireReturn = z.infer<typeof WireReturn>
export const WireReturn = z
  .object({
    id: z.uuid(),
    code: z.string().openapi({ description: 'On the parcel, and said at the counter' }),
    kind: z.enum(returnKinds),
    status: z.enum(returnStatuses),
    orderId: z.uuid(),
    items: z.array(
      z.object({
        itemId: z.uuid().openapi({ description: 'The line of the order' }),
        quantity: z.number().int(),
        reason: z.enum(returnReasons),
        condition: z.enum(pieceConditions).nullable().openapi({ description: 'Null until the shop has looked at it' }),
        newVariantId: z.uuid().nullable(),
        price: z.number(),
        name: z.string(),
        color: z.string(),
        size: z.string(),
        mainImage: z.string().nullable(),
      }),
    ),
    note: z.string(),
    images: z.array(z.object({ id: z.uuid() })).openapi({ description: 'Their files are at /returns/images/{id}' }),
    refundAmount: z.number().openapi({ description: 'What goes back, or went back' }),
    difference: z.number().openapi({ description: 'Of an exchange, what she pays (or gets, below 0); 0 of a return' }),
    money: z
      .enum(['NONE', 'AT_BANK', 'BY_HAND', 'PAID'])
      .openapi({ description: 'NONE: not asked for yet. BY_HAND: the shop transfers it' }),
    refusal: z.string().openapi({ description: 'Why the shop refused it; else empty' }),
    exchange: WireExchange.nullable(),
    trackingNumber: z.string().nullable(),
    undelivered: z.boolean().openapi({ description: 'Its order has not arrived yet' }),
    unsent: z.boolean().openapi({ description: 'Its parcel is still in the shop: she has nothing to send' }),
    atTheDoor: z.string().openapi({
      description: 'What she does with the parcel of an order that has not arrived, in Turkish; else empty',
    }),
    deadline: z.iso.datetime().openapi({
      description: 'Until when the parcel is to be handed over; while `undelivered` it moves with the delivery',
    }),
    refundDueAt: z.iso.datetime().openapi({ description: 'Until when the money must be back' }),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    wayBack: z
      .object({ carrier: z.string(), contractCode: z.string(), address: z.string(), words: z.string() })
      .optional()
      .openapi({ description: 'How the parcel comes back, once the shop agreed' }),
  })
  .openapi('Return')

export type WireReturnable = z.infer<typeof WireReturnable>
export const WireReturnable = z
  .object({
    deadline: z.iso.datetime(),
    faultyDeadline: z.iso.datetime(),
    late: z.boolean().openapi({ description: 'Only a faulty piece may still come back' }),
    items: z.array(z.object({ itemId: z.uuid(), left: z.number().int(), exemption: z.string().nullable() })),
    exchangeUntil: z.iso.datetime().nullable().openapi({ description: 'Null: nothing may be exchanged, or no longer' }),
    returns: z.array(WireReturn),
  })
  .openapi({ description: 'Of a delivered order, where the shop takes returns here' })

export type WireWithdrawable = z.infer<typeof WireWithdrawable>
export const WireWithdrawable = z
  .object({
    items: WireReturnable.shape.items,
    returns: z.array(WireReturn),
  })
  .openapi({
    description:
      'Of an order that has not arrived: what she may withdraw from while it is PREPARED or SHIPPED, and its returns',
  })

export const returnAnswers = {
  'POST /orders/{id}/returns': success(WireReturn),
  'GET /returns/my': success(z.array(WireReturn)),
  'DELETE /returns/{id}': success(WireReturn),
  'POST /returns/{id}/sent': success(WireReturn),
  'GET /orders/{id}/exchange-choices': success(WireChoices),
  'POST /returns/{id}/choose': success(WireReturn),
  'POST /returns/{id}/to-return': success(WireReturn),
  'POST /returns/{id}/payment-link': success(z.object({ url: z.string(), expiresAt: z.iso.datetime() })),
  'POST /returns/images': success(z.object({ id: z.uuid() })),
}
