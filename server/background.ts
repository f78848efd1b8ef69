import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { DatabaseHandle } from '#db/open.ts'
import { forgetOldGuestCodes } from '#shop/accounts/guests/codes.ts'
import { forgetOldGuestKeys } from '#shop/accounts/guests/keys.ts'
import { mailLink } from '#shop/accounts/link-requests.ts'
import { forgetOldChallenges } from '#shop/accounts/second-step/challenges.ts'
import { forgetOldSecurityEvents } from '#shop/accounts/security-log.ts'
import { forgetOldAttempts } from '#shop/accounts/sessions/login-attempts.ts'
import { forgetOldSessions } from '#shop/accounts/sessions/sessions.ts'
import { forgetOldInvitations } from '#shop/accounts/staff/invitations.ts'
import { forgetOldTokens } from '#shop/accounts/user-tokens.ts'
import { makeDocuments } from '#shop/agreements/documents.ts'
import { resumeBulks, runBulk } from '#shop/bulk/apply.ts'
import { forgetOldPreviews } from '#shop/bulk/bulk.ts'
import { forgetOldStockMoves } from '#shop/catalog/stock/cause.ts'
import { tendMarketplace } from '#shop/channels/market/tend.ts'
import { forgetOldPlaces } from '#shop/checkout/line/places.ts'
import { reconcileYesterday } from '#shop/checkout/reconciliation/reconciliation.ts'
import { settleOpenPayments } from '#shop/checkout/recovery.ts'
import { endForgottenCodes } from '#shop/checkout/ways/door/confirm.ts'
import { forgetOldStatements } from '#shop/checkout/ways/transfer/statement/statements.ts'
import { tendTransfers } from '#shop/checkout/ways/transfer/transfer.ts'
import type { Ctx } from '#shop/ctx.ts'
import { foldCustomers } from '#shop/desk/customers/list.ts'
import { forgetOldBuyers, forgetOldConsents } from '#shop/desk/old-buyers.ts'
import { resumeImports, runImport } from '#shop/imports/apply.ts'
import { forgetOldImports } from '#shop/imports/imports.ts'
import type { JobRunner } from '#shop/jobs/open.ts'
import { forgetOldLimits } from '#shop/limits.ts'
import { forgetOldMails, sendMail } from '#shop/mail/outbox.ts'
import { paymentLinkKind } from '#shop/mail/payment-link-mail.ts'
import { drawAhead, resumeAhead } from '#shop/media/ahead.ts'
import { forwardMessage } from '#shop/messages/forwarding.ts'
import { forgetOldMessages } from '#shop/messages/messages.ts'
import { tellKeptCarts } from '#shop/news/carts/tell.ts'
import { tellPriceFalls } from '#shop/news/falls.ts'
import { forgetOldNews } from '#shop/news/forget.ts'
import { tendNewsletters } from '#shop/news/send.ts'
import { forgetOldNotices, tendNotices } from '#shop/notices/notices.ts'
import { endForgottenLinks, issuePaymentToken } from '#shop/order-desk/links.ts'
import { linkOf, mailOrderLink } from '#shop/orders/guests/links.ts'
import { watchDeclines } from '#shop/payments/declines-watch.ts'
import { forgetOldSearches, saveSearches } from '#shop/reports/searches.ts'
import { forgetOldRequests, servePassedOver, tendKept } from '#shop/restock/kept.ts'
import { endForgottenReservations } from '#shop/returns/exchanges/again.ts'
import { forgetUnsentImages } from '#shop/returns/pictures.ts'
import { remindOfReturns } from '#shop/returns/reminders.ts'
import { forgetUnsentReviewImages } from '#shop/reviews/pictures.ts'
import { askForReviews } from '#shop/reviews/requests.ts'
import { announceNoLongerNew, newnessPause } from '#shop/settings/card-settings.ts'
import { tendAnnouncement } from '#shop/settings/face/announcement.ts'
import { forgetOldDrafts } from '#shop/settings/face/drafts.ts'
import { tendShipments } from '#shop/shipping/parcel-news.ts'
import { forgetOldSms, sendSms } from '#shop/sms/outbox.ts'
import { hours, minutes, seconds } from '#shop/time.ts'

/** Starts the work that queues ask for. */
export async function startJobs(jobs: JobRunner, newCtx: () => Ctx): Promise<void> {
  await jobs.start({
    'mail-link': ({ requestId, order }) => (order ? mailOrderLink : mailLink)(newCtx(), requestId),
    'send-mail': ({ mailId }) => sendMail(newCtx(), mailId, { documentsOf: makeDocuments, linkOf: linkInMail }),
    'send-sms': ({ smsId }) => sendSms(newCtx(), smsId),
    'forward-message': ({ messageId }) => forwardMessage(newCtx(), messageId),
    'import-products': ({ importId }, stopping) => runImport(newCtx(), importId, stopping),
    'change-products': ({ bulkId }, stopping) => runBulk(newCtx(), bulkId, stopping),
    'encode-avif': (_, stopping) => drawAhead(newCtx(), stopping),
  })
  await resumeAhead(newCtx())
  await resumeImports(newCtx())
  await resumeBulks(newCtx())
}

