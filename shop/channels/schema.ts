import { bigint, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import type { MarketPackage, PackageState } from './market/contract.ts'
import type { MadeState, MappedAttribute } from './market/create/contract.ts'

/** A marketplace that is set up. */
export const channels = pgTable('channels', {
  name: text('name').primaryKey(),
  /** Until then a process talks to it. */
  leaseUntil: moment('lease_until').notNull(),
  /** Nothing is sent, and nothing asked, before then. */
  pushAfter: moment('push_after'),
  ordersAfter: moment('orders_after'),
  /** Packages that changed up to then are read. */
  ordersUntil: moment('orders_until'),
  pushedAt: moment('pushed_at'),
  readAt: moment('read_at'),
  lastError: text('last_error').notNull().default(''),
})

/** Stock and prices of each size as last sent to a marketplace. */
export const channelListings = pgTable(
  'channel_listings',
  {
    channel: text('channel').notNull(),
    variantId: uuid('variant_id').notNull(),
    barcode: text('barcode').notNull(),
    quantity: integer('quantity').notNull(),
    priceKurus: integer('price_kurus').notNull(),
    listKurus: integer('list_kurus').notNull(),
    /** Null once its outcome is known. */
    batchId: text('batch_id'),
    error: text('error').notNull().default(''),
    sentAt: moment('sent_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.channel, table.variantId] })],
)

export const channelPackages = pgTable(
  'channel_packages',
  {
    channel: text('channel').notNull(),
    packageId: text('package_id').notNull(),
    orderNumber: text('order_number').notNull(),
    state: text('state').$type<PackageState>().notNull(),
    status: text('status').notNull(),
    /** The last status that the marketplace was told. */
    told: text('told').notNull().default(''),
    orderId: uuid('order_id'),
    package: jsonb('package').$type<MarketPackage>().notNull(),
    reason: text('reason').notNull().default(''),
    changedAt: moment('changed_at').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.channel, table.packageId] })],
)

/** How products of a category are made at a marketplace. */
export const channelCategories = pgTable(
  'channel_categories',
  {
    channel: text('channel').notNull(),
    categoryId: uuid('category_id').notNull(),
    marketId: bigint('market_id', { mode: 'number' }).notNull(),
    marketName: text('market_name').notNull(),
    attributes: jsonb('attributes').$type<MappedAttribute[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.channel, table.categoryId] })],
)

/** Sizes that are to be made at a marketplace, and what became of it. */
export const channelProducts = pgTable(
  'channel_products',
  {
    channel: text('channel').notNull(),
    variantId: uuid('variant_id').notNull(),
    state: text('state').$type<MadeState>().notNull(),
    /** Only while it is SENT. */
    batchId: text('batch_id'),
    error: text('error').notNull().default(''),
    askedAt: moment('asked_at').notNull(),
    sentAt: moment('sent_at'),
  },
  (table) => [primaryKey({ columns: [table.channel, table.variantId] })],
)
