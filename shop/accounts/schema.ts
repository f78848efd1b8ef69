import { bigint, boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import type { Right, Role } from '../rights.ts'
import type { ConsentChannel, ConsentForm, ConsentStatus } from './consents/contract.ts'
import type { SecurityKind } from './contract.ts'
import type { ReadyRole } from './staff/role-rights.ts'

export const users = pgTable('users', {
  id: uuid('id').primaryKey(),
  /** Lower-cased without a locale. */
  email: text('email').notNull(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  role: text('role').$type<Role>().notNull().default('USER'),
  /** Set for staff only. */
  staffRoleId: uuid('staff_role_id'),
  passwordHash: text('password_hash').notNull(),
  emailVerifiedAt: moment('email_verified_at'),
  /** Buys without an account: nobody can sign in as this, and `email` is none that anybody could type. */
  guest: boolean('guest').notNull().default(false),
  /** The person is gone; the row stays for her orders. */
  deletedAt: moment('deleted_at'),
  /** Since when a login takes a second step. */
  secondStepSince: moment('second_step_since'),
  /** The account that took over all of this one. */
  mergedInto: uuid('merged_into'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
})

export const staffRoles = pgTable('staff_roles', {
  id: uuid('id').primaryKey(),
  /** Name and rights of a ready-made one are the program's; blank here. */
  ready: text('ready').$type<ReadyRole>(),
  name: text('name').notNull().default(''),
  rights: text('rights').array().$type<Right[]>().notNull().default([]),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
})

/** Gone once she has joined. */
export const staffInvitations = pgTable('staff_invitations', {
  id: uuid('id').primaryKey(),
  email: text('email').notNull(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  roleId: uuid('role_id').notNull(),
  tokenHash: text('token_hash').notNull(),
  invitedBy: uuid('invited_by'),
  sentAt: moment('sent_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  createdAt: moment('created_at').notNull(),
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
  /** When she proved herself in it last, by anything. */
  confirmedAt: moment('confirmed_at'),
  /** And when by her second step. */
  provenAt: moment('proven_at'),
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

export const totpKeys = pgTable('totp_keys', {
  userId: uuid('user_id').primaryKey(),
  sealedSecret: text('sealed_secret').notNull(),
  /** Null until its first code came. */
  onSince: moment('on_since'),
  /** The newest half minute whose code was used. */
  lastStep: integer('last_step').notNull().default(0),
  createdAt: moment('created_at').notNull(),
})

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: uuid('user_id').notNull(),
    codeHash: text('code_hash').notNull(),
    usedAt: moment('used_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ name: 'recovery_codes_pk', columns: [table.userId, table.codeHash] })],
)

export const passkeys = pgTable('passkeys', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  credentialId: text('credential_id').notNull(),
  publicKey: text('public_key').notNull(),
  counter: bigint('counter', { mode: 'number' }).notNull(),
  transports: text('transports').array().notNull(),
  name: text('name').notNull(),
  synced: boolean('synced').notNull(),
  createdAt: moment('created_at').notNull(),
  lastUsedAt: moment('last_used_at'),
})

export const secondStepChallenges = pgTable('second_step_challenges', {
  tokenHash: text('token_hash').primaryKey(),
  purpose: text('purpose').$type<'login' | 'passkey-login' | 'passkey-new' | 'confirm'>().notNull(),
  userId: uuid('user_id'),
  sessionId: uuid('session_id'),
  browserHash: text('browser_hash').notNull(),
  /** The challenge that a passkey has to sign. */
  signing: text('signing').notNull(),
  wrongTries: integer('wrong_tries').notNull().default(0),
  expiresAt: moment('expires_at').notNull(),
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

export const consentEvents = pgTable('consent_events', {
  id: uuid('id').primaryKey(),
  /** An e-mail address in lower case, or a phone number (E.164). */
  recipient: text('recipient').notNull(),
  channel: text('channel').$type<ConsentChannel>().notNull(),
  status: text('status').$type<ConsentStatus>().notNull(),
  userId: uuid('user_id'),
  form: text('form').$type<ConsentForm>().notNull(),
  /** The word of İYS for it. */
  source: text('source').notNull(),
  textVersion: text('text_version'),
  text: text('text'),
  address: text('address').notNull(),
  actorId: uuid('actor_id'),
  actorName: text('actor_name'),
  note: text('note').notNull().default(''),
  happenedAt: moment('happened_at').notNull(),
  createdAt: moment('created_at').notNull(),
})

/** The last word of each address. */
export const consentStates = pgTable(
  'consent_states',
  {
    recipient: text('recipient').notNull(),
    channel: text('channel').$type<ConsentChannel>().notNull(),
    status: text('status').$type<ConsentStatus>().notNull(),
    since: moment('since').notNull(),
    eventId: uuid('event_id').notNull(),
    userId: uuid('user_id'),
    /** The last status that we reported to İYS or that İYS reported to us. */
    iysStatus: text('iys_status').$type<'ONAY' | 'RET'>(),
  },
  (table) => [primaryKey({ name: 'consent_states_pk', columns: [table.recipient, table.channel] })],
)

export const iysFiles = pgTable('iys_files', {
  id: uuid('id').primaryKey(),
  eventIds: uuid('event_ids').array().notNull(),
  madeBy: text('made_by').notNull(),
  madeAt: moment('made_at').notNull(),
  uploadedAt: moment('uploaded_at'),
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
