import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import type { ParcelState } from '../ports.ts'

export const shipments = pgTable('shipments', {
  /** Also our reference at the provider. */
  id: uuid('id').primaryKey(),
  orderId: uuid('order_id').notNull(),
  provider: text('provider').notNull(),
  /** ASKED: nobody knows yet whether it was made. */
  status: text('status').$type<'ASKED' | 'MADE' | 'FAILED'>().notNull(),
  providerId: text('provider_id'),
  trackingUrl: text('tracking_url'),
  parcelState: text('parcel_state').$type<ParcelState>(),
  /** The carrier's own. */
  parcelWords: text('parcel_words').notNull().default(''),
  parcelAt: moment('parcel_at'),
  error: text('error').notNull().default(''),
  /** Null once nothing more is to be heard. */
  nextAskAt: moment('next_ask_at'),
  actorId: uuid('actor_id'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
})
