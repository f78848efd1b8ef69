import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { migrate } from '#db/migrate.ts'
import { type DatabaseHandle, openDatabase } from '#db/open.ts'
import { type Env, SettingsError } from '#env'
import { type AdminCommand, runAdminCommand } from '#shop/accounts/admin-commands.ts'
import { createFirstDemoAdmin, makeAdminOfSettings } from '#shop/accounts/admins.ts'
import { isGuessable } from '#shop/accounts/passwords/guessable.ts'
import { staffChannel } from '#shop/accounts/staff/announce.ts'
import { catalogChannel, parseCatalogChange } from '#shop/catalog-changes.ts'
import { LocalLine, lineChannel } from '#shop/checkout/line/line.ts'
import { lineWhileNone } from '#shop/checkout/line/state.ts'
import { type Ctx, type Deps, newId } from '#shop/ctx.ts'
import { type JobRunner, openJobs } from '#shop/jobs/open.ts'
import { jobNames } from '#shop/jobs/queue.ts'
import { findBucketFault } from '#shop/media/bucket.ts'
import { openFiles } from '#shop/media/files.ts'
import { sendPush } from '#shop/notices/send-push.ts'
import { LocalOrderFeed, ordersChannel, parseOrderNews } from '#shop/orders/feed.ts'
import type { PaymentProvider } from '#shop/payment-provider.ts'
import { tracedProvider } from '#shop/payments/traced.ts'
import type { CatalogChange, JobName } from '#shop/ports.ts'
import { countSearches } from '#shop/reports/searches.ts'
import { findBlankLegal, legalVariable } from '#shop/settings/legal.ts'
import { sealAnew, serverChannel } from '#shop/settings/server/saved.ts'
import { openShipping } from '#shop/shipping/open.ts'
import { seconds } from '#shop/time.ts'
import type { Trace } from '#shop/trace.ts'
import { markSeeded, seedDemo } from '../demo/seed.ts'
import { openControl } from '../ops/backup/control.ts'
import { startBackground, startJobs, writeSearches } from './background.ts'
import { openDns } from './dns.ts'
import { openSaleClock } from './sale-clock.ts'
import { serverSettings, settle } from './server-settings.ts'
import { watchCounts, watchProcess } from './telemetry/metrics.ts'
import { countsOf } from './telemetry/shop-counts.ts'
import type { Print } from './terminal.ts'
import { findTokenSecret } from './token-secret.ts'

type Shop = {
  deps: Deps
  /** Calls the listener at each change of the catalog, made here or in another process. */
  onCatalogChange(listener: (change: CatalogChange) => void): void
  /** Ends the open event streams, so that the requests under way can be waited for. */
  endStreams(): void
  ready(): Promise<boolean>
  close(): Promise<void>
}

