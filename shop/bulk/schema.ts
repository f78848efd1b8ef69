import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import type {
  BulkChange,
  BulkCounts,
  BulkFacts,
  BulkFilter,
  BulkLine,
  BulkNote,
  BulkPlan,
  BulkState,
} from './contract.ts'

export const bulkChanges = pgTable('bulk_changes', {
  id: uuid('id').primaryKey(),
  state: text('state').$type<BulkState>().notNull(),
  /** A description of the change for the owner. */
  title: text('title').notNull(),
  change: jsonb('change').$type<BulkChange>().notNull(),
  /** Null: the products were named. */
  filter: jsonb('filter').$type<BulkFilter>(),
  counts: jsonb('counts').$type<BulkCounts>().notNull(),
  warnings: text('warnings').array().notNull(),
  /** Products to change. */
  total: integer('total').notNull(),
  /** Those of them that are changed or left out, and those that are left out. */
  done: integer('done').notNull().default(0),
  refused: integer('refused').notNull().default(0),
  /** Those that are taken back, and those that could not be. */
  undone: integer('undone').notNull().default(0),
  kept: integer('kept').notNull().default(0),
  actorId: uuid('actor_id'),
  createdAt: moment('created_at').notNull(),
  appliedAt: moment('applied_at'),
  endedAt: moment('ended_at'),
})

/** One product of a change. */
export const bulkUnits = pgTable(
  'bulk_units',
  {
    bulkId: uuid('bulk_id').notNull(),
    position: integer('position').notNull(),
    productId: uuid('product_id').notNull(),
    plan: text('plan').$type<BulkPlan>().notNull(),
    name: text('name').notNull(),
    before: jsonb('before').$type<BulkFacts>().notNull(),
    after: jsonb('after').$type<BulkFacts>().notNull(),
    changes: jsonb('changes').$type<BulkLine[]>().notNull(),
    notes: jsonb('notes').$type<BulkNote[]>().notNull(),
    appliedAt: moment('applied_at'),
    refused: text('refused'),
    undoAskedAt: moment('undo_asked_at'),
    undoneAt: moment('undone_at'),
    kept: text('kept'),
  },
  (table) => [primaryKey({ columns: [table.bulkId, table.position] })],
)
