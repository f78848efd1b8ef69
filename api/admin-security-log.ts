import { createRoute, z } from '@hono/zod-openapi'
import { SecurityKind, SecurityQuery } from '#shop/accounts/contract.ts'
import { listSecurityEvents, type SecurityEvent } from '#shop/accounts/security-log.ts'
import { answers, bearer, resource, success } from './api.ts'

const Person = z.object({ id: z.uuid(), email: z.string() }).nullable()

const WireEvent = z
  .object({
    id: z.uuid(),
    kind: SecurityKind,
    user: Person.openapi({ description: 'Whose account it is' }),
    actor: Person.openapi({ description: 'Who did it, when that was somebody else' }),
    maskedEmail: z.string().nullable().openapi({ description: 'Of a try at an address without an account' }),
    address: z.string(),
    device: z.string(),
    detail: z.string(),
    requestId: z.string(),
    createdAt: z.iso.datetime(),
  })
  .openapi('SecurityEvent')

const EventList = success(z.array(WireEvent)).extend({
  pagination: z.object({ page: z.number().int(), totalPages: z.number().int(), total: z.number().int() }),
})

function toWire(event: SecurityEvent): z.infer<typeof WireEvent> {
  const { id, kind, maskedEmail, address, device, detail, requestId, createdAt } = event
  const person = (id: string | null, email: string | null) => (id && email ? { id, email } : null)
  return {
    id,
    kind,
    user: person(event.userId, event.userEmail),
    actor: person(event.actorId, event.actorEmail),
    maskedEmail,
    address,
    device,
    detail,
    requestId,
    createdAt: createdAt.toISOString(),
  }
}

export const adminSecurityLog = resource().openapi(
  createRoute({
    method: 'get',
    path: '/admin/security-log',
    tags: ['Admin'],
    summary: 'Sign-ins, failures and changes of accounts, newest first',
    security: bearer,
    request: { query: SecurityQuery },
    responses: {
      ...answers(z.array(WireEvent), { 400: 'A bad parameter', 401: 'Not signed in', 403: 'Not an admin' }),
      200: { description: 'Success', content: { 'application/json': { schema: EventList } } },
    },
  }),
  async (c) => {
    const query = c.req.valid('query')
    const { items, total } = await listSecurityEvents(c.get('ctx'), query)
    const pagination = { page: query.page, totalPages: Math.ceil(total / query.limit), total }
    return c.json({ success: true as const, data: items.map(toWire), pagination }, 200)
  },
)
