import pino from 'pino'
import type { Db } from '#db/database.ts'
import type { Env } from '#env'
import { serverSettings } from '#server/server-settings.ts'
import { type Deps, type JobQueue, newId } from '#shop/ctx.ts'
import { openFiles } from '#shop/media/files.ts'
import { LocalOrderFeed } from '#shop/orders/feed.ts'
import { openPayments } from '#shop/payments/open.ts'
import type { CatalogChange, JobName, Jobs } from '#shop/ports.ts'
import { openShipping } from '#shop/shipping/open.ts'

export type QueuedJob = { [N in JobName]: { name: N; data: Jobs[N] } }[JobName]

type Watched = { clock?: () => Date; queued?: QueuedJob[]; catalogChanges?: CatalogChange[] }

/** Makes a shop's dependencies on a database that the caller opened; jobs only queue up. */
export function depsOn(
  db: Db,
  env: Env,
  { clock = () => new Date(), queued = [], catalogChanges = [] }: Watched = {},
): Deps {
  const jobs: JobQueue = {
    async add(_ctx, name, data) {
      queued.push({ name, data } as QueuedJob)
    },
  }
  const config = { ...env, authSecret: env.authSecret ?? '' }
  const log = pino({ level: 'silent' })
  const traced = undefined
  const dns = { texts: async () => [], addresses: async () => [] }
  const given = {
    env,
    authSecret: config.authSecret,
    log,
    traced,
    dns,
    onChange: () => deps.onCatalogChange('everything', newId()),
  }
  const deps: Deps = {
    db,
    config,
    clock,
    log,
    jobs,
    files: openFiles(env),
    ...openPayments(config, { db, clock, log }),
    ...openShipping(config, { log }),
    onCatalogChange: (change) => catalogChanges.push(change),
    orderFeed: new LocalOrderFeed(),
    push: async () => 503,
    server: serverSettings(() => deps, given),
  }
  return deps
}
