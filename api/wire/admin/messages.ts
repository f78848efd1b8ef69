import { z } from '@hono/zod-openapi'
import { MessageKind } from '#shop/messages/contract.ts'
import { orderStatuses } from '#shop/orders/contract.ts'
import { pageOf, success } from '../envelope.ts'

export type WireMessage = z.infer<typeof WireMessage>
const WireMessage = z
  .object({
    id: z.uuid(),
    kind: MessageKind,
    email: z.string(),
    content: z
      .record(z.string(), z.union([z.string(), z.array(z.string()), z.boolean(), z.null()]))
      .openapi({ description: 'The fields of the form, as they were sent' }),
    file: z.object({ name: z.string(), type: z.string() }).nullable(),
    readAt: z.iso.datetime().nullable(),
    answeredAt: z.iso.datetime().nullable(),
    archivedAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
  })
  .openapi('Message')

export type WireMessageDetail = z.infer<typeof WireMessageDetail>
const WireMessageDetail = WireMessage.extend({
  subject: z.string(),
  facts: z.array(z.object({ label: z.string(), value: z.string() })).openapi({ description: 'As people read it' }),
  answers: z.array(
    z.object({
      id: z.uuid(),
      actorName: z.string(),
      subject: z.string(),
      text: z.string(),
      state: z.enum(['waiting', 'sent', 'failed']).openapi({ description: 'Where its mail is' }),
      createdAt: z.iso.datetime(),
    }),
  ),
  customer: z
    .object({
      id: z.uuid(),
      firstName: z.string(),
      lastName: z.string(),
      phone: z.string(),
      orders: z.number().int(),
    })
    .nullable()
    .openapi({ description: 'Who has the address; null when nobody has it, or without the right `customers`' }),
  orders: z
    .array(
      z.object({
        id: z.uuid(),
        status: z.enum(orderStatuses),
        total: z.number().optional().openapi({ description: 'Left out without `amounts`' }),
        trackingUrl: z.string().nullable(),
        createdAt: z.iso.datetime(),
      }),
    )
    .nullable()
    .openapi({ description: 'The latest of the address; null without the right `orders`' }),
  others: z
    .array(
      z.object({
        id: z.uuid(),
        kind: MessageKind,
        summary: z.string(),
        answered: z.boolean(),
        createdAt: z.iso.datetime(),
      }),
    )
    .openapi({ description: 'Other messages of the address, newest first' }),
}).openapi('MessageDetail')

export type WireTemplate = z.infer<typeof WireTemplate>
const WireTemplate = z
  .object({ id: z.uuid(), name: z.string(), subject: z.string(), text: z.string() })
  .openapi('MessageTemplate')

export type WireWantedVariant = z.infer<typeof WireWantedVariant>
const WireWantedVariant = z
  .object({
    product: z.object({ id: z.uuid(), name: z.string(), slug: z.string(), mainImage: z.string().nullable() }),
    color: z.string().nullable().openapi({ description: 'Null: whichever color comes' }),
    size: z.string(),
    waiting: z.number().int(),
    kept: z.number().int().openapi({ description: 'Pieces that are kept for who was told' }),
    since: z.iso.datetime(),
    stockQuantity: z.number().int(),
  })
  .openapi('WantedVariant')

export const messageAnswers = {
  'GET /admin/messages': pageOf(WireMessage).extend({
    unread: z.number().int().openapi({ description: 'Of this kind, in every state' }),
  }),
  'GET /admin/messages/{id}': success(WireMessageDetail),
  'PUT /admin/messages/{id}': success(WireMessage),
  'POST /admin/messages/{id}/answers': success(WireMessageDetail),
  'POST /admin/customers/{id}/messages': success(WireMessageDetail),
  'GET /admin/message-templates': success(z.array(WireTemplate)),
  'POST /admin/message-templates': success(z.array(WireTemplate)),
  'PUT /admin/message-templates/{id}': success(z.array(WireTemplate)),
  'DELETE /admin/message-templates/{id}': success(z.array(WireTemplate)),
  'GET /admin/stock-requests': pageOf(WireWantedVariant).extend({ waiting: z.number().int() }),
}
