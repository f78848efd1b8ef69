import { boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import type { SaleLineState, SaleState } from './contract.ts'

export const sales = pgTable('sales', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  /** Either a share of the price at the start, or the price itself. */
  percent: integer('percent'),
  priceKurus: integer('price_kurus'),
  startsAt: moment('starts_at').notNull(),
  /** Null: until somebody ends it. */
  endsAt: moment('ends_at'),
  state: text('state').$type<SaleState>().notNull(),
  startedAt: moment('started_at'),
  endedAt: moment('ended_at'),
  /** Counts the changes, for the optimistic lock. */
  version: integer('version').notNull().default(1),
  createdAt: moment('created_at').notNull(),
})

export const saleProducts = pgTable(
  'sale_products',
  {
    saleId: uuid('sale_id').notNull(),
    productId: uuid('product_id').notNull(),
    /** With each size that it has when the sale starts. */
    whole: boolean('whole').notNull(),
  },
  (table) => [primaryKey({ columns: [table.saleId, table.productId] })],
)

export const saleLines = pgTable(
  'sale_lines',
  {
    saleId: uuid('sale_id').notNull(),
    variantId: uuid('variant_id').notNull(),
    productId: uuid('product_id').notNull(),
    state: text('state').$type<SaleLineState>().notNull(),
    beforeKurus: integer('before_kurus'),
    priceKurus: integer('price_kurus'),
    startedAt: moment('started_at'),
    endedAt: moment('ended_at'),
  },
  (table) => [primaryKey({ columns: [table.saleId, table.variantId] })],
)
