import { randomUUIDv7 } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db } from '#db/open.ts'
import type { Env } from '#env'
import { users } from './accounts/schema.ts'
import type { CatalogChange } from './catalog/changes.ts'
import { ShopError } from './errors.ts'
import type { JobQueue } from './jobs/queue.ts'
import type { FileStore } from './media/files.ts'
import type { OrderFeed } from './orders/feed.ts'
import type { PaymentProvider } from './payments/provider.ts'
import type { PaymentStep } from './payments/steps.ts'
import type { Trace } from './trace.ts'

/** Who acts. The role is not here: it is read from the database when it matters. */
export type Actor =
  | { kind: 'guest'; address: string }
  | { kind: 'user'; id: string; sessionId: string; address: string }
  | { kind: 'system' }

/** What the shop works with; built once at start. */
export type Deps = {
  db: Db
  /** Where public answers are read when a replica is set: it, or the primary as long as it lags or is gone. */
  publicDb?: () => Promise<Db>
  config: Env & { authSecret: string }
  clock: () => Date
  log: Logger
  jobs: JobQueue
  files: FileStore
  payments: PaymentProvider
  /** Tells this process at once that pages show something that has changed; others hear it from the database. */
  onCatalogChange: (change: CatalogChange, id: string) => void
  /** News of orders, for the admins whose panels are open. */
  orderFeed: OrderFeed
  /** Times requests, queries and calls of the provider, when the settings ask for traces. */
  trace?: Trace
  /** Tests only: told at each step of a payment, so that they can end the shop exactly there. */
  atStep?: (step: PaymentStep) => void
}

/** The first argument of every function of the domain. */
export type Ctx = Deps & {
  actor: Actor
  requestId: string
  /** While an answer that may be kept is made: the ids of the products it shows. */
  seen?: Set<string>
  /** Inside a transaction: what to do once it is committed. */
  afterCommit?: (() => void)[]
}

/** Runs `work` in one transaction, or in the one already open; its ctx carries the transaction. */
export async function inTransaction<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  if (ctx.afterCommit) return ctx.db.transaction((tx) => work({ ...ctx, db: tx }))
  const afterCommit: (() => void)[] = []
  const result = await ctx.db.transaction((tx) => work({ ...ctx, db: tx, afterCommit }))
  for (const effect of afterCommit) effect()
  return result
}

/** As inTransaction, but in one already open the work stands and falls with the whole: it costs no savepoint. */
export async function joinTransaction<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  return ctx.afterCommit ? work(ctx) : inTransaction(ctx, work)
}

/** The signed-in user's id; UNAUTHENTICATED for anybody else. */
export function requireUser(ctx: Ctx): string {
  if (ctx.actor.kind !== 'user') throw new ShopError('UNAUTHENTICATED', 'Bu işlem için giriş yapmanız gerekiyor.')
  return ctx.actor.id
}

/** Refuses everybody but an admin, by the role the database holds now. Returns the admin's id; undefined for the system. */
export async function requireAdmin(ctx: Ctx): Promise<string | undefined> {
  if (ctx.actor.kind === 'system') return undefined
  const userId = requireUser(ctx)
  const [user] = await ctx.db.select({ role: users.role }).from(users).where(eq(users.id, userId))
  if (user?.role !== 'ADMIN') {
    throw new ShopError('FORBIDDEN', 'Bu işlem için yetkiniz bulunmuyor.')
  }
  return userId
}

/** Where the request comes from; the shop's own work comes from 'system'. */
export function addressOf(ctx: Ctx): string {
  return ctx.actor.kind === 'system' ? 'system' : ctx.actor.address
}

export function newId(): string {
  return randomUUIDv7()
}

/** For ids from outside: one that is no UUID names nothing. */
export function isId(value: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value)
}
