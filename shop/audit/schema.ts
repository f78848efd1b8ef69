import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
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
  createdAt: moment('created_at').notNull(),
})
