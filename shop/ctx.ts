import { randomUUIDv7 } from 'node:crypto'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Logger } from 'pino'
import type { Db } from '#db/database.ts'
import { byKeys } from '#db/statements.ts'
import type { Env, SavedSettings } from '#env'
import { isAborted, isDeadlock, ShopError } from './errors.ts'
import type { PaymentProvider } from './payment-provider.ts'
import type {
  CatalogChange,
  CheckoutLine,
  DnsQuestions,
  FileStore,
  JobName,
  Jobs,
  OrderFeed,
  PaymentStep,
  PushSender,
  SaleStep,
  SearchCounts,
  ShippingProvider,
  ShippingStep,
} from './ports.ts'
import type { Right } from './rights.ts'
import { after, minutes } from './time.ts'
import type { Trace } from './trace.ts'

/** The actor, with the rights that the database held when the request began, never those of the token. */
export type Actor = { kind: 'guest'; address: string } | SignedIn | Buyer | { kind: 'system' }

type SignedIn = {
  kind: 'user'
  id: string
  sessionId: string
  address: string
  rights: readonly Right[]
  /** For an account with two-step login: when she proved herself in this session, by anything and by the second step. */
  proof?: { confirmedAt: Date | null; provenAt: Date | null }
  /** Staff who must set up two-step login first; until then she has no rights. */
  mustSetUp?: true
}

/**
 * A shopper without an account. By the code that was mailed to her she buys, and sees the orders that she has placed `since`; by an
 * order's link she sees that order, and by what a purchase was answered with too, which is not `mailed` and opens no page of a link.
 * Everything else is refused to her as to a stranger.
 */
export type Buyer = {
  kind: 'buyer'
  id: string
  address: string
  of: { since: Date } | { orderId: string; mailed: boolean }
}

export type JobQueue = {
  /**
   * Adds a job inside the ctx's transaction: it exists only if that commits. A singleton queue in which a job waits
   * already gets none.
   */
  add<N extends JobName>(ctx: Ctx, name: N, data: Jobs[N]): Promise<void>
}

/** The settings of the server, of which the panel may save some (settings/server). */
export type ServerSettings = {
  /** The names that the environment sets: they stay as they are. */
  fixed: ReadonlySet<string>
  /** Those of some names that the environment sets. */
  given(names: string[]): Record<string, string>
  /** AUTH_SECRET, where the environment sets it. */
  givenSecret: string | undefined
  /** Why the shop could not start with these settings; undefined when it could. */
  findProblem(saved: SavedSettings): string | undefined
  /** Works from now on with the saved settings: later requests and jobs have other settings and providers in their ctx. */
  reload(): Promise<void>
  /** The settings and providers of the moment, for a request that began before a save and goes on after it. */
  now(): Pick<Deps, 'config' | 'payments' | 'otherPayments'>
  /** Asks for records of a domain. */
  dns: DnsQuestions
}

/** The shop's dependencies, built once at start; only `server.reload` puts others in their place. */
export type Deps = {
  db: Db
  /** The database for public answers when a replica is set: the replica, or the primary while it lags or is down. */
  publicDb?: () => Promise<Db>
  config: Env & { authSecret: string }
  clock: () => Date
  log: Logger
  jobs: JobQueue
  files: FileStore
  payments: PaymentProvider
  /** The others that are set up: they are asked about what was begun with them, and one may stand by for new payments. */
  otherPayments?: PaymentProvider[]
  /** Makes shipments with the carriers, where one is set up; otherwise parcels are sent by hand. */
  shipping?: ShippingProvider
  /** Notifies this process at once of a change that pages show; other processes are notified by the database. */
  onCatalogChange: (change: CatalogChange, id: string) => void
  /** News of orders, for open panels. */
  orderFeed: OrderFeed
  server: ServerSettings
  /** Messages for the devices of staff. */
  push: PushSender
  /** Where searches are counted; missing where nobody reads the counts. */
  searches?: SearchCounts
  /** The line in which shoppers wait to check out while there is a crowd; without it everybody is let in. */
  line?: CheckoutLine
  /** Times requests, queries and calls of the provider, when the settings ask for traces. */
  trace?: Trace
  /** Tests only: called at each step of a payment, a shipment or a sale, so that a test can end the process exactly there. */
  atStep?(step: PaymentStep | ShippingStep | SaleStep): void
}

