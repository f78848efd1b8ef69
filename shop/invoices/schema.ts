import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import type { VatRate } from '../fields/vat-rates.ts'

export const orderInvoices = pgTable('order_invoices', {
  id: uuid('id').primaryKey(),
  orderId: uuid('order_id').notNull(),
  number: text('number').notNull(),
  fileKey: text('file_key').notNull(),
  attachedBy: uuid('attached_by'),
  createdAt: moment('created_at').notNull(),
  /** When another one took its place. */
  replacedAt: moment('replaced_at'),
})

/** The kuruş by which the change of a paid order moved its total, for each rate of tax. */
export const changedTotals = pgTable(
  'changed_totals',
  {
    changeId: uuid('change_id').notNull(),
    orderId: uuid('order_id').notNull(),
    rate: integer('rate').$type<VatRate>().notNull(),
    kurus: integer('kurus').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.changeId, table.rate] })],
)
