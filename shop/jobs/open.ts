/**
 * Background jobs: pg-boss on the shop's own database, on PostgreSQL as on PGlite. A job is a row written by the transaction
 * that causes it, so it exists only if that commits.
 */

import { sql } from 'drizzle-orm'
import { type ConstructorOptions, fromDrizzle, type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { type JobQueue, newId } from '../ctx.ts'
import type { JobName, Jobs } from '../ports.ts'
import { gathering, type JobHandlers, jobNames, mostTries } from './queue.ts'

const noJob = '00000000-0000-0000-0000-000000000000'

export type JobRunner = JobQueue & {
  /** Starts working; until then jobs only queue up. */
  start(handlers: JobHandlers): Promise<void>
  /** Fetches jobs whose notification was missed. */
  wake(): void
  stop(): Promise<void>
}

/**
 * Jobs per fetch. New jobs arrive by NOTIFY; retries, and jobs added while the connection was down, are polled for in this
 * interval.
 */
const inBatches = {
  batchSize: 10,
  perJobResults: true,
  includeMetadata: true,
  notifyPollingIntervalSeconds: 5,
} as const

/** Seconds without a heartbeat after which a process counts as dead and its jobs go to another. */
const heartbeatSeconds = 60

/** The database schema of the queue's tables. */
export const jobsSchema = 'jobs'

/** Opens the queue for jobs of these names: they survive a crash and are retried with growing pauses. */
export async function openJobs(
  options: ConstructorOptions,
  log: Logger,
  names: readonly JobName[] = jobNames,
): Promise<JobRunner> {
  // Timed work is no job (server/background.ts), so the queue need not look for schedules.
  const ours = { schema: jobsSchema, useListenNotify: true, schedule: false, application_name: 'butik-jobs' }
  const boss = new PgBoss({ ...options, ...ours })
  boss.on('error', (error) => log.error({ err: error }, 'job queue'))
  await boss.start()
  // pg-boss knows those that were there at its start.
  const there = await boss.getQueues([...names])
  const ready = new Set(there.filter((queue) => queue.heartbeatSeconds === heartbeatSeconds).map(({ name }) => name))
  for (const name of names.filter((name) => !ready.has(name))) {
    const policy = gathering.has(name) ? 'stately' : 'standard'
    await boss.createQueue(name, {
      policy,
      notify: true,
      retryLimit: mostTries - 1,
      retryDelay: 5,
      retryBackoff: true,
      retryDelayMax: 3600,
      heartbeatSeconds,
    })
    // A queue created by an earlier version has no heartbeat yet.
    await boss.updateQueue(name, { heartbeatSeconds })
    // pg-boss looks a queue up at its first use. The embedded database has one connection: a lookup within a transaction
    // would wait for that transaction, and the transaction for the lookup.
    await boss.findJobs(name, { id: noJob })
  }
  const stopping = new AbortController()
  const workers: string[] = []
  return {
    async add(ctx, name, data) {
      await boss.send(name, data, { id: newId(), db: fromDrizzle(ctx.db, sql) })
    },
    async start(handlers) {
      const work = async <N extends JobName>(name: N) => {
        const worker: string = await boss.work(name, inBatches, (jobs: JobWithMetadata<Jobs[N]>[]) => {
          // Fetch the next batch at once; by itself the worker would wait for half a minute.
          boss.notifyWorker(worker)
          return settle(jobs, (data) => handlers[name](data, stopping.signal), stopping.signal)
        })
        workers.push(worker)
      }
      await Promise.all(names.map(work))
    },
    wake() {
      for (const worker of workers) boss.notifyWorker(worker)
    },
    async stop() {
      stopping.abort()
      await boss.stop({ graceful: true, timeout: 10_000 })
    },
  }
}

/** Those of one transaction have one time, and ids in the order in which they were added. */
function byAge(a: JobWithMetadata<unknown>, b: JobWithMetadata<unknown>): number {
  return a.createdOn.getTime() - b.createdOn.getTime() || (a.id < b.id ? -1 : 1)
}

/** Runs the jobs in the order in which they came and returns each one's outcome. */
async function settle<T>(
  jobs: JobWithMetadata<T>[],
  work: (data: T) => Promise<void>,
  stopping: AbortSignal,
): Promise<JobResult[]> {
  const results: JobResult[] = []
  for (const { id, data } of jobs.toSorted(byAge)) {
    // Jobs not begun when the process ends are left to another.
    const ended = stopping.aborted ? Promise.reject(new Error('the process ended')) : work(data)
    results.push(
      await ended.then(
        () => ({ id, status: 'completed' as const }),
        (error) => ({ id, status: 'failed' as const, output: { message: String(error) } }),
      ),
    )
  }
  return results
}
