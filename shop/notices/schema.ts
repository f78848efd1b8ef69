import { boolean, integer, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import type { NoticeChannel, NoticeKind } from './contract.ts'

/** `since`: what happened before, in ISO 8601, is not told. */
export type ChosenKind = Record<NoticeChannel, boolean> & { since: string }

export const noticeChoices = pgTable('notice_choices', {
  userId: uuid('user_id').primaryKey(),
  kinds: jsonb('kinds').$type<Partial<Record<NoticeKind, ChosenKind>>>().notNull(),
  summary: boolean('summary').notNull(),
  /** Hours of Istanbul, 0 to 23; null: none. */
  quietFrom: smallint('quiet_from'),
  quietTo: smallint('quiet_to'),
  updatedAt: moment('updated_at').notNull(),
})

export const pushSubscriptions = pgTable('push_subscriptions', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  endpoint: text('endpoint').notNull(),
  p256dh: text('p256dh').notNull(),
  auth: text('auth').notNull(),
  /** 'Chrome, Android' */
  device: text('device').notNull(),
  createdAt: moment('created_at').notNull(),
})

export const notices = pgTable('notices', {
  key: text('key').primaryKey(),
  kind: text('kind').$type<NoticeKind | 'summary' | 'test'>().notNull(),
  title: text('title').notNull(),
  body: text('body').notNull(),
  /** For who may not see sums; null: the same. */
  plainBody: text('plain_body'),
  /** An address of the panel. */
  url: text('url').notNull(),
  happenedAt: moment('happened_at').notNull(),
  createdAt: moment('created_at').notNull(),
})

export const noticeDeliveries = pgTable('notice_deliveries', {
  id: uuid('id').primaryKey(),
  noticeKey: text('notice_key').notNull(),
  userId: uuid('user_id').notNull(),
  channel: text('channel').$type<NoticeChannel>().notNull(),
  dueAt: moment('due_at').notNull(),
  attempts: integer('attempts').notNull().default(0),
  sentAt: moment('sent_at'),
  givenUpAt: moment('given_up_at'),
})
