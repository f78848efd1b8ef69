import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { migrate } from '#db/migrate.ts'
import { type DatabaseHandle, openDatabase } from '#db/open.ts'
import { type Env, SettingsError } from '#env'
import { createFirstDemoAdmin, ensureAdmin } from '#shop/accounts/admins.ts'
import { forgetOldBuyers } from '#shop/accounts/deletion.ts'
import { mailLink } from '#shop/accounts/link-requests.ts'
import { forgetOldAttempts } from '#shop/accounts/login-attempts.ts'
import { forgetOldSecurityEvents } from '#shop/accounts/security-log.ts'
import { forgetOldSessions } from '#shop/accounts/sessions.ts'
import { forgetOldTokens } from '#shop/accounts/user-tokens.ts'
import { type CatalogChange, catalogChannel, parseCatalogChange } from '#shop/catalog/changes.ts'
import { type Ctx, type Deps, newId } from '#shop/ctx.ts'
import { type JobRunner, openJobs } from '#shop/jobs/open.ts'
import { forgetOldLimits } from '#shop/limits.ts'
import { forgetOldMails, sendMail } from '#shop/mail/outbox.ts'
import { encodeAvif, resumeAvif } from '#shop/media/avif.ts'
import { openFiles } from '#shop/media/files.ts'
import { forwardMessage } from '#shop/messages/forwarding.ts'
import { notifyOfStock } from '#shop/messages/stock-notices.ts'
import { OrderFeed, ordersChannel, parseOrderNews } from '#shop/orders/feed.ts'
import { watchDeclines } from '#shop/payments/declines-watch.ts'
import { openPayments } from '#shop/payments/open.ts'
import { reconcileYesterday } from '#shop/payments/reconciliation.ts'
import { settleOpenPayments } from '#shop/payments/recovery.ts'
import { tracedProvider } from '#shop/payments/traced.ts'
import { legalVariable } from '#shop/settings/legal.ts'
import { findBlankLegal } from '#shop/settings/readiness.ts'
import { hours, minutes, seconds } from '#shop/time.ts'
import type { Trace } from '#shop/trace.ts'
import { openControl } from './backup/control.ts'
import { seedDemo } from './demo/seed.ts'
import { watchCounts, watchProcess } from './web/metrics.ts'
import { countsOf } from './web/shop-counts.ts'

type Shop = {
  deps: Deps
  /** Changes of the catalogue, made here or in another process. */
  onCatalogChange(listener: (change: CatalogChange) => void): void
  /** Ends what would never end by itself, so that the requests under way can be waited for. */
  letGo(): void
  ready(): Promise<boolean>
  close(): Promise<void>
}

