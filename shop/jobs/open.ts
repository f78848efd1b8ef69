import { sql } from 'drizzle-orm'
import {
  type ConstructorOptions,
  type DrizzleTransactionLike,
  fromDrizzle,
  type JobResult,
  type JobWithMetadata,
  PgBoss,
} from 'pg-boss'
import type { Logger } from 'pino'
import { gathering, type JobHandlers, type JobName, type JobQueue, type Jobs, jobNames, mostTries } from './queue.ts'

const noJob = '00000000-0000-0000-0000-000000000000'

export type JobRunner = JobQueue & {
  /** Begins to work; until then jobs only gather. */
  start(handlers: JobHandlers): Promise<void>
  /** Looks for jobs that announced themselves while nobody heard it. */
  wake(): void
  stop(): Promise<void>
}

/**
 * So many jobs are fetched and settled together. New ones announce themselves; those that wait for another try, or came
 * while the database was away, do not.
 */
const inBatches = {
  batchSize: 10,
  perJobResults: true,
  includeMetadata: true,
  notifyPollingIntervalSeconds: 5,
} as const

/** A process that has not been heard of for so long is gone, and its jobs are another's. */
const heartbeatSeconds = 60

/** Where the queue keeps its tables. */
export const jobsSchema = 'jobs'

/** The queue in the shop's own database (pg-boss): jobs survive a crash and are tried again with growing pauses. */
export async function openJobs(options: ConstructorOptions, log: Logger): Promise<JobRunner> {
  const boss = new PgBoss({ ...options, schema: jobsSchema, useListenNotify: true, application_name: 'butik-jobs' })
  boss.on('error', (error) => log.error({ err: error }, 'job queue'))
  await boss.start()
  for (const name of jobNames) {
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
    // A queue that an earlier version made has no heartbeat yet.
    await boss.updateQueue(name, { heartbeatSeconds })
    // A queue is looked up when it is first used. The embedded database has one connection: looked up within a
    // transaction, the answer would wait for that transaction, and it for the answer.
    await boss.findJobs(name, { id: noJob })
  }
  const stopping = new AbortController()
  const workers: string[] = []
  return {
    async add(ctx, name, data) {
      await boss.send(name, data, { db: fromDrizzle(ctx.db as unknown as DrizzleTransactionLike, sql) })
    },
    async start(handlers) {
      const work = async <N extends JobName>(name: N) => {
        const worker: string = await boss.work(name, inBatches, (jobs: JobWithMetadata<Jobs[N]>[]) => {
          // After these the queue is asked for the next at once; by itself it would wait for half a minute.
          boss.notifyWorker(worker)
          return settle(jobs, (data) => handlers[name](data, stopping.signal), stopping.signal)
        })
        workers.push(worker)
      }
      await Promise.all(jobNames.map(work))
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

/** Does the jobs in the order in which they came, and tells of each how it ended. */
async function settle<T>(
  jobs: JobWithMetadata<T>[],
  work: (data: T) => Promise<void>,
  stopping: AbortSignal,
): Promise<JobResult[]> {
  const results: JobResult[] = []
  for (const { id, data } of jobs.toSorted((a, b) => a.createdOn.getTime() - b.createdOn.getTime())) {
    // Those not begun when the process ends are another's.
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
