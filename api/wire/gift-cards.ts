import { z } from '@hono/zod-openapi'
import { giftCauses, giftStates } from '#shop/gift-cards/contract.ts'
import { pageOf, success } from './envelope.ts'

export type WireGiftCard = z.infer<typeof WireGiftCard>
const WireGiftCard = z
  .object({
    id: z.uuid(),
    tail: z.string().openapi({ description: 'The end of its code; the whole is told only when it is made' }),
    state: z.enum(giftStates).openapi({ description: 'USED: nothing is left on it' }),
    initial: z.number(),
    balance: z.number(),
    note: z.string(),
    recipientEmail: z.string().nullable().optional().openapi({ description: 'For who may see `contacts`' }),
    recipientName: z.string(),
    message: z.string(),
    createdAt: z.iso.datetime(),
  })
  .openapi('GiftCard')

export type WireNewGiftCard = z.infer<typeof WireNewGiftCard>
const WireNewGiftCard = WireGiftCard.extend({
  code: z.string().openapi({ description: 'In full, this once' }),
}).openapi('NewGiftCard')

export type WireGiftCardDetail = z.infer<typeof WireGiftCardDetail>
const WireGiftCardDetail = WireGiftCard.extend({
  entries: z.array(
    z.object({
      id: z.uuid(),
      amount: z.number().openapi({ description: 'Below nought: taken' }),
      cause: z.enum(giftCauses),
      orderId: z.uuid().nullable(),
      createdAt: z.iso.datetime(),
    }),
  ),
}).openapi('GiftCardWithEntries')

export const giftCardAnswers = {
  'GET /admin/gift-cards': pageOf(WireGiftCard).extend({
    open: z.number().openapi({ description: 'What is left on all cards' }),
  }),
  'POST /admin/gift-cards': success(z.array(WireNewGiftCard)),
  'GET /admin/gift-cards/{id}': success(WireGiftCardDetail),
  'POST /admin/gift-cards/{id}/block': success(WireGiftCardDetail),
  'POST /admin/gift-cards/{id}/unblock': success(WireGiftCardDetail),
  'POST /admin/gift-cards/{id}/code': success(WireNewGiftCard),
}
