import { SecurityQuery } from '#shop/accounts/contract.ts'
import { listSecurityEvents, type SecurityEvent } from '#shop/accounts/security-log.ts'
import { okPage, page, resource, staffFailures } from '../api.ts'
import { needs } from '../authenticate.ts'
import { route } from '../route.ts'
import type { WireSecurityEvent } from '../wire/admin/records.ts'

function toWire(event: SecurityEvent): WireSecurityEvent {
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
  route('GET /admin/security-log', {
    ...needs('records', 'amounts', 'contacts'),
    summary: 'Sign-ins, failures and changes of accounts, newest first',
    request: { query: SecurityQuery },
    failures: { 400: 'A bad parameter', ...staffFailures },
  }),
  async (c) => {
    const query = c.req.valid('query')
    const { items, total } = await listSecurityEvents(c.get('ctx'), query)
    return okPage(c, items.map(toWire), page(query, total))
  },
)
