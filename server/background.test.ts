import { sql } from 'drizzle-orm'
import pino from 'pino'
import { describe, expect, vi } from 'vitest'
import { pgliteHandle } from '#db/open.ts'
import { type Ctx, newId } from '#shop/ctx.ts'
import { jobNames } from '#shop/jobs/queue.ts'
import { queueMail } from '#shop/mail/outbox.ts'
import { days, hours, minutes, seconds } from '#shop/time.ts'
import { depsOn, type QueuedJob } from '#test/deps.ts'
import { anImage, aUser, signIn } from '#test/factories.ts'
import { test as base } from '#test/shop.ts'
import { openTestDatabase } from '#test/snapshot.ts'
import { startBackground, startJobs, type Timers } from './background.ts'

/** Work in the background runs side by side, so it cannot share the one transaction of a test. */
const test = base.extend<{ shop: { ctx: Ctx; queued: QueuedJob[]; complaints: string[] } }>({
  shop: async ({ env }, use) => {
    const pglite = await openTestDatabase()
    const queued: QueuedJob[] = []
    const complaints: string[] = []
    const log = pino({ level: 'error' }, { write: (line: string) => void complaints.push(line) })
    const deps = depsOn(pgliteHandle(pglite).db, env, { queued })
    await use({ ctx: { ...deps, log, actor: { kind: 'system' }, requestId: newId() }, queued, complaints })
    await pglite.close()
  },
})

const stopped = (stops: (() => Promise<void>)[]) => Promise.all(stops.map((stop) => stop()))

/** A clock that the test moves on. It holds these works alone: others of this worker may wait for something too. */
class HandClock implements Timers {
  private now = 0
  private readonly waiting = new Map<NodeJS.Timeout, { work: () => void; at: number }>()

  setTimeout(work: () => void, pause: number): NodeJS.Timeout {
    const timer = setTimeout(() => {}).unref()
    this.waiting.set(timer, { work, at: this.now + pause })
    return timer
  }

  clearTimeout(timer: NodeJS.Timeout | undefined): void {
    if (timer) this.waiting.delete(timer)
  }

  moveTo(time: number): void {
    this.now = time
    for (const [timer, { work, at }] of this.waiting) {
      if (at > time) continue
      this.waiting.delete(timer)
      work()
    }
  }

  get count(): number {
    return this.waiting.size
  }

  /** Resolves once so many works wait for their next time. */
  async allWaiting(works: number): Promise<void> {
    while (this.count !== works) await new Promise((next) => setImmediate(next))
  }
}

/** The first round of every work. */
async function firstRound(ctx: Ctx): Promise<void> {
  const clock = new HandClock()
  const stops = startBackground(() => ctx, clock)
  clock.moveTo(seconds(20))
  await stopped(stops)
}

test('soon after the start what has expired is deleted, and what has not stays', async ({
  shop: { ctx, complaints },
}) => {
  const user = await aUser(ctx)
  for (let i = 0; i < 2; i++) {
    await signIn(ctx, user)
    await queueMail(ctx, { to: user.email, kind: 'x', subject: 'x', html: '', text: '' })
    await ctx.db.execute(sql`insert into rate_limits (key, window_start, count) values (${`k${i}`}, now(), 1)`)
    await ctx.db.execute(sql`insert into login_attempts (key, count, wait_until) values (${`k${i}`}, 1, now())`)
    await ctx.db.execute(sql`
      insert into user_tokens (id, user_id, purpose, token_hash, expires_at, created_at)
      values (${newId()}, ${user.id}, 'verify-email', ${`hash${i}`}, now(), now())`)
    await ctx.db.execute(sql`
      insert into security_events (id, user_id, kind, address, request_id, created_at)
      values (${newId()}, ${user.id}, 'login', '', '', now())`)
    await ctx.db.execute(sql`insert into order_counts (day, status, payment_status, n, kurus)
      values ('2026-11-20', 'PENDING', 'SUCCEEDED', 1, 100)`)
  }
  const old = new Date(Date.now() - days(400))
  const times: [table: string, time: string][] = [
    ['rate_limits', 'window_start'],
    ['login_attempts', 'wait_until'],
    ['user_tokens', 'expires_at'],
    ['sessions', 'last_used_at'],
    ['security_events', 'created_at'],
    ['mails', 'sent_at'],
  ]
  for (const [table, time] of times)
    await ctx.db.execute(sql`
      update ${sql.identifier(table)} set ${sql.identifier(time)} = ${old.toISOString()}
      where ctid = (select ctid from ${sql.identifier(table)} limit 1)`)
  await firstRound(ctx)
  const left = []
  for (const table of [...times.map(([table]) => table), 'order_counts']) {
    const { rows } = await ctx.db.execute<{ n: number }>(sql`select count(*)::int as n from ${sql.identifier(table)}`)
    left.push([table, rows[0]?.n])
  }
  expect(left).toEqual([...times.map(([table]) => [table, 1]), ['order_counts', 1]])
  expect(complaints).toEqual([])
})