/** The first argument of every function of the domain. */
export type Ctx = Deps & {
  actor: Actor
  requestId: string
  /** While an answer that may be kept is rendered: the ids of the products and categories that it shows. */
  tags?: Set<string>
  /** While a page is made or a purchase: what several of its parts ask for, by name; each is read once. */
  asked?: Map<string, Promise<unknown>>
  /** While a page is made: the selects that go to the database at the end of this turn of the event loop (askRows). */
  gathered?: Question[]
  /** While staff look at a draft: values in the place of settings, by their keys, and the token that opened it. */
  draft?: { values: Record<string, unknown>; token: string }
  /** Inside a transaction: effects to run once it is committed. */
  afterCommit?: (() => void)[]
  /** In a job that gathers its changes and announces them later, together (jobs/pace.ts). */
  gatherNews?: (change: CatalogChange) => void
}

/** Reads a value once while a page or purchase is made, however many of its parts ask for it; outside of one, every time. */
export function readOnce<T>(ctx: Ctx, name: string, read: () => PromiseLike<T>): Promise<T> {
  const { asked } = ctx
  const known = asked?.get(name) as Promise<T> | undefined
  if (known) return known
  // A query of Drizzle's is sent again each time it is awaited.
  const answer = Promise.resolve(read())
  asked?.set(name, answer)
  // A failure is not kept: a purchase whose transaction is retried reads again.
  if (asked) answer.catch(() => asked.delete(name))
  return answer
}

type Asked = { rows: SQLWrapper; isByKeys: boolean }
type Question = Asked & { answer(rows: unknown[]): void; fail(error: unknown): void }

/**
 * Returns the rows of a select as JSON: times are texts, and each column is named as its field (`named`). While a page is made,
 * what is asked for in the same turn of the event loop goes to the database as one statement: ask with `Promise.all`. `isByKeys`:
 * it finds its rows by their keys, or is without values, or the same plan is right whatever its values, so that the embedded database
 * need not plan it each time.
 */
export async function askRows<Row>(ctx: Ctx, rows: SQLWrapper, { isByKeys = false } = {}): Promise<Row[]> {
  const { gathered, db, afterCommit } = ctx
  if (!gathered || afterCommit) return ((await answersOf(db, [{ rows, isByKeys }]))[0] ?? []) as Row[]
  return new Promise<Row[]>((resolve, fail) => {
    gathered.push({ rows, isByKeys, answer: (found) => resolve(found as Row[]), fail })
    if (gathered.length === 1) setImmediate(() => void askGathered(db, gathered.splice(0)))
  })
}

async function askGathered(db: Db, questions: Question[]): Promise<void> {
  try {
    const answers = await answersOf(db, questions)
    for (const [place, { answer }] of questions.entries()) answer(answers[place] ?? [])
  } catch (error) {
    for (const { fail } of questions) fail(error)
  }
}

async function answersOf(db: Db, asked: Asked[]): Promise<unknown[][]> {
  const lists = asked.map(({ rows }, place) => {
    const one = sql.raw(`q${place}`)
    return sql`(select coalesce(json_agg(${one}), '[]') from (${rows}) ${one}) as ${one}`
  })
  const mark = sql.raw(asked.every(({ isByKeys }) => isByKeys) ? byKeys : '')
  const { rows } = await db.execute<Record<string, unknown[]>>(sql`select ${sql.join(lists, sql`, `)}${mark}`)
  return asked.map((_, place) => rows[0]?.[`q${place}`] ?? [])
}

type Named<F> = { [K in keyof F]: SQL.Aliased<unknown> }

/** Fields to select for `askRows`. */
export function named<F extends Record<string, SQLWrapper>>(fields: F): Named<F> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, sql`${field}`.as(name)])) as Named<F>
}

/** The same for fields without values, written once: a page's processor time went by a fifteenth into writing the same text again. */
export function fixed<F extends Record<string, SQLWrapper>>(fields: F): Named<F> {
  const texts = Object.entries(fields).map(([name, field]) => {
    const { sql: text, params } = dialect.sqlToQuery(sql`${field}`)
    if (params.length > 0) throw new Error(`the field ${name} has values, which are not fixed`)
    return [name, sql.raw(text).as(name)]
  })
  return Object.fromEntries(texts) as Named<F>
}

const dialect = new PgDialect()

/** Runs `work` in one transaction, or in the one already open; its ctx carries the transaction. */
export async function inTransaction<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  if (ctx.afterCommit) return ctx.db.transaction((tx) => work({ ...ctx, db: tx }))
  const afterCommit: (() => void)[] = []
  const result = await ctx.db.transaction((tx) => work({ ...ctx, db: tx, afterCommit }))
  for (const effect of afterCommit) effect()
  return result
}

/**
 * As inTransaction, for work that touches nothing but the database: retried at most twice when the database ended it in a
 * deadlock.
 */
export async function inRetriedTransaction<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await inTransaction(ctx, work)
    } catch (error) {
      // Within a larger transaction the whole one is lost.
      if (tries === 3 || ctx.afterCommit || !isDeadlock(error)) throw error
      ctx.log.warn({ err: error, tries }, 'deadlock: the transaction is retried')
    }
  }
}

