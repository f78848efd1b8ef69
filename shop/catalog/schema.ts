import { sql } from 'drizzle-orm'
import { bigint, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import type { FitNote } from './garment.ts'

export const categories = pgTable('categories', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  slug: text('slug').notNull(),
  area: text('area').$type<'ust-giyim' | 'alt-giyim' | 'aksesuar' | 'special'>().notNull(),
  position: integer('position').notNull().default(0),
  /** Counts the changes, for the optimistic lock. */
  version: integer('version').notNull().default(1),
  createdAt: moment('created_at').notNull(),
})

/** Rows to sum, written by triggers: how many products of a category are on sale, and how many are drafts. */
export const productCounts = pgTable('product_counts', {
  categoryId: uuid('category_id').notNull(),
  state: text('state').$type<'on-sale' | 'draft'>().notNull(),
  n: integer('n').notNull(),
})

export const products = pgTable('products', {
  id: uuid('id').primaryKey(),
  slug: text('slug').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull(),
  categoryId: uuid('category_id'),
  /** The price that the owner wants struck through; shoppers see struckPriceKurus instead. */
  originalPriceKurus: integer('original_price_kurus'),
  /** Computed by the database from the price history (docs/law.md), null when nothing may be struck through. */
  struckPriceKurus: integer('struck_price_kurus').generatedAlwaysAs(sql`null`),
  /** The lowest price of its variants on sale; only a trigger writes it. */
  priceKurus: integer('price_kurus'),
  /** From when, and until when, the price shown is that of a sale; only refresh_product_sale() writes them. */
  saleFrom: moment('sale_from'),
  saleUntil: moment('sale_until'),
  images: text('images').array().notNull(),
  /** Name, SKUs and colors, folded, for the owner's search; only triggers write it. */
  searchLine: text('search_line').notNull().default(''),
  /** 'siyah|M', 'siyah|' and '|M' for each variant on sale, by color family and size; only triggers write it. */
  choices: text('choices').array().notNull().default([]),
  /** The families among its choices, computed by the database. */
  colorFamilies: text('color_families').array().notNull().generatedAlwaysAs(sql`null`),
  /** Its place among the colors of its design, 0 for the first; only a trigger writes it. */
  designPlace: integer('design_place').notNull().default(0),
  /** Counts the changes, for the optimistic lock. */
  version: integer('version').notNull().default(1),
  /** Null for a draft, which only admins see. */
  publishedAt: moment('published_at'),
  /** When it was published for the first time; only a trigger writes it. */
  firstPublishedAt: moment('first_published_at'),
  /** Why the law gives no right of withdrawal; null when it gives one. */
  withdrawalExemption: text('withdrawal_exemption'),
  /** Percent; null: that of the shop's settings. */
  vatRate: text('vat_rate'),
  /** The name of a class in the settings of delivery; null: the usual fee. */
  weightClass: text('weight_class'),
  fabric: text('fabric'),
  /** Keys of care symbols, parted by commas; see garment.ts, which also reads the fit and the measurements. */
  care: text('care'),
  fit: text('fit'),
  /** Whether its page says that it runs small or big: what returns told, and the owner agreed to. */
  fitNote: text('fit_note').$type<FitNote>(),
  measurements: text('measurements'),
  /** At how many pieces of a size its owner is told; null: as the settings say; 0: never. */
  lowStock: integer('low_stock'),
  /** The owner's own words for it, parted by ', '; no shopper sees them. */
  tags: text('tags'),
  /** The owner's cost of a piece; null: unknown. */
  costKurus: integer('cost_kurus'),
  /** The models in the pictures and the sizes that they wear. */
  modelLine: text('model_line'),
  /** Products that the owner chose to wear with it; empty: the shop looks for some. */
  outfit: uuid('outfit').array().notNull().default([]),
  deletedAt: moment('deleted_at'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
})

export const variants = pgTable('variants', {
  id: uuid('id').primaryKey(),
  productId: uuid('product_id').notNull(),
  sku: text('sku').notNull(),
  /** Null: none is known. */
  barcode: text('barcode'),
  color: text('color').notNull(),
  colorHex: text('color_hex'),
  size: text('size').notNull(),
  priceKurus: integer('price_kurus').notNull(),
  stock: integer('stock').notNull(),
  images: text('images').array().notNull(),
  position: integer('position').notNull().default(0),
  retiredAt: moment('retired_at'),
  createdAt: moment('created_at').notNull(),
})

/** Every price a variant has had; written by a trigger. */
export const priceHistory = pgTable('price_history', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  variantId: uuid('variant_id').notNull(),
  priceKurus: integer('price_kurus').notNull(),
  since: moment('since').notNull(),
})

export const productGroups = pgTable('product_groups', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  createdAt: moment('created_at').notNull(),
})

export const productGroupMembers = pgTable('product_group_members', {
  groupId: uuid('group_id').notNull(),
  productId: uuid('product_id').notNull(),
  position: integer('position').notNull(),
})

/** Redirects from earlier addresses. */
export const slugRedirects = pgTable(
  'slug_redirects',
  {
    kind: text('kind').$type<'product' | 'category'>().notNull(),
    slug: text('slug').notNull(),
    targetId: uuid('target_id').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.slug] })],
)