test('what cannot be deleted keeps nothing else from being deleted', async ({ shop: { ctx, complaints } }) => {
  await ctx.db.execute(sql`alter table login_attempts rename to elsewhere`)
  const { email } = await aUser(ctx)
  await queueMail(ctx, { to: email, kind: 'x', subject: 'x', html: '', text: '' })
  await ctx.db.execute(sql`update mails set sent_at = now() - interval '400 days'`)
  await firstRound(ctx)
  expect((await ctx.db.execute(sql`select from mails`)).rows).toEqual([])
  expect(complaints).toEqual([expect.stringContaining('login_attempts')])
})

describe('each work', () => {
  test('is done soon after the start and after each pause, with a ctx of its own, until it is stopped', async ({
    shop: { ctx },
  }) => {
    const clock = new HandClock()
    const newCtx = vi.fn(() => ctx)
    const stops = startBackground(newCtx, clock)
    const works: number[] = []
    let last = newCtx.mock.calls.length
    const [soon, late] = [seconds(1), seconds(20)]
    for (const time of [soon - 1, soon, late - 1, late, minutes(2), hours(1) + late - 1, hours(1) + late]) {
      clock.moveTo(time)
      await clock.allWaiting(stops.length)
      works.push(newCtx.mock.calls.length - last)
      last = newCtx.mock.calls.length
    }
    // Payments, newsletters and kept pieces, notices, codes at the door, parcels, what is unpaid, searches and the announcement soon; of these four before the 20 seconds are over; then declines and what is done hourly or every ten minutes.
    expect(works).toEqual([0, 9, 4, 9, 9, 13, 5])
    await stopped(stops)
    expect(clock.count).toBe(0)
  })

  test('goes on after a failure, which is in the log', async ({ shop: { ctx, complaints } }) => {
    const clock = new HandClock()
    const db = new Proxy(ctx.db, {
      get: () => () => {
        throw new Error('away')
      },
    })
    const stops = startBackground(() => ({ ...ctx, db }), clock)
    clock.moveTo(seconds(20))
    await clock.allWaiting(stops.length)
    // Without a carrier's provider nothing is asked of the database for parcels, and nobody has searched.
    expect(complaints.map((line) => JSON.parse(line).msg)).toEqual(
      Array(stops.length - 2).fill('work in the background failed'),
    )
    await stopped(stops)
  })

  test('that is stopped under way is the last', async ({ shop: { ctx } }) => {
    const clock = new HandClock()
    const stops = startBackground(() => ctx, clock)
    clock.moveTo(seconds(20))
    await stopped(stops)
    expect(clock.count).toBe(0)
  })
})

test('every job has somebody who does it; pictures that were left without AVIF are queued', async ({
  shop: { ctx, queued },
}) => {
  const runner = { add: async () => {}, start: vi.fn(async () => {}), wake() {}, stop: async () => {} }
  await startJobs(runner, () => ctx)
  expect(queued).toEqual([])
  await anImage(ctx)
  await startJobs(runner, () => ctx)
  expect(queued).toEqual([{ name: 'encode-avif', data: {} }])
  expect(runner.start.mock.calls.map(([handlers]: unknown[]) => Object.keys(handlers ?? {}).sort())).toEqual(
    Array(2).fill([...jobNames].sort()),
  )
})
