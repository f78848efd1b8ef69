import fc from 'fast-check'
import { alwaysTrue, trueAtRest, trueWhenSettled } from '#test/payment-truths.ts'
import { test } from '#test/shop.ts'
import { aHistory } from '#test/ways/events.ts'
import { happen } from '#test/ways/happen.ts'
import { comeToRest, ownerSettles } from '#test/ways/rest.ts'
import { aWorld } from '#test/ways/world.ts'

class Undo extends Error {}

const numRuns = Number(process.env.PAYMENT_RUNS ?? 20)

/** Cards, the bank's own page, transfers, the door and payment links, at two providers, with installments, campaigns, balances, guests, changed orders, returns and exchanges, in one history. */
test('whatever happens in whatever order, money, orders and stock agree', { timeout: numRuns * 15_000 }, async ({
  ctx,
  clock,
}) => {
  await fc.assert(
    fc.asyncProperty(aHistory, async (events) => {
      const start = clock.now
      await ctx.db
        .transaction(async (tx) => {
          const world = await aWorld({ ...ctx, db: tx })
          for (const event of events) {
            await happen(world, event, (ms) => clock.forward(ms))
            await alwaysTrue(world)
          }
          await comeToRest(world, (ms) => clock.forward(ms))
          await trueAtRest(world)
          await ownerSettles(world, (ms) => clock.forward(ms))
          await trueWhenSettled(world)
          throw new Undo()
        })
        .catch((error: unknown) => {
          if (!(error instanceof Undo)) throw error
        })
      clock.now = start
    }),
    { numRuns, endOnFailure: true },
  )
})
