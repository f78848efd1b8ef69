import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import type { MessageBody, MessageKind } from './contract.ts'

export const messages = pgTable('messages', {
  id: uuid('id').primaryKey(),
  kind: text('kind').$type<MessageKind>().notNull(),
  email: text('email').notNull(),
  body: jsonb('body').$type<MessageBody>().notNull(),
  fileName: text('file_name'),
  fileType: text('file_type'),
  fileKey: text('file_key'),
  forwardedAt: moment('forwarded_at'),
  readAt: moment('read_at'),
  answeredAt: moment('answered_at'),
  archivedAt: moment('archived_at'),
  createdAt: moment('created_at').notNull(),
})

export const messageAnswers = pgTable('message_answers', {
  id: uuid('id').primaryKey(),
  messageId: uuid('message_id').notNull(),
  actorId: uuid('actor_id'),
  subject: text('subject').notNull(),
  text: text('text').notNull(),
  mailId: uuid('mail_id'),
  createdAt: moment('created_at').notNull(),
})

export const messageTemplates = pgTable('message_templates', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  subject: text('subject').notNull(),
  text: text('text').notNull(),
  updatedAt: moment('updated_at').notNull(),
})
