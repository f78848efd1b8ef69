import { readFileSync } from 'node:fs'
import pino from 'pino'
import { expect } from 'vitest'
import { createApp } from '#server'
import { type Ctx, newId } from '#shop/ctx.ts'
import { openJobs } from '#shop/jobs/open.ts'
import { depsOn } from '#test/deps.ts'
import { test } from '#test/shop.ts'
import { watchCounts, watchProcess } from '../server/telemetry/metrics.ts'
import { countsOf } from '../server/telemetry/shop-counts.ts'

/** Returns the names of metrics in a query: all that begins like one of the shop, of Node or of the process. */
const named = (text: string) => [...new Set(text.match(/\b(butik|nodejs|process)_[a-z0-9_]+/g))]

test('every figure that the dashboard and the alarms name is there, and the database being away hides only its own', async ({
  database,
  env,
}) => {
  const jobs = await openJobs(database.jobOptions, pino({ level: 'silent' }))
  await jobs.add({ db: database.db } as Ctx, 'send-mail', { mailId: newId() })
  const deps = depsOn(database.db, env)
  const ctx: Ctx = { ...deps, actor: { kind: 'system' }, requestId: newId() }
  watchCounts(countsOf(ctx))
  const connections = () => ({ busy: 1, idle: 2, waiting: 0 })
  watchProcess({ connections, isProviderAnswering: () => true, waitingInLine: () => 0 })
  const app = createApp(deps)
  const metrics = async () => (await app.fetch(new Request('http://shop.test/metrics'))).text()
  await app.fetch(new Request('http://shop.test/healthz'))
  const text = await metrics()
  const shown = new Set(
    [...text.matchAll(/^# TYPE (\S+) (\w+)/gm)].flatMap(([, name, type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  )
  const wanted = ['grafana-dashboard.json', 'alerts.yml'].flatMap((file) =>
    named(readFileSync(`deploy/${file}`, 'utf8')),
  )
  expect(wanted.length).toBeGreaterThan(20)
  expect(wanted.filter((name) => !shown.has(name))).toEqual([])
  expect(text).toMatch(/^butik_jobs\{name="send-mail",state="waiting"\} 1$/m)
  expect(text).toMatch(/^butik_payments_open 0$/m)
  expect(text).toMatch(/^butik_last_backup_timestamp_seconds 0$/m)

  watchCounts(
    countsOf({
      ...ctx,
      db: {
        ...ctx.db,
        execute: () => Promise.reject(new Error('away')),
        $count: () => Promise.reject(new Error('away')),
      } as never,
    }),
  )
  const without = await metrics()
  expect(without).toMatch(/^butik_payments_open Nan$/im)
  expect(without).toMatch(/^process_resident_memory_bytes \d+$/m)
  await jobs.stop()
  await database.db.execute('drop schema jobs cascade')
}, 60_000)
