import { countOpenPayments } from '#shop/checkout/recovery.ts'
import type { Ctx } from '#shop/ctx.ts'
import { countJobs, countOpenDiscrepancies, countPayments, countWaitingMails } from '#shop/desk/metrics.ts'
import { countPicturesToDraw } from '#shop/media/ahead.ts'
import { declinedShare } from '#shop/payments/declines-watch.ts'
import { lastBackupAt } from '#shop/settings/last-backup.ts'
import type { Counts } from './metrics.ts'

/** Where /metrics finds what is counted only when asked. */
export function countsOf(ctx: Ctx): Counts {
  return {
    picturesToDraw: () => countPicturesToDraw(ctx),
    openPayments: () => countOpenPayments(ctx),
    declinedShare: () => declinedShare(ctx),
    payments: () => countPayments(ctx),
    openDiscrepancies: () => countOpenDiscrepancies(ctx),
    mails: () => countWaitingMails(ctx),
    jobs: () => countJobs(ctx),
    lastBackupAt: () => lastBackupAt(ctx.config.dataDir),
  }
}
