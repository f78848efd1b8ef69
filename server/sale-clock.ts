import { concernsSales } from '#shop/catalog/sales/signal.ts'
import { tendSales } from '#shop/catalog/sales/tend.ts'
import type { Ctx } from '#shop/ctx.ts'
import type { CatalogChange } from '#shop/ports.ts'
import { after, seconds } from '#shop/time.ts'
import type { Timers } from './background.ts'

export type SaleClock = {
  /** Looks again for the next start or end where the change may have moved it. */
  onCatalogChange(change: CatalogChange): void
  stop(): Promise<void>
}

/**
 * Starts and ends sales at their minute. While none is planned or has an end nothing ticks and the database is not asked.
 * Otherwise the clock is read each second, so that one that jumps is followed within a second.
 */
export async function openSaleClock(newCtx: () => Ctx, timers: Timers = globalThis): Promise<SaleClock> {
  let next: Date | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  /** Something may have changed while the sales were read. */
  let again = false
  let running: Promise<void> | undefined

  async function tend(): Promise<void> {
    const ctx = newCtx()
    try {
      do {
        again = false
        next = await tendSales(ctx)
      } while (again && !stopped)
    } catch (error) {
      ctx.log.error({ err: error }, 'sales could not be started or ended; tried again in a second')
      next = after(ctx.clock(), seconds(1))
    }
  }

  function run(): void {
    timers.clearTimeout(timer)
    again = true
    running ??= tend().finally(() => {
      running = undefined
      wait()
    })
  }

  function wait(): void {
    if (stopped || running || !next) return
    const left = next.getTime() - newCtx().clock().getTime()
    timer = timers.setTimeout(left > 0 ? wakeUp : run, Math.min(seconds(1), Math.max(left, 0)))
  }

  function wakeUp(): void {
    if (next && next <= newCtx().clock()) run()
    else wait()
  }

  // Sales that were due while no process ran begin or end before anything is served.
  next = await tendSales(newCtx())
  wait()
  return {
    onCatalogChange(change) {
      if (!stopped && concernsSales(change)) run()
    },
    async stop() {
      stopped = true
      timers.clearTimeout(timer)
      await running
    },
  }
}
