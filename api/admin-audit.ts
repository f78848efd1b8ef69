import { createRoute, z } from '@hono/zod-openapi'
import { AuditQuery } from '#shop/audit/contract.ts'
import { listAuditEntries } from '#shop/audit/entries.ts'
import { answers, bearer, resource, success } from './api.ts'

const Facts = z.record(z.string(), z.unknown()).nullable()

const WireEntry = z
  .object({
    id: z.uuid(),
    actor: z.object({ id: z.uuid().nullable(), name: z.string() }),
    action: z.string(),
    subject: z.object({ id: z.string(), name: z.string() }),
    before: Facts.openapi({ description: 'The changed fields alone; null where there was nothing' }),
    after: Facts,
    createdAt: z.iso.datetime(),
  })
  .openapi('AuditEntry')

const EntryList = success(z.array(WireEntry)).extend({
  pagination: z.object({ page: z.number().int(), totalPages: z.number().int(), total: z.number().int() }),
})

/** Who changed what in the panel. */
export const adminAudit = resource().openapi(
  createRoute({
    method: 'get',
    path: '/admin/audit',
    tags: ['Admin'],
    summary: 'Who changed what in the panel, newest first',
    security: bearer,
    request: { query: AuditQuery },
    responses: {
      ...answers(z.array(WireEntry), { 400: 'A bad parameter', 401: 'Not signed in', 403: 'Not an admin' }),
      200: { description: 'Success', content: { 'application/json': { schema: EntryList } } },
    },
  }),
  async (c) => {
    const query = c.req.valid('query')
    const { items, total } = await listAuditEntries(c.get('ctx'), query)
    const data = items.map(({ id, actorId, actorName, action, subjectId, subjectName, before, after, createdAt }) => ({
      ...{ id, action, before, after },
      actor: { id: actorId, name: actorName },
      subject: { id: subjectId, name: subjectName },
      createdAt: createdAt.toISOString(),
    }))
    const pagination = { page: query.page, totalPages: Math.ceil(total / query.limit), total }
    return c.json({ success: true as const, data, pagination }, 200)
  },
)
