import { expect, vi } from 'vitest'
import { getProduct } from '#shop/catalog/products.ts'
import { planSale } from '#shop/catalog/sales/plan.ts'
import type { Ctx } from '#shop/ctx.ts'
import { after, hours, minutes, seconds } from '#shop/time.ts'
import { aProduct } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import type { Timers } from './background.ts'
import { openSaleClock } from './sale-clock.ts'

/** One timer, which the test lets ring. */
class Bell implements Timers {
  pause: number | undefined
  private work: (() => void) | undefined

  setTimeout(work: () => void, pause: number): NodeJS.Timeout {
    this.work = work
    this.pause = pause
    return setTimeout(() => {}).unref()
  }

  clearTimeout(): void {
    this.work = undefined
    this.pause = undefined
  }

  ring(): void {
    const { work } = this
    this.clearTimeout()
    work?.()
  }
}

async function opened(ctx: Ctx) {
  const bell = new Bell()
  const newCtx = vi.fn(() => ctx)
  const clock = await openSaleClock(newCtx, bell)
  const { onCatalogChange } = ctx
  ctx.onCatalogChange = (change, id) => {
    onCatalogChange(change, id)
    clock.onCatalogChange(change)
  }
  return { bell, clock, newCtx }
}

test('while no sale is planned nothing ticks, and other changes ask nothing', async ({ ctx }) => {
  const { bell, clock, newCtx } = await opened(ctx)
  expect(bell.pause).toBeUndefined()
  newCtx.mockClear()
  clock.onCatalogChange({ productIds: ['some product'] })
  expect(newCtx).not.toHaveBeenCalled()
  await clock.stop()
})

test('a sale starts and ends at its moment, heard of while the clock runs, and is looked for each second', async ({
  ctx,
  clock: time,
}) => {
  const { bell, clock } = await opened(ctx)
  const { id } = await aProduct(ctx, { variants: [{ priceKurus: 100_000 }] })
  const price = async () => (await getProduct(ctx, id)).priceKurus
  await planSale(ctx, {
    productIds: [id],
    percent: 10,
    from: after(time.now, minutes(5)),
    to: after(time.now, hours(1)),
  })
  await expect.poll(() => bell.pause).toBe(seconds(1))
  time.forward(minutes(5) - 250)
  bell.ring()
  expect(bell.pause).toBe(250)
  time.forward(250)
  bell.ring()
  await expect.poll(price).toBe(90_000)
  await expect.poll(() => bell.pause).toBe(seconds(1))
  // A clock that jumps.
  time.forward(hours(5))
  bell.ring()
  await expect.poll(price).toBe(100_000)
  await expect.poll(() => bell.pause).toBeUndefined()
  await clock.stop()
})

test('what was due before the start of the process is done when it opens', async ({ ctx, clock: time }) => {
  const { id } = await aProduct(ctx, { variants: [{ priceKurus: 100_000 }] })
  await planSale(ctx, { productIds: [id], percent: 10, from: after(time.now, minutes(5)) })
  time.forward(minutes(6))
  const { clock } = await opened(ctx)
  expect((await getProduct(ctx, id)).priceKurus).toBe(90_000)
  await clock.stop()
})

test('while the database is away it is tried again each second', async ({ ctx, clock: time }) => {
  const { bell, clock, newCtx } = await opened(ctx)
  const { id } = await aProduct(ctx, { variants: [{ priceKurus: 100_000 }] })
  await planSale(ctx, { productIds: [id], percent: 10, from: after(time.now, minutes(5)) })
  await expect.poll(() => bell.pause).toBe(seconds(1))
  const db = new Proxy(ctx.db, {
    get: () => () => {
      throw new Error('away')
    },
  })
  newCtx.mockReturnValue({ ...ctx, db })
  time.forward(minutes(5))
  bell.ring()
  await expect.poll(() => bell.pause).toBe(seconds(1))
  newCtx.mockReturnValue(ctx)
  time.forward(seconds(1))
  bell.ring()
  await expect.poll(async () => (await getProduct(ctx, id)).priceKurus).toBe(90_000)
  await clock.stop()
})
