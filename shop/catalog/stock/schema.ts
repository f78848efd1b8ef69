import { bigint, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import type { StockCause } from './contract.ts'

/** Every move of the stock of a size; only a trigger writes it. */
export const stockMoves = pgTable('stock_moves', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  variantId: uuid('variant_id').notNull(),
  before: integer('before').notNull(),
  after: integer('after').notNull(),
  cause: text('cause').$type<StockCause>().notNull(),
  orderId: uuid('order_id'),
  /** Somebody of the staff; null for what shoppers and the shop itself do. */
  actorId: uuid('actor_id'),
  note: text('note').notNull().default(''),
  at: moment('at').notNull(),
})

/** A count of the shelves; the database allows one that is open. */
export const stocktakes = pgTable('stocktakes', {
  id: uuid('id').primaryKey(),
  startedBy: uuid('started_by'),
  createdAt: moment('created_at').notNull(),
  endedAt: moment('ended_at'),
  endedBy: uuid('ended_by'),
  /** Null while it is open, and for one that was given up. */
  reason: text('reason'),
})

export const stocktakeLines = pgTable(
  'stocktake_lines',
  {
    stocktakeId: uuid('stocktake_id').notNull(),
    variantId: uuid('variant_id').notNull(),
    /** The stock when the count of this size began. */
    expected: integer('expected').notNull(),
    counted: integer('counted').notNull(),
    beganAt: moment('began_at').notNull(),
    changedAt: moment('changed_at').notNull(),
    bookedBefore: integer('booked_before'),
    bookedAfter: integer('booked_after'),
  },
  (table) => [primaryKey({ columns: [table.stocktakeId, table.variantId] })],
)

/** Views of the list of products that members of the staff have saved. */
export const productViews = pgTable('product_views', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  name: text('name').notNull(),
  query: text('query').notNull(),
  columns: text('columns').array().notNull(),
  createdAt: moment('created_at').notNull(),
})
