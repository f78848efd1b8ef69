import { boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import type { CampaignKind } from './contract.ts'

export const campaigns = pgTable('campaigns', {
  id: uuid('id').primaryKey(),
  /** Null: it counts by itself. */
  code: text('code'),
  codeKey: text('code_key'),
  name: text('name').notNull().default(''),
  kind: text('kind').$type<CampaignKind>().notNull(),
  /** Per cent; kuruş of an AMOUNT; of BUY_X_GET_Y what the cheapest pieces cost less, in per cent. */
  value: integer('value').notNull(),
  buyQuantity: integer('buy_quantity'),
  getQuantity: integer('get_quantity'),
  minTotalKurus: integer('min_total_kurus').notNull().default(0),
  startsAt: moment('starts_at'),
  endsAt: moment('ends_at'),
  totalLimit: integer('total_limit'),
  personLimit: integer('person_limit'),
  /** With neither it is for all goods. */
  categoryIds: uuid('category_ids').array().notNull().default([]),
  productIds: uuid('product_ids').array().notNull().default([]),
  firstOrderOnly: boolean('first_order_only').notNull().default(false),
  customerId: uuid('customer_id'),
  combinable: boolean('combinable').notNull().default(false),
  /** The person who spreads the code, such as an influencer. */
  partner: text('partner').notNull().default(''),
  active: boolean('active').notNull().default(true),
  /** Orders that hold it; kept up only while there is a totalLimit. */
  used: integer('used').notNull().default(0),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
})

export const campaignPeople = pgTable(
  'campaign_people',
  {
    campaignId: uuid('campaign_id').notNull(),
    person: text('person').notNull(),
    used: integer('used').notNull(),
  },
  (table) => [primaryKey({ columns: [table.campaignId, table.person] })],
)

export const campaignUses = pgTable(
  'campaign_uses',
  {
    orderId: uuid('order_id').notNull(),
    campaignId: uuid('campaign_id').notNull(),
    discountKurus: integer('discount_kurus').notNull(),
    deliveryKurus: integer('delivery_kurus').notNull().default(0),
    people: text('people').array().notNull(),
    givenBackAt: moment('given_back_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.campaignId] })],
)
