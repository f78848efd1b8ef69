import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import type { PieceCondition, ReturnKind, ReturnReason, ReturnStatus } from './kinds.ts'

export const returns = pgTable('returns', {
  id: uuid('id').primaryKey(),
  code: text('code').notNull(),
  orderId: uuid('order_id').notNull(),
  kind: text('kind').$type<ReturnKind>().notNull(),
  status: text('status').$type<ReturnStatus>().notNull(),
  note: text('note').notNull().default(''),
  /** Why the shop refused it. */
  refusal: text('refusal').notNull().default(''),
  trackingNumber: text('tracking_number'),
  /** The member of staff who wrote it down; null: she asked for it herself. */
  enteredBy: uuid('entered_by'),
  /** When she told the shop: the days count to here and from here. */
  noticedAt: moment('noticed_at').notNull(),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
  approvedAt: moment('approved_at'),
  remindedAt: moment('reminded_at'),
  receivedAt: moment('received_at'),
  /** When its units went back to the shelf or to the faulty ones. */
  shelvedAt: moment('shelved_at'),
  completedAt: moment('completed_at'),
  /** Null while none is asked for, or when nothing was left to pay back. */
  refundId: uuid('refund_id'),
  /** For an exchange: the order of the new pieces, until when they are kept, and the worth of the old ones in kuruş. */
  replacementId: uuid('replacement_id'),
  reservedUntil: moment('reserved_until'),
  worthKurus: integer('worth_kurus'),
})

export type ReturnRow = typeof returns.$inferSelect

export const returnItems = pgTable(
  'return_items',
  {
    returnId: uuid('return_id').notNull(),
    orderItemId: uuid('order_item_id').notNull(),
    quantity: integer('quantity').notNull(),
    reason: text('reason').$type<ReturnReason>().notNull(),
    /** Null until it was looked at. */
    condition: text('condition').$type<PieceCondition>(),
    /** For an exchange: what she wants instead. */
    newVariantId: uuid('new_variant_id'),
  },
  (table) => [primaryKey({ columns: [table.returnId, table.orderItemId] })],
)

export const returnImages = pgTable('return_images', {
  id: uuid('id').primaryKey(),
  /** Null until the return is sent. */
  returnId: uuid('return_id'),
  userId: uuid('user_id').notNull(),
  fileKey: text('file_key').notNull(),
  fileType: text('file_type').notNull(),
  position: integer('position').notNull().default(0),
  createdAt: moment('created_at').notNull(),
})

/** Units that came back and are not for sale. */
export const faultyStock = pgTable('faulty_stock', {
  variantId: uuid('variant_id').primaryKey(),
  units: integer('units').notNull(),
})