/** Opens everything a running shop works with, in order; throws SettingsError or DatabaseError with one clear line. */
export async function openShop(env: Env, log: Logger, say: (line: string) => void): Promise<Shop> {
  const handle = await openDatabase({
    url: env.databaseUrl,
    dataDir: env.dataDir,
    connections: env.databaseConnections,
    replicaUrl: env.databaseReplicaUrl,
    onReplicaAway: (error) => log.warn({ err: error }, 'the replica fails; public pages are read from the primary'),
    tell: (news) =>
      news === 'away' ? log.error('the database does not answer') : log.warn('the database answers again'),
  })
  const closing: (() => Promise<unknown>)[] = [() => handle.close()]
  const close = async () => {
    for (const part of closing) await part().catch((error: unknown) => log.error({ err: error }, 'closing'))
  }
  try {
    const applied = await migrate(handle.db)
    if (applied.length > 0) say(`database ready: ${applied.length} migrations applied`)
    const jobs = await openJobs(handle.jobOptions, log)
    closing.unshift(() => jobs.stop())
    if (!env.databaseUrl) closing.unshift(await openControl(env.dataDir, handle.db, log))

    const listeners: ((change: CatalogChange) => void)[] = []
    const heard = new Set<string>()
    const tell = (change: CatalogChange, id?: string) => {
      if (id !== undefined) {
        if (heard.has(id)) return
        heard.add(id)
        const [oldest] = heard
        if (heard.size > 500 && oldest) heard.delete(oldest)
      }
      handle.replica?.noteChange()
      for (const listener of listeners) listener(change)
    }
    // Who asks for no traces loads nothing of them.
    const tracing = env.tracing ? (await import('./web/tracing.ts')).openTracing(env.tracing, log) : undefined
    if (tracing) closing.push(() => tracing.close())
    const deps = await depsOf(env, handle, jobs, log, tell, tracing?.trace)
    const ctx = systemCtx(deps)
    await handle.listen(
      catalogChannel,
      (payload) => {
        const { change, id } = parseCatalogChange(payload)
        tell(change, id)
      },
      () => {
        tell('everything')
        jobs.wake()
      },
    )
    await handle.listen(
      ordersChannel,
      (payload) => {
        const news = parseOrderNews(payload)
        if (news) deps.orderFeed.tell(news)
      },
      () => deps.orderFeed.tell('gap'),
    )
    await openDoors(ctx, handle, say)
    await jobs.start({
      'mail-link': ({ requestId }) => mailLink(ctx, requestId),
      'send-mail': ({ mailId }) => sendMail(ctx, mailId),
      'forward-message': ({ messageId }) => forwardMessage(ctx, messageId),
      'notify-stock': (restock) => notifyOfStock(ctx, restock),
      'encode-avif': (_, stopping) => encodeAvif(ctx, stopping),
    })
    await resumeAvif(ctx)
    closing.unshift(
      repeat(seconds(5), log, () => settleOpenPayments(systemCtx(deps))),
      repeat(hours(1), log, () => forgetOldRecords(systemCtx(deps))),
      repeat(hours(1), log, () => reconcileYesterday(systemCtx(deps))),
      repeat(minutes(5), log, () => watchDeclines(systemCtx(deps))),
    )
    watchCounts(countsOf(ctx))
    watchProcess({
      connections: () => handle.connections?.(),
      isProviderAnswering: () => deps.payments.isAnswering?.() ?? true,
    })
    return {
      deps,
      onCatalogChange: (listener) => listeners.push(listener),
      letGo: () => deps.orderFeed.tell('end'),
      ready: () => isThere(handle),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function depsOf(
  env: Env,
  handle: DatabaseHandle,
  jobs: JobRunner,
  log: Logger,
  onCatalogChange: Deps['onCatalogChange'],
  trace: Trace | undefined,
): Promise<Deps> {
  const config = { ...env, authSecret: env.authSecret ?? (await keptSecret(env.dataDir)) }
  const clock = () => new Date()
  const provider = openPayments(config, { db: handle.db, clock, log })
  const payments = trace ? tracedProvider(provider, trace) : provider
  const atStep = (step: string) => {
    if (step === env.faultAt) process.kill(process.pid, 'SIGKILL')
  }
  const faults = env.faultAt ? { atStep } : {}
  const files = openFiles(env)
  const orderFeed = new OrderFeed()
  const { replica } = handle
  const reads = replica ? { publicDb: () => replica.forReading() } : {}
  return {
    ...reads,
    db: handle.db,
    config,
    clock,
    log,
    jobs,
    files,
    payments,
    onCatalogChange,
    orderFeed,
    trace,
    ...faults,
  }
}

/** Whoever asks whether we can serve asks again soon: a database that takes its time is not there. */
async function isThere(handle: DatabaseHandle): Promise<boolean> {
  const asked = handle.db.execute(sql`select 1`).then(
    () => true,
    () => false,
  )
  return Promise.race([asked, wait(seconds(2), false, { ref: false })])
}

/** Makes sure that somebody can log in and, in demo mode, that there is something to buy. */
async function openDoors(ctx: Ctx, handle: DatabaseHandle, say: (line: string) => void): Promise<void> {
  const { config } = ctx
  if (config.mode === 'live') await requireLegalSettings(ctx)
  if (config.admin) await ensureAdmin(ctx, config.admin)
  if (config.mode === 'demo') {
    const admin = config.admin ? undefined : await createFirstDemoAdmin(ctx)
    await handle.exclusively('butik.demo-seed', () => seedDemo(ctx, say))
    if (admin)
      say(`admin of the demo shop: ${admin.email} / ${admin.password} (shown only now; log in at ${config.publicUrl})`)
    else say(`log in at ${config.publicUrl} with OTURUM AÇ; the admin panel is at ${config.publicUrl}/admin`)
  }
  if (!config.smtpUrl) say(`mails are written to ${join(config.dataDir, 'mail')} (set SMTP_URL to send them)`)
}

/** A live shop says who sells before it sells anything. */
async function requireLegalSettings(ctx: Ctx): Promise<void> {
  const missing = (await findBlankLegal(ctx)).map(legalVariable)
  if (missing.length === 0) return
  throw new SettingsError(`SHOP_MODE=live is not ready: blank legal settings: ${missing.join(', ')}`)
}

/** Deletes what has served its time: counts, tokens and sessions long past. */
async function forgetOldRecords(ctx: Ctx): Promise<void> {
  await forgetOldLimits(ctx)
  await forgetOldAttempts(ctx)
  await forgetOldTokens(ctx)
  await forgetOldSessions(ctx)
  await forgetOldSecurityEvents(ctx)
  await forgetOldMails(ctx)
  await forgetOldBuyers(ctx)
  await ctx.db.execute(sql`select compact_counts()`)
}

/** What the shop does by itself: no guest, no user, no request. */
function systemCtx(deps: Deps): Ctx {
  return { ...deps, actor: { kind: 'system' }, requestId: newId() }
}

/** Does the work now and again after each pause, never twice at once; gives what stops it. */
function repeat(pause: number, log: Logger, work: () => Promise<void>): () => Promise<void> {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const run = () => {
    running = work()
      .catch((error: unknown) => log.error({ err: error }, 'work in the background failed'))
      .then(() => {
        if (!stopped) timer = setTimeout(run, pause)
      })
  }
  run()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await running
  }
}

/** In demo mode the secret that signs tokens is made once and kept beside the data. */
async function keptSecret(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, 'auth-secret')
  const known = await readFile(path, 'utf8').catch(() => undefined)
  if (known) return known
  const secret = randomBytes(32).toString('base64url')
  // Two processes may start at once; the one that comes second takes the first one's secret.
  await writeFile(path, secret, { flag: 'wx', mode: 0o600 }).catch(() => {})
  await chmod(path, 0o600)
  return readFile(path, 'utf8')
}