/** Opens everything a running shop works with, in order; throws SettingsError or DatabaseError with one clear line. */
export async function openShop(env: Env, log: Logger, print: Print): Promise<Shop> {
  const handle = await openHandle(env, log)
  const closing: (() => Promise<unknown>)[] = [() => handle.close()]
  const close = async () => {
    for (const part of closing) await part().catch((error: unknown) => log.error({ err: error }, 'closing'))
  }
  try {
    await migrateTold(handle, print)
    const jobs = await openJobs(handle.jobOptions, log, jobNamesOf(env))
    closing.unshift(() => jobs.stop())
    const tracing = env.tracing
      ? (await import('./telemetry/tracing.ts')).openTracing(env.tracing, log, handle.watch)
      : undefined
    if (tracing) closing.push(() => tracing.close())

    const listeners: ((change: CatalogChange) => void)[] = []
    const onChange = oncePerId((change) => {
      handle.replica?.noteChange()
      for (const listener of listeners) listener(change)
    })
    const deps = await depsOf(env, handle, jobs, log, onChange, tracing?.trace)
    const newCtx = () => systemCtx(deps)
    const ctx = newCtx()
    if (!env.databaseUrl) {
      const runAdmin = (command: AdminCommand) => runAdminCommand(systemCtx(deps), command)
      closing.unshift(await openControl(env.dataDir, handle.db, log, runAdmin))
    }
    await listenToOtherProcesses(handle, deps, onChange, () => jobs.wake())
    await listenToSaves(handle, deps)
    await sealAnew(ctx)
    closing.unshift(await openLine(handle, deps, newCtx))
    await prepare(ctx, handle, print)
    const saleClock = await openSaleClock(newCtx)
    listeners.push(saleClock.onCatalogChange)
    closing.unshift(saleClock.stop)
    closing.unshift(() => writeSearches(ctx))
    await startJobs(jobs, newCtx)
    void tellOfBucket(env, log)
    closing.unshift(...startBackground(newCtx, globalThis, handle.tend))
    watchCounts(countsOf(ctx))
    watchProcess({
      connections: () => handle.connections?.(),
      isProviderAnswering: () => deps.payments.isAnswering?.() ?? true,
      waitingInLine: () => {
        const { open, called, last } = deps.line?.state() ?? lineWhileNone
        return open ? last - called : 0
      },
    })
    return {
      deps,
      onCatalogChange: (listener) => listeners.push(listener),
      endStreams: () => deps.orderFeed.notify('end'),
      ready: () => isAvailable(handle),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** The part of a first opening that takes its time, so that it can be done beside the build: the database, and in demo mode what fills it. */
export async function fillShop(env: Env, log: Logger, print: Print): Promise<void> {
  const handle = await openHandle(env, log)
  try {
    await migrateTold(handle, print)
    const jobs = await openJobs(handle.jobOptions, log, jobNamesOf(env))
    const deps = await depsOf(env, handle, jobs, log, () => {}, undefined)
    await fillDemo(systemCtx(deps), handle, print)
    await jobs.stop()
  } finally {
    await handle.close()
  }
}

async function migrateTold(handle: DatabaseHandle, print: Print): Promise<void> {
  const applied = await migrate(handle.db)
  if (applied.length > 0) print(`database ready: ${applied.length} migrations applied`)
}

/** The shop sells without its bucket: the start does not wait for it, and says at once what uploads would find. */
async function tellOfBucket({ s3 }: Env, log: Logger): Promise<void> {
  const fault = s3 && (await findBucketFault(s3))
  if (fault)
    log.error({ bucket: s3.bucket, fault }, 'the bucket of pictures does not work; uploads are refused until it does')
}

function openHandle(env: Env, log: Logger): Promise<DatabaseHandle> {
  return openDatabase({
    url: env.databaseUrl,
    dataDir: env.dataDir,
    connections: env.databaseConnections,
    replicaUrl: env.databaseReplicaUrl,
    onReplicaUnavailable: (error) =>
      log.warn({ err: error }, 'the replica fails; public pages are read from the primary'),
    onNews: (news) => {
      if (news.is === 'unavailable') log.error('the database does not answer')
      else if (news.is === 'back') log.warn('the database answers again')
      else log.warn({ to: news.to }, 'the database has another primary')
    },
  })
}

type OnCatalogChange = (change: CatalogChange, id?: string) => void

/** This process's own changes come twice: at once and, with the same id, as the database's notification. */
function oncePerId(listener: (change: CatalogChange) => void): OnCatalogChange {
  const known = new Set<string>()
  return (change, id) => {
    if (id !== undefined) {
      if (known.has(id)) return
      known.add(id)
      const [oldest] = known
      if (known.size > 500 && oldest) known.delete(oldest)
    }
    listener(change)
  }
}

/** After an interruption of LISTEN notifications may be missing: then everything counts as changed. */
async function listenToOtherProcesses(handle: DatabaseHandle, deps: Deps, onChange: OnCatalogChange, wake: () => void) {
  await handle.listen(
    catalogChannel,
    (payload) => {
      const { change, id } = parseCatalogChange(payload)
      onChange(change, id)
    },
    () => {
      onChange('everything')
      wake()
    },
  )
  await handle.listen(
    ordersChannel,
    (payload) => {
      const news = parseOrderNews(payload)
      if (news) deps.orderFeed.notify(news)
    },
    () => deps.orderFeed.notify('gap'),
  )
  const check = () => deps.orderFeed.notify('check')
  await handle.listen(staffChannel, check, check)
}

/** Settings that another process has saved hold here too. */
async function listenToSaves(handle: DatabaseHandle, deps: Deps): Promise<void> {
  const reload = () =>
    deps.server
      .reload()
      .catch((error: unknown) => deps.log.error({ err: error }, 'saved settings cannot be taken over'))
  await handle.listen(
    serverChannel,
    () => void reload(),
    () => void reload(),
  )
}

/** The line before the checkout; another process may open it, and one may be there already. */
async function openLine(handle: DatabaseHandle, deps: Deps, newCtx: () => Ctx): Promise<() => Promise<void>> {
  const line = new LocalLine(newCtx, { atOnce: deps.config.checkoutsAtOnce })
  deps.line = line
  const hear = () => line.hear().catch((error: unknown) => deps.log.warn({ err: error }, 'the line cannot be read'))
  await handle.listen(
    lineChannel,
    () => void hear(),
    () => void hear(),
  )
  return async () => line.stop()
}

async function depsOf(
  env: Env,
  handle: DatabaseHandle,
  jobs: JobRunner,
  log: Logger,
  onCatalogChange: OnCatalogChange,
  trace: Trace | undefined,
): Promise<Deps> {
  const authSecret = await findTokenSecret(env)
  const clock = () => new Date()
  const traced = trace ? (provider: PaymentProvider) => tracedProvider(provider, trace) : undefined
  const atStep = (step: string) => {
    if (step === env.faultAt) process.kill(process.pid, 'SIGKILL')
  }
  const faults = env.faultAt ? { atStep } : {}
  const files = openFiles(env)
  const orderFeed = new LocalOrderFeed()
  const { replica } = handle
  const reads = replica ? { publicDb: () => replica.forReading() } : {}
  const given = { env, authSecret, log, traced, dns: openDns(env), onChange: () => onCatalogChange('everything') }
  const settled = await settle(handle.db, clock, given)
  const deps: Deps = {
    ...reads,
    ...settled,
    db: handle.db,
    clock,
    log,
    jobs,
    files,
    ...openShipping(settled.config, { log }),
    onCatalogChange,
    orderFeed,
    push: sendPush,
    searches: countSearches(),
    trace,
    server: serverSettings(() => deps, given),
    ...faults,
  }
  return deps
}

/** A slow database counts as unavailable: probes ask again soon. */
async function isAvailable(handle: DatabaseHandle): Promise<boolean> {
  const asked = handle.db.execute(sql`select 1`).then(
    () => true,
    () => false,
  )
  return Promise.race([asked, wait(seconds(2), false, { ref: false })])
}

/** Makes sure that somebody can log in and, in demo mode, that there is something to buy. */
async function prepare(ctx: Ctx, handle: DatabaseHandle, print: Print): Promise<void> {
  const { config } = ctx
  if (config.mode === 'live') await requireLegalSettings(ctx, print)
  if (config.admin && isGuessable(config.admin.password)) {
    print('ADMIN_PASSWORD is one of the commonest passwords; a live shop refuses it')
  }
  if (config.admin && !(await makeAdminOfSettings(ctx, config.admin))) {
    print(
      `ADMIN_EMAIL and ADMIN_PASSWORD are ignored: they make the first admin, once (npm run admin -- reset-password ${config.admin.email} gives her a new password)`,
    )
  }
  if (config.mode === 'demo') {
    const admin = config.admin ? undefined : await createFirstDemoAdmin(ctx)
    await fillDemo(ctx, handle, print)
    if (admin)
      print(
        `admin of the demo shop: ${admin.email} / ${admin.password} (shown only now; log in at ${config.publicUrl})`,
        'lasting',
      )
    else
      print(`log in at ${config.publicUrl} with OTURUM AÇ; the admin panel is at ${config.publicUrl}/admin`, 'lasting')
  }
  await handle.exclusively('butik.demo-seed', () => markSeeded(ctx))
  if (!config.smtpUrl)
    print(`mails are written to ${join(config.dataDir, 'mail')} (set SMTP_URL to send them)`, 'lasting')
}

async function fillDemo(ctx: Ctx, handle: DatabaseHandle, print: Print): Promise<void> {
  await handle.exclusively('butik.demo-seed', () => seedDemo(ctx, (line) => print(line, 'passing')))
}

/** A live shop says who sells before it sells anything. */
async function requireLegalSettings(ctx: Ctx, print: Print): Promise<void> {
  const missing = (await findBlankLegal(ctx)).map(legalVariable)
  if (missing.length === 0) return
  // Where the mode comes from the panel, only the panel can mend it: the shop starts all the same.
  if (!ctx.server.fixed.has('SHOP_MODE'))
    return print(`blank legal settings: ${missing.join(', ')}; see /admin/kurulum`)
  throw new SettingsError(`SHOP_MODE=live is not ready: blank legal settings: ${missing.join(', ')}`)
}

/** The ctx of work that no request asked for. */
function systemCtx(deps: Deps): Ctx {
  return { ...deps, actor: { kind: 'system' }, requestId: newId() }
}

/** Without a text message provider its queue is not polled. */
function jobNamesOf({ sms }: Env): JobName[] {
  return jobNames.filter((name) => name !== 'send-sms' || sms !== undefined)
}
