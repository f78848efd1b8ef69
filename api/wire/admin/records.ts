import { z } from '@hono/zod-openapi'
import { SecurityKind } from '#shop/accounts/contract.ts'
import { AuditAction } from '#shop/audit/contract.ts'
import { pageOf } from '../envelope.ts'

const Facts = z.record(z.string(), z.unknown()).nullable()

export type WireAuditEntry = z.infer<typeof WireAuditEntry>
const WireAuditEntry = z
  .object({
    id: z.uuid(),
    actor: z.object({ id: z.uuid().nullable(), name: z.string() }),
    action: AuditAction,
    subject: z.object({ id: z.string(), name: z.string() }),
    before: Facts.openapi({ description: 'The changed fields alone; null where there was nothing' }),
    after: Facts,
    createdAt: z.iso.datetime(),
  })
  .openapi('AuditEntry')

const Person = z.object({ id: z.uuid(), email: z.string() }).nullable()

export type WireSecurityEvent = z.infer<typeof WireSecurityEvent>
const WireSecurityEvent = z
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

export const recordAnswers = {
  'GET /admin/audit': pageOf(WireAuditEntry),
  'GET /admin/security-log': pageOf(WireSecurityEvent),
}
