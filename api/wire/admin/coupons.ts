import { z } from '@hono/zod-openapi'
import { campaignKinds } from '#shop/campaigns/contract.ts'
import { success } from '../envelope.ts'

export type WireCoupon = z.infer<typeof WireCoupon>
const WireCoupon = z
  .object({
    id: z.uuid(),
    code: z.string().nullable().openapi({ description: 'Null: it counts by itself' }),
    name: z.string(),
    kind: z.enum(campaignKinds),
    value: z
      .number()
      .openapi({ description: 'Per cent, or TL of an AMOUNT; of BUY_X_GET_Y the per cent off the cheapest pieces' }),
    buyQuantity: z.number().int().nullable(),
    getQuantity: z.number().int().nullable(),
    minTotal: z.number().openapi({ description: 'Of the goods that it is for, before discounts; 0: none' }),
    startsAt: z.iso.datetime().nullable(),
    endsAt: z.iso.datetime().nullable(),
    totalLimit: z.number().int().nullable(),
    personLimit: z.number().int().nullable(),
    categoryIds: z.array(z.uuid()),
    productIds: z.array(z.uuid()).openapi({ description: 'With no category and no product it is for all goods' }),
    firstOrderOnly: z.boolean(),
    oneCustomer: z.boolean(),
    customerEmail: z
      .string()
      .nullable()
      .optional()
      .openapi({ description: 'Of the one customer, for who may see `contacts`' }),
    combinable: z.boolean(),
    partner: z.string().openapi({ description: 'Who spreads the code' }),
    active: z.boolean(),
    uses: z.number().int().openapi({ description: 'Orders that hold it now, those at the bank and unpaid ones too' }),
    orders: z.number().int().openapi({ description: 'Orders that are paid or go out to be paid at the door' }),
    revenue: z.number().optional().openapi({ description: 'What those cost, for who may see `amounts`' }),
    discount: z
      .number()
      .optional()
      .openapi({ description: 'What those cost less by it, delivery included, for who may see `amounts`' }),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .openapi('Coupon')

export const couponAnswers = {
  'GET /admin/coupons': success(z.array(WireCoupon)),
  'POST /admin/coupons': success(WireCoupon),
  'PUT /admin/coupons/{id}': success(WireCoupon),
  'DELETE /admin/coupons/{id}': success(z.null()),
}
