import type { JobName, Jobs } from '../ports.ts'

export const jobNames = [
  'mail-link',
  'send-mail',
  'send-sms',
  'forward-message',
  'import-products',
  'change-products',
  'encode-avif',
] as const satisfies JobName[]

/** Tries of a job in all, with growing pauses from five seconds to an hour. */
export const mostTries = 11

/** Singleton queues: at most one job waiting and one running, which does all there is to do. */
export const gathering: ReadonlySet<JobName> = new Set<JobName>(['encode-avif'])

/** `stopping` is aborted when the process is about to end: long work stops, and a later job does the rest. */
export type JobHandlers = { [N in JobName]: (data: Jobs[N], stopping: AbortSignal) => Promise<void> }
