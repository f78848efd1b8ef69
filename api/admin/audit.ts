import { AuditQuery } from '#shop/audit/contract.ts'
import { listAuditEntries } from '#shop/audit/entries.ts'
import { okPage, page, resource, staffFailures } from '../api.ts'
import { needs } from '../authenticate.ts'
import { route } from '../route.ts'

/** The log of changes in the panel. */
export const adminAudit = resource().openapi(
  route('GET /admin/audit', {
    ...needs('records', 'amounts', 'contacts'),
    summary: 'Who changed what in the panel, newest first',
    request: { query: AuditQuery },
    failures: { 400: 'A bad parameter', ...staffFailures },
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
    return okPage(c, data, page(query, total))
  },
)
