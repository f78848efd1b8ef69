import type { Ctx } from '../ctx.ts'

/** What runs in the background, and what each job is told. Ids only: the rows hold the rest. */
export type Jobs = {
  /** Mails the link that somebody asked for, if the address has an account. */
  'mail-link': { requestId: string }
  /** Sends one mail of the outbox. */
  'send-mail': { mailId: string }
  /** Hands one message of a form to the form-to-mail service. */
  'forward-message': { messageId: string }
  /** Tells those who wait for them that units of a variant are back; `restockId` names this return of stock. */
  'notify-stock': { restockId: string; variantId: string; units: number }
  /** Makes the AVIF files of all pictures that lack them. */
  'encode-avif': Record<string, never>
}
export type JobName = keyof Jobs
export const jobNames = [
  'mail-link',
  'send-mail',
  'forward-message',
  'notify-stock',
  'encode-avif',
] as const satisfies JobName[]

/** A job that fails is tried again with growing pauses, from five seconds to an hour; in all so often. */
export const mostTries = 11

/** Jobs that do all there is to do: one waits at most, and one works. */
export const gathering: ReadonlySet<JobName> = new Set<JobName>(['encode-avif'])

export type JobQueue = {
  /**
   * Adds a job inside the ctx's transaction: it exists only if that commits. Nothing is added to a gathering queue in
   * which one waits already.
   */
  add<N extends JobName>(ctx: Ctx, name: N, data: Jobs[N]): Promise<void>
}

/** `stopping` is aborted when the process is about to end: long work leaves off, and what it left is done later. */
export type JobHandlers = { [N in JobName]: (data: Jobs[N], stopping: AbortSignal) => Promise<void> }