/** The secret in the link of a mail about an order: it opens the page that pays it, or, for a guest, the order. */
function linkInMail(ctx: Ctx, orderId: string, email: string, kind: string): Promise<string> {
  return kind === paymentLinkKind ? issuePaymentToken(ctx, orderId) : linkOf(ctx, orderId, email)
}

export type Timers = {
  setTimeout(work: () => void, pause: number): NodeJS.Timeout
  clearTimeout(timer: NodeJS.Timeout | undefined): void
}

/** Milliseconds until the first round: a shop that has just opened makes a page first, and what is done now and then can wait longer. */
const soon = seconds(1)
const late = seconds(20)

/** Starts the work that time asks for, each with a ctx of its own; gives what stops it. */
export function startBackground(
  newCtx: () => Ctx,
  timers: Timers = globalThis,
  tend?: DatabaseHandle['tend'],
): (() => Promise<void>)[] {
  const { log, config } = newCtx()
  const every = (pause: number, work: (ctx: Ctx, stopping: AbortSignal) => Promise<void>) =>
    repeat(pause, timers, log, (stopping) => work(newCtx(), stopping), pause > minutes(1) ? late : soon)
  return [
    every(seconds(5), settleOpenPayments),
    every(seconds(5), tendKept),
    every(minutes(10), servePassedOver),
    every(minutes(1), endUnpaid),
    every(seconds(30), endForgottenCodes),
    every(seconds(30), tendShipments),
    every(hours(1), forgetOldRecords),
    every(hours(1), reconcileYesterday),
    every(hours(1), remindOfReturns),
    every(hours(1), askForReviews),
    every(minutes(5), watchDeclines),
    every(seconds(10), tendNotices),
    every(seconds(5), tendNewsletters),
    every(minutes(10), tellPriceFalls),
    every(minutes(10), tellKeptCarts),
    // Where no marketplace is set up nothing looks for one.
    ...(config.trendyol ? [every(seconds(5), tendMarketplace)] : []),
    every(minutes(1), writeSearches),
    every(minutes(1), tendAnnouncement),
    every(newnessPause, announceNoLongerNew),
    ...(tend ? [repeat(minutes(1), timers, log, async () => void (await tend(isNight(newCtx().clock()))), late)] : []),
  ]
}

/** Three to six in Istanbul, three hours ahead of UTC: nobody minds then that the shop answers a second later. */
const isNight = (now: Date) => now.getUTCHours() < 3

/** Orders whose money did not come in time. */
async function endUnpaid(ctx: Ctx): Promise<void> {
  await tendTransfers(ctx)
  await endForgottenLinks(ctx)
  await endForgottenReservations(ctx)
}

/** Saves the searches that this process counted since the last time. */
export async function writeSearches(ctx: Ctx): Promise<void> {
  if (ctx.searches) await saveSearches(ctx, ctx.searches.take())
}

/** Jobs that delete expired records: counts, tokens, sessions, mails. */
const forgetting: ((ctx: Ctx) => Promise<unknown>)[] = [
  forgetOldLimits,
  forgetOldAttempts,
  forgetOldTokens,
  forgetOldInvitations,
  forgetOldSessions,
  forgetOldChallenges,
  forgetOldGuestCodes,
  forgetOldGuestKeys,
  forgetOldSecurityEvents,
  forgetOldMails,
  forgetOldMessages,
  forgetOldSms,
  forgetOldBuyers,
  forgetOldConsents,
  forgetUnsentImages,
  forgetUnsentReviewImages,
  forgetOldImports,
  forgetOldNotices,
  forgetOldNews,
  forgetOldPreviews,
  forgetOldStatements,
  forgetOldDrafts,
  forgetOldStockMoves,
  forgetOldRequests,
  forgetOldSearches,
  forgetOldPlaces,
  ({ db }) => db.execute(sql`select compact_counts()`),
  foldCustomers,
]

/** One that fails keeps no other from its work. */
async function forgetOldRecords(ctx: Ctx): Promise<void> {
  const failures: unknown[] = []
  for (const forget of forgetting) await forget(ctx).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures)
}

/** Does the work after the `first` pause and again after each pause, never twice at once; gives what stops it. */
function repeat(
  pause: number,
  timers: Timers,
  log: Logger,
  work: (stopping: AbortSignal) => Promise<void>,
  first: number,
): () => Promise<void> {
  const stopped = new AbortController()
  let running: Promise<void> = Promise.resolve()
  const run = () => {
    running = work(stopped.signal)
      .catch((error: unknown) => log.error({ err: error }, 'work in the background failed'))
      .then(() => {
        if (!stopped.signal.aborted) timer = timers.setTimeout(run, pause)
      })
  }
  let timer = timers.setTimeout(run, first)
  return async () => {
    stopped.abort()
    timers.clearTimeout(timer)
    await running
  }
}
