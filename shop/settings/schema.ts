import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'

export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
  /** Counts the changes, for the optimistic lock. */
  version: integer('version').notNull().default(1),
  updatedAt: moment('updated_at').notNull(),
})

/** Published versions of the settings that make up the shop's face. */
export const settingVersions = pgTable(
  'setting_versions',
  {
    key: text('key').notNull(),
    version: integer('version').notNull(),
    value: jsonb('value').notNull(),
    actorId: uuid('actor_id'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.key, table.version] })],
)

/** Drafts that staff preview before they publish. */
export const settingDrafts = pgTable('setting_drafts', {
  id: uuid('id').primaryKey(),
  values: jsonb('values').$type<Record<string, unknown>>().notNull(),
  expiresAt: moment('expires_at').notNull(),
})
