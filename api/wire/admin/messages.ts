import { z } from '@hono/zod-openapi'
import { MessageKind } from '#shop/messages/contract.ts'
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
}).openapi('MessageDetail')

export type WireWantedVariant = z.infer<typeof WireWantedVariant>
const WireWantedVariant = z
  .object({
    product: z.object({ id: z.uuid(), name: z.string(), slug: z.string(), mainImage: z.string().nullable() }),
    color: z.string().nullable().openapi({ description: 'Null: whichever color comes' }),
    size: z.string(),
    waiting: z.number().int(),
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
  'GET /admin/stock-requests': pageOf(WireWantedVariant).extend({ waiting: z.number().int() }),
}
