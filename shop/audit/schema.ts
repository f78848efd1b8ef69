import { jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Facts } from './contract.ts'

export const auditEntries = pgTable('audit_entries', {
  id: uuid('id').primaryKey(),
  actorId: uuid('actor_id'),
  actorName: text('actor_name').notNull(),
  action: text('action').notNull(),
  subjectId: text('subject_id').notNull(),
  subjectName: text('subject_name').notNull(),
  before: jsonb('before').$type<Facts>(),
  after: jsonb('after').$type<Facts>(),
  requestId: text('request_id').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})
