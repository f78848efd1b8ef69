import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'

/** The rows that the demo shop was filled with. */
export const demoRows = pgTable(
  'demo_rows',
  {
    kind: text('kind').$type<'product' | 'category' | 'group' | 'order' | 'customer'>().notNull(),
    id: uuid('id').notNull(),
    /** The row's version when it was made; another one now: the owner changed it, so it is hers. */
    version: integer('version').notNull().default(1),
  },
  (table) => [primaryKey({ columns: [table.kind, table.id] })],
)