/**
 * Statements of one transaction that need neither each other's answers nor an order: PostgreSQL is sent all of them before it has
 * answered any. Throws only once each has ended, so that none is left to run after the transaction.
 */
export async function together<T extends readonly unknown[]>(
  ...work: T
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const ended = await Promise.allSettled(work)
  const failed = ended.filter((one) => one.status === 'rejected')
  // Those after the first that fails are only told that the transaction is over.
  const cause = failed.find(({ reason }) => !isAborted(reason)) ?? failed[0]
  if (cause) throw cause.reason
  return ended.map((one) => (one.status === 'fulfilled' ? one.value : undefined)) as never
}

/** As inTransaction, but without a savepoint in one that is already open: the work fails with the whole. */
export async function joinTransaction<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  return ctx.afterCommit ? work(ctx) : inTransaction(ctx, work)
}

/** The signed-in user's id; UNAUTHENTICATED for anybody else. */
export function requireUser(ctx: Ctx): string {
  if (ctx.actor.kind !== 'user') throw new ShopError('UNAUTHENTICATED', 'Bu işlem için giriş yapmanız gerekiyor.')
  return ctx.actor.id
}

/** The id of the buyer: the signed-in user, or a guest who has proved her address. UNAUTHENTICATED for anybody else. */
export function requireBuyer(ctx: Ctx): string {
  const { actor } = ctx
  return actor.kind === 'buyer' && 'since' in actor.of ? actor.id : requireUser(ctx)
}

/** Whether the actor has the right; the shop itself has each. */
export function hasRight({ actor }: Ctx, right: Right): boolean {
  return actor.kind === 'system' || (actor.kind === 'user' && actor.rights.includes(right))
}

/** Refuses everybody without the right. Returns the actor's id; undefined for the shop itself. */
export function requireRight(ctx: Ctx, right: Right): string | undefined {
  if (ctx.actor.kind === 'system') return undefined
  const userId = requireUser(ctx)
  if (!hasRight(ctx, right)) throw forbidden(ctx)
  return userId
}

/** Refuses everybody without any right in the panel. */
export function requireStaff(ctx: Ctx): void {
  requireUser(ctx)
  if (ctx.actor.kind === 'user' && ctx.actor.rights.length === 0) throw forbidden(ctx)
}

/** How long a proof of identity counts. */
const proofLife = minutes(15)

/**
 * Asks a user with two-step login to prove herself again before she moves money or people: CONFIRMATION_REQUIRED when she
 * last did so too long ago. With `by` 'second step' a password is not enough. Others are never asked.
 */
export function requireConfirmed(ctx: Ctx, by: 'anything' | 'second step' = 'anything'): void {
  if (ctx.actor.kind !== 'user' || !ctx.actor.proof) return
  const { confirmedAt, provenAt } = ctx.actor.proof
  const at = by === 'anything' ? confirmedAt : provenAt
  if (at && ctx.clock() < after(at, proofLife)) return
  const message = 'Güvenliğiniz için bu işlemden önce kimliğinizi yeniden doğrulayın.'
  throw new ShopError('CONFIRMATION_REQUIRED', message, {
    data: { by: by === 'anything' ? 'ANYTHING' : 'SECOND_STEP' },
  })
}

function forbidden({ actor }: Ctx): ShopError {
  if (actor.kind === 'user' && actor.mustSetUp) {
    const message = 'Mağazanız ekip için iki adımlı girişi zorunlu kıldı; devam etmek için önce kendi hesabınızda açın.'
    return new ShopError('SECOND_STEP_REQUIRED', message)
  }
  return new ShopError('FORBIDDEN', 'Bu işlem için yetkiniz bulunmuyor.')
}

/** The address that the request comes from; 'system' for the shop's own work. */
export function addressOf(ctx: Ctx): string {
  return ctx.actor.kind === 'system' ? 'system' : ctx.actor.address
}

export function newId(): string {
  const id = randomUUIDv7()
  const millisecond = id.slice(0, 13)
  // Node draws these twelve bits; counted, they order what is made within a millisecond (RFC 9562, 6.2, method 1).
  made = millisecond === lastMillisecond ? (made + 1) & 0xfff : Number.parseInt(id.slice(15, 18), 16) & 0x3ff
  lastMillisecond = millisecond
  return `${id.slice(0, 15)}${made.toString(16).padStart(3, '0')}${id.slice(18)}`
}

let lastMillisecond = ''
let made = 0

/** Whether an id from outside is a UUID at all; others name nothing. */
export function isId(value: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value)
}
