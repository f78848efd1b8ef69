import pino from 'pino'
import { describe, expect } from 'vitest'
import { test } from '#test/shop.ts'
import { type Ctx, inTransaction } from '../ctx.ts'
import { openJobs } from './open.ts'
import type { JobHandlers } from './queue.ts'

describe('openJobs', () => {
  test('works off what was committed, and lets only one gathering job wait', async ({ database }) => {
    const jobs = await openJobs(database.jobOptions, pino({ level: 'silent' }))
    // No rolled back transaction here: the queue works outside of it.
    const outside = { db: database.db } as Ctx
    const ran: string[] = []
    let stopped = false
    const handlers: JobHandlers = {
      'mail-link': async () => {},
      'forward-message': async () => {},
      'notify-stock': async () => {},
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
})
