import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import type { TextPart } from '../texts/text.ts'
import type { ContractKind } from './contract.ts'

/** The contracts accepted with each order; rows are only added. */
export const orderContracts = pgTable('order_contracts', {
  orderId: uuid('order_id').notNull(),
  kind: text('kind').$type<ContractKind>().notNull(),
  version: text('version').notNull(),
  title: text('title').notNull(),
  /** The whole text; `sha256` is its hash, in UTF-8. */
  text: text('text').notNull(),
  parts: jsonb('parts').$type<TextPart[]>().notNull(),
  sha256: text('sha256').notNull(),
  acceptedAt: moment('accepted_at').notNull(),
  address: text('address').notNull(),
  /** 0: accepted when it was ordered. Each later change of the order that it states counts one more. */
  revision: integer('revision').notNull().default(0),
})
