import { z } from '@hono/zod-openapi'
import { consentChannels, consentForms, consentStatuses } from '#shop/accounts/consents/contract.ts'
import { MessageKind } from '#shop/messages/contract.ts'
import { orderStatuses } from '#shop/orders/contract.ts'
import { returnKinds, returnStatuses } from '#shop/returns/kinds.ts'
import { pageOf, success } from './envelope.ts'

export type WireCustomer = z.infer<typeof WireCustomer>
const WireCustomer = z
  .object({
    id: z.uuid(),
    guest: z.boolean().openapi({ description: 'Bought without an account' }),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string().optional().openapi({ description: 'Like the phone, for who may see `contacts`' }),
    phone: z.string().optional().openapi({ description: 'Of her last order or her address book; may be blank' }),
    city: z.string(),
    joinedAt: z.iso.datetime(),
    orders: z
      .number()
      .int()
      .openapi({ description: 'Sold, as in the reports: neither cancelled nor still to be paid; an exchange is none' }),
    spent: z
      .number()
      .optional()
      .openapi({ description: 'What was paid less what was given back, for who may see `amounts`' }),
    lastOrderAt: z.iso.datetime().nullable(),
    openReturns: z.number().int(),
  })
  .openapi('Customer')

export type WireConsentEvent = z.infer<typeof WireConsentEvent>
const WireConsentEvent = z
  .object({
    id: z.uuid(),
    recipient: z.string().optional(),
    channel: z.enum(consentChannels),
    status: z.enum(consentStatuses),
    form: z.enum(consentForms),
    source: z.string().openapi({ description: 'The word of İYS, such as HS_WEB' }),
    textVersion: z.string().nullable(),
    text: z.string().nullable(),
    actorName: z.string().nullable().openapi({ description: 'Of the staff who entered it' }),
    note: z.string(),
    happenedAt: z.iso.datetime(),
  })
  .openapi('ConsentEvent')

export type WireConsent = z.infer<typeof WireConsent>
const WireConsent = z
  .object({
    recipient: z.string().optional(),
    channel: z.enum(consentChannels),
    status: z.enum(consentStatuses),
    since: z.iso.datetime(),
    iysStatus: z.enum(['ONAY', 'RET']).nullable().openapi({ description: 'What İYS was told last' }),
  })
  .openapi('Consent')

export type WireCustomerDetail = z.infer<typeof WireCustomerDetail>
const WireCustomerDetail = WireCustomer.extend({
  emailVerified: z.boolean(),
  staff: z.boolean().openapi({ description: 'Of the staff: neither merged nor deleted while she is' }),
  secondStep: z.boolean().openapi({
    description: 'Two-step login that the shop can switch off for her; false of staff',
  }),
  bounce: z
    .object({
      hard: z.boolean().openapi({ description: 'The address does not work: no newsletters and notices go there' }),
      status: z.string().openapi({ description: 'RFC 3463, such as 5.1.1' }),
      reason: z.string().openapi({ description: 'In the words of the server; blank without `contacts`' }),
      at: z.iso.datetime(),
    })
    .nullable()
    .openapi({ description: 'The last mail to her that came back' }),
  credit: z.number().optional(),
  orderCount: z.number().int().openapi({ description: 'Cancelled ones too' }),
  paidOrders: z.number().int().openapi({ description: 'Those that `spent` counts, exchanges not apart' }),
  latestOrders: z.array(
    z.object({
      id: z.uuid(),
      status: z.enum(orderStatuses),
      paymentStatus: z.string(),
      total: z.number().optional(),
      pieces: z.number().int(),
      exchange: z.boolean(),
      createdAt: z.iso.datetime(),
    }),
  ),
  latestReturns: z.array(
    z.object({
      id: z.uuid(),
      code: z.string(),
      orderId: z.uuid(),
      kind: z.enum(returnKinds),
      status: z.enum(returnStatuses),
      createdAt: z.iso.datetime(),
    }),
  ),
  sizes: z.array(z.object({ size: z.string(), units: z.number().int() })),
  favorites: z.array(
    z.object({ productId: z.uuid(), slug: z.string(), name: z.string(), image: z.string().nullable() }),
  ),
  messages: z
    .array(z.object({ id: z.uuid(), kind: MessageKind, answered: z.boolean(), createdAt: z.iso.datetime() }))
    .nullable()
    .openapi({ description: 'Null without the right to read messages' }),
  waitsFor: z.number().int().openapi({ description: 'Sizes that she waits for' }),
  notes: z.array(z.object({ id: z.uuid(), text: z.string(), author: z.string(), createdAt: z.iso.datetime() })),
  consents: z.array(WireConsent),
  consentEvents: z.array(WireConsentEvent),
}).openapi('CustomerDetail')

const WireIysFile = z
  .object({
    id: z.uuid(),
    lines: z.number().int(),
    madeBy: z.string(),
    madeAt: z.iso.datetime(),
    uploadedAt: z.iso.datetime().nullable(),
  })
  .openapi('IysFile')
export type WireIysFile = z.infer<typeof WireIysFile>

const WireKnownConsent = z.object({
  recipient: z.string(),
  channel: z.enum(consentChannels),
  consent: WireConsent.nullable().openapi({ description: 'Null: nothing was ever said' }),
  events: z.array(WireConsentEvent),
})
export type WireKnownConsent = z.infer<typeof WireKnownConsent>

export type WireConsents = z.infer<typeof WireConsents>
const WireConsents = z.object({
  emails: z.number().int().openapi({ description: 'Addresses that may be written to' }),
  phones: z.number().int(),
  waiting: z.number().int().openapi({ description: 'Of which İYS does not know the last word' }),
  oldest: z.iso.datetime().nullable(),
  files: z.array(WireIysFile),
})

export type WireReadIys = z.infer<typeof WireReadIys>
const WireReadIys = z.object({
  rows: z.number().int(),
  given: z.number().int(),
  withdrawn: z.number().int(),
  calls: z.number().int().openapi({ description: 'Lines of telephone calls (ARAMA), which are left out' }),
  wrong: z.array(z.object({ row: z.number().int(), message: z.string() })),
})

export const customerAnswers = {
  'GET /admin/customers': pageOf(WireCustomer),
  'GET /admin/customers/{id}': success(WireCustomerDetail),
  'DELETE /admin/customers/{id}': success(z.null()),
  'DELETE /admin/customers/{id}/bounce': success(WireCustomerDetail),
  'POST /admin/customers/{id}/notes': success(WireCustomerDetail),
  'POST /admin/customers/{id}/merge': success(WireCustomerDetail),
  'POST /admin/customers/{id}/second-step/reset': success(WireCustomerDetail),
  'GET /admin/consents': success(WireConsents),
  'GET /admin/consents/of': success(WireKnownConsent),
  'POST /admin/consents/withdrawals': success(WireKnownConsent),
  'POST /admin/consents/files': success(WireIysFile),
  'POST /admin/consents/files/{id}/uploaded': success(WireConsents),
  'POST /admin/consents/imports': success(WireReadIys),
}
