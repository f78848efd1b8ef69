import { boolean, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Role } from '../rights.ts'
import type { SecurityKind } from './contract.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

export const users = pgTable('users', {
  id: uuid('id').primaryKey(),
  /** Lower-cased without a locale. */
  email: text('email').notNull(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  role: text('role').$type<Role>().notNull().default('USER'),
  passwordHash: text('password_hash').notNull(),
  emailVerifiedAt: moment('email_verified_at'),
  /** Buys without an account: nobody can sign in as this, and `email` is none that anybody could type. */
  guest: boolean('guest').notNull().default(false),
  /** The person is gone; the row stays for her orders. */
  deletedAt: moment('deleted_at'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
})

export const userTokens = pgTable('user_tokens', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  purpose: text('purpose')
    .$type<'verify-email' | 'verify-again' | 'claim-account' | 'reset-password' | 'change-email'>()
    .notNull(),
  tokenHash: text('token_hash').notNull(),
  email: text('email'),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
  createdAt: moment('created_at').notNull(),
})

export const sessions = pgTable('sessions', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  userAgent: text('user_agent').notNull(),
  address: text('address').notNull(),
  revokedAt: moment('revoked_at'),
  lastUsedAt: moment('last_used_at').notNull(),
  createdAt: moment('created_at').notNull(),
})

export const refreshTokens = pgTable('refresh_tokens', {
  tokenHash: text('token_hash').primaryKey(),
  sessionId: uuid('session_id').notNull(),
  /** The token this one followed; each has at most one successor. */
  parentHash: text('parent_hash'),
  usedAt: moment('used_at'),
  /** When it was first sent a second time. */
  repeatedAt: moment('repeated_at'),
  /** When the access token that came with it was first used: since then its answer has surely arrived. */
  heardAt: moment('heard_at'),
  expiresAt: moment('expires_at').notNull(),
  createdAt: moment('created_at').notNull(),
})

export const emailCodes = pgTable('email_codes', {
  emailHash: text('email_hash').primaryKey(),
  codeHash: text('code_hash').notNull(),
  wrongTries: integer('wrong_tries').notNull().default(0),
  sentAt: moment('sent_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
})

export const guestKeys = pgTable('guest_keys', {
  tokenHash: text('token_hash').primaryKey(),
  userId: uuid('user_id').notNull(),
  /** Null: opens a purchase. */
  orderId: uuid('order_id'),
  expiresAt: moment('expires_at').notNull(),
  createdAt: moment('created_at').notNull(),
})

export const loginAttempts = pgTable('login_attempts', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  waitUntil: moment('wait_until').notNull(),
})

export const userAddresses = pgTable('user_addresses', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  title: text('title').notNull(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  /** E.164 */
  phone: text('phone').notNull(),
  address: text('address').notNull(),
  city: text('city').notNull(),
  district: text('district'),
  neighbourhood: text('neighbourhood'),
  postalCode: text('postal_code'),
  isDefault: boolean('is_default').notNull(),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
})

export const consents = pgTable('consents', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  purpose: text('purpose').$type<'marketing-email'>().notNull(),
  textVersion: text('text_version').notNull(),
  text: text('text').notNull(),
  grantedAt: moment('granted_at').notNull(),
  grantedFrom: text('granted_from').$type<'settings'>().notNull(),
  grantedAddress: text('granted_address').notNull(),
  withdrawnAt: moment('withdrawn_at'),
  withdrawnFrom: text('withdrawn_from').$type<'settings' | 'mail-link' | 'account-deletion'>(),
  withdrawnAddress: text('withdrawn_address'),
})

export const securityEvents = pgTable('security_events', {
  id: uuid('id').primaryKey(),
  kind: text('kind').$type<SecurityKind>().notNull(),
  /** Whose account it happened to. */
  userId: uuid('user_id'),
  /** The person who did it, when that was somebody else. */
  actorId: uuid('actor_id'),
  maskedEmail: text('masked_email'),
  address: text('address').notNull(),
  device: text('device').notNull(),
  detail: text('detail').notNull(),
  requestId: text('request_id').notNull(),
  createdAt: moment('created_at').notNull(),
})

export const knownDevices = pgTable(
  'known_devices',
  {
    userId: uuid('user_id').notNull(),
    device: text('device').notNull(),
    firstUsedAt: moment('first_used_at').notNull(),
    lastUsedAt: moment('last_used_at').notNull(),
  },
  (table) => [primaryKey({ name: 'known_devices_pk', columns: [table.userId, table.device] })],
)

export const linkRequests = pgTable('link_requests', {
  id: uuid('id').primaryKey(),
  purpose: text('purpose').$type<'verify-email' | 'reset-password'>().notNull(),
  email: text('email').notNull(),
  createdAt: moment('created_at').notNull(),
})
