import { boolean, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import type { FitVote, ReportReason, ReviewStatus } from './kinds.ts'

export const reviews = pgTable('reviews', {
  id: uuid('id').primaryKey(),
  /** Null for the examples of a demo alone. */
  orderId: uuid('order_id'),
  productId: uuid('product_id').notNull(),
  /** 'Ayşe Y.'; empty once its author is forgotten. */
  author: text('author').notNull(),
  stars: smallint('stars').notNull(),
  fit: text('fit').$type<FitVote>(),
  text: text('text').notNull().default(''),
  /** Centimeters. */
  height: smallint('height'),
  sizeWorn: text('size_worn'),
  status: text('status').$type<ReviewStatus>().notNull(),
  /** Why it is not published; she reads it. */
  refusal: text('refusal').notNull().default(''),
  /** The shop's, under it. */
  answer: text('answer').notNull().default(''),
  answeredAt: moment('answered_at'),
  publishedAt: moment('published_at'),
  /** Counts her changes: staff publishes what it has read. */
  version: integer('version').notNull().default(1),
  demo: boolean('demo').notNull().default(false),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
})

export type ReviewRow = typeof reviews.$inferSelect

export const reviewImages = pgTable('review_images', {
  id: uuid('id').primaryKey(),
  /** Null until the review is sent. */
  reviewId: uuid('review_id'),
  userId: uuid('user_id').notNull(),
  fileKey: text('file_key').notNull(),
  fileType: text('file_type').notNull(),
  smallKey: text('small_key').notNull(),
  position: integer('position').notNull().default(0),
  createdAt: moment('created_at').notNull(),
})

export const reviewReports = pgTable('review_reports', {
  id: uuid('id').primaryKey(),
  reviewId: uuid('review_id').notNull(),
  reason: text('reason').$type<ReportReason>().notNull(),
  note: text('note').notNull().default(''),
  createdAt: moment('created_at').notNull(),
  /** When staff has looked at it. */
  settledAt: moment('settled_at'),
})

/** Orders whose buyer was asked for reviews. */
export const reviewRequests = pgTable('review_requests', {
  orderId: uuid('order_id').primaryKey(),
  askedAt: moment('asked_at').notNull(),
})
