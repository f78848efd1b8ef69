import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import pino from 'pino'
import { describe, expect, onTestFinished } from 'vitest'
import type { Db } from '#db/database.ts'
import { test } from '#test/shop.ts'
import { type Ctx, inTransaction } from '../ctx.ts'
import { openJobs } from './open.ts'
import type { JobHandlers } from './queue.ts'

const nothing = async () => {}
const idle: JobHandlers = {
  'mail-link': nothing,
  'forward-message': nothing,
  'send-mail': nothing,
  'import-products': nothing,
  'change-products': nothing,
  'send-sms': nothing,
  'encode-avif': nothing,
}

/** Returns the state of each job by its mail's id. */
async function states(db: Db): Promise<Record<string, string>> {
  const { rows } = await db.execute<{ mail: string; state: string }>(
    sql`select data ->> 'mailId' as mail, state from jobs.job where name = 'send-mail'`,
  )
  return Object.fromEntries(rows.map(({ mail, state }) => [mail, state]))
}

describe('openJobs', () => {
  test('leaves the schemas in the database that an operator was told of', async ({ database }) => {
    await openJobs(database.jobOptions, pino({ level: 'silent' }))
    const { rows } = await database.db.execute<{ name: string }>(
      sql`select nspname as name from pg_namespace where nspname !~ '^(pg_|information_schema$|public$)' order by 1`,
    )
    const told = rows.map(({ name }) => `\`${name}\``).join(', ')
    expect(readFileSync('docs/elsewhere.md', 'utf8')).toContain(`two schemas (${told})`)
  })

  test('works off what was committed, and lets only one gathering job wait', async ({ database }) => {
    const jobs = await openJobs(database.jobOptions, pino({ level: 'silent' }))
    // No rolled back transaction here: the queue works outside of it.
    const outside = { db: database.db } as Ctx
    const ran: string[] = []
    let stopped = false
    const handlers: JobHandlers = {
      ...idle,
      'send-mail': async ({ mailId }) => void ran.push(mailId),
      'encode-avif': async (_, stopping) => {
        ran.push('encode-avif')
        await new Promise<void>((resolve) => stopping.addEventListener('abort', () => resolve()))
        stopped = true
      },
    }
    // The first job of a queue may come from within a transaction.
    await inTransaction(outside, (ctx) => jobs.add(ctx, 'mail-link', { requestId: 'any' }))
    for (let i = 0; i < 3; i++) await jobs.add(outside, 'encode-avif', {})
    await jobs.add(outside, 'send-mail', { mailId: 'first' })
    await inTransaction(outside, (ctx) => jobs.add(ctx, 'send-mail', { mailId: 'second' }))
    const undone = inTransaction(outside, async (ctx) => {
      await jobs.add(ctx, 'send-mail', { mailId: 'third' })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')

    await jobs.start(handlers)
    await expect.poll(() => ran.toSorted(), { timeout: 10_000 }).toEqual(['encode-avif', 'first', 'second'])
    await jobs.stop()
    expect(stopped).toBe(true)
    expect(ran).toHaveLength(3)
  })

  test('jobs that are fetched together succeed or fail one by one, and those not begun at a stop stay queued', async ({
    database,
  }) => {
    const jobs = await openJobs(database.jobOptions, pino({ level: 'silent' }))
    const outside = { db: database.db } as Ctx
    // The queue works outside of the test's transaction, so what is left there would stay.
    onTestFinished(async () => void (await database.db.execute(sql`delete from jobs.job where name = 'send-mail'`)))
    const ran: string[] = []
    for (const mailId of ['good', 'bad', 'slow', 'late']) await jobs.add(outside, 'send-mail', { mailId })
    await jobs.start({
      ...idle,
      'send-mail': async ({ mailId }, stopping) => {
        ran.push(mailId)
        if (mailId === 'bad') throw new Error('it cannot be sent')
        if (mailId === 'slow') await new Promise<void>((end) => stopping.addEventListener('abort', () => end()))
      },
    })
    await expect.poll(() => ran, { timeout: 10_000 }).toEqual(['good', 'bad', 'slow'])
    await jobs.stop()
    expect(ran).toHaveLength(3)
    expect(await states(database.db)).toMatchObject({
      good: 'completed',
      bad: 'retry',
      slow: 'completed',
      late: 'retry',
    })
  })

  test('jobs of one moment run in the order in which they were added', async ({ database }) => {
    const jobs = await openJobs(database.jobOptions, pino({ level: 'silent' }))
    const outside = { db: database.db } as Ctx
    onTestFinished(async () => void (await database.db.execute(sql`delete from jobs.job where name = 'send-mail'`)))
    const added = Array.from({ length: 10 }, (_, n) => `mail ${n}`)
    // Rows of one transaction have one time.
    await inTransaction(outside, async (ctx) => {
      for (const mailId of added) await jobs.add(ctx, 'send-mail', { mailId })
    })
    const ran: string[] = []
    await jobs.start({ ...idle, 'send-mail': async ({ mailId }) => void ran.push(mailId) })
    await expect.poll(() => ran.length, { timeout: 10_000 }).toBe(added.length)
    await jobs.stop()
    expect(ran).toEqual(added)
  })

  test('a job of a kind that only a newer shop knows waits for that one', async ({ database }) => {
    const log = pino({ level: 'silent' })
    const outside = { db: database.db } as Ctx
    onTestFinished(async () => void (await database.db.execute(sql`delete from jobs.job where name = 'send-mail'`)))
    const newer = await openJobs(database.jobOptions, log)
    await newer.add(outside, 'send-mail', { mailId: 'newer' })
    await newer.stop()
    const older = await openJobs(database.jobOptions, log, ['mail-link'])
    const linked = Promise.withResolvers<string>()
    await older.start({ ...idle, 'mail-link': async ({ requestId }) => linked.resolve(requestId) })
    await older.add(outside, 'mail-link', { requestId: 'known' })
    expect(await linked.promise).toBe('known')
    await older.stop()
    expect(await states(database.db)).toEqual({ newer: 'created' })
  })
})
