import { jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'

export const sheetColumns = pgTable(
  'sheet_columns',
  {
    kind: text('kind').$type<'statement' | 'payouts'>().notNull(),
    /** Tells lists of one sender apart: a hash of their titles, or how many columns they have. */
    shape: text('shape').notNull(),
    /** By their place: what each column holds. */
    columns: jsonb('columns').$type<(string | null)[]>().notNull(),
    /** The columns as first said: the keys of lines are made from these, so that a correction changes no key. */
    namedBy: jsonb('named_by').$type<(string | null)[]>().notNull(),
    actorId: uuid('actor_id'),
    updatedAt: moment('updated_at').notNull(),
  },
  ({ kind, shape }) => [primaryKey({ columns: [kind, shape] })],
)
