import { integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { BulkChange, BulkFilter, BulkNote, BulkPlan, BulkState, BulkText } from './contract.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

export const bulkChanges = pgTable('bulk_changes', {
  id: uuid('id').primaryKey(),
  state: text('state').$type<BulkState>().notNull(),
  /** What it does, in the owner's words. */
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

/** The fields that a change touches, of one product; the same names before and after. */
export type BulkFacts = {
  originalPriceKurus?: number | null
  categoryId?: string | null
  groupId?: string | null
  /** When it was published; null for a draft. After: of one that is published the moment of that. */
  publishedAt?: string | null
  deleted?: boolean
  /** Before: its place in the group that it leaves. */
  groupPlace?: number
  /** Before, of a product that is deleted: its earlier addresses. */
  addresses?: string[]
  variants?: { id: string; priceKurus?: number; stock?: number }[]
} & Partial<Record<BulkText, string | null>>

/** A field in words. */
export type BulkLine = { label: string; before: string; after: string }

/** Products by their plan and those with a mark; sums over the products to change. */
export type BulkCounts = {
  changed: number
  same: number
  failed: number
  marked: number
  variants: number
  /** Sums of the variants' prices and stocks, where the change touches them. */
  priceKurus: Span | null
  stock: Span | null
}
export type Span = { before: number; after: number }
