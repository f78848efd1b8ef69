import { and, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { resolvePayment } from '#shop/checkout/decisions.ts'
import { reconcileYesterday } from '#shop/checkout/reconciliation/reconciliation.ts'
import { settleOpenPayments } from '#shop/checkout/recovery.ts'
import { closeDiscrepancy, overviewOfPayments } from '#shop/checkout/resolution.ts'
import { endForgottenCodes } from '#shop/checkout/ways/door/confirm.ts'
import { tendTransfers } from '#shop/checkout/ways/transfer/transfer.ts'
import { ShopError } from '#shop/errors.ts'
import { endForgottenLinks } from '#shop/order-desk/links.ts'
import { decideRefund } from '#shop/orders/refund-decisions.ts'
import { cancelOrder } from '#shop/orders/status.ts'
import { paymentAttempts, refunds } from '#shop/payments/schema.ts'
import { endForgottenReservations } from '#shop/returns/exchanges/again.ts'
import { days, minutes } from '#shop/time.ts'
import { alwaysTrue, type World } from '../payment-truths.ts'
import { serveThem } from './waiting.ts'

/** The bank books everything late and answers again, and the shop works on by itself for days. */
export async function comeToRest(world: World, forward: (ms: number) => void): Promise<void> {
  const { ctx, bank, crash } = world
  crash.step = undefined
  Object.assign(bank.mood, { queriesLost: 0, refund: 'pays' })
  for (const charge of bank.charges) {
    if (charge.statedKurus < charge.amountKurus && charge.statedKurus + 1 === charge.amountKurus) charge.statedKurus++
    charge.namesAnotherOrder = false
    if (charge.status === 'LATE') bank.book(charge)
    if (charge.status === 'REVIEW') charge.status = 'DECLINED'
  }
  for (let round = 0; round < 12; round++) {
    forward(minutes(11) * 2 ** Math.min(round, 6))
    await settleOpenPayments(ctx)
    await endForgottenCodes(ctx)
    await tendTransfers(ctx)
    await endForgottenLinks(ctx)
    await endForgottenReservations(ctx)
    await serveThem(ctx)
    await alwaysTrue(world)
  }
  await cancelWaitingTransfers(world)
  await payBackByHand(world)
  await someDays(world, forward)
}

/** With a part paid a transfer waits for the owner, who ends it. */
async function cancelWaitingTransfers({ ctx }: World): Promise<void> {
  const waiting = eq(paymentAttempts.status, 'AWAITING_TRANSFER')
  for (const { orderId } of await ctx.db.select().from(paymentAttempts).where(waiting)) await cancelOrder(ctx, orderId)
}

/** The owner sees in the bank's own panel what became of refunds of which the shop has heard nothing for a day. */
export async function lookForRefunds({ ctx, bank }: World): Promise<void> {
  const open = and(eq(refunds.byHand, false), eq(refunds.status, 'REQUESTED'))
  for (const { id } of await ctx.db.select().from(refunds).where(open)) {
    const outcome = bank.charges.some((charge) => charge.refunds.has(id)) ? 'gone' : 'not-gone'
    await decideRefund(ctx, id, { outcome, note: 'Panelden bakıldı' }).catch((error: unknown) => {
      if (!(error instanceof ShopError)) throw error
    })
  }
}

/** The owner pays back what no provider can, of one order or of all. */
export async function payBackByHand({ ctx }: World, orderId?: string): Promise<void> {
  const ofOrder = orderId === undefined ? undefined : eq(refunds.orderId, orderId)
  const owed = and(eq(refunds.byHand, true), eq(refunds.status, 'REQUESTED'), ofOrder)
  for (const { id } of await ctx.db.select().from(refunds).where(owed)) {
    await decideRefund(ctx, id, { outcome: 'gone', note: 'Havale edildi' })
  }
}

/** Lets three days pass, each with the daily comparison and two recoveries, which carry refunds through. */
async function someDays({ ctx }: World, forward: (ms: number) => void): Promise<void> {
  for (let day = 0; day < 3; day++) {
    forward(days(1))
    await reconcileYesterday(ctx)
    for (let i = 0; i < 2; i++) {
      forward(minutes(11))
      await settleOpenPayments(ctx)
      await endForgottenLinks(ctx)
      await serveThem(ctx)
    }
  }
}

/** The owner gives back what waits and what was taken too much, and settles each other difference in the bank's own panel or with a note. */
export async function ownerSettles(world: World, forward: (ms: number) => void): Promise<void> {
  const { ctx, bank } = world
  for (const { id } of (await overviewOfPayments(ctx)).attempts) {
    world.decided.add(id)
    await resolvePayment(ctx, id, { action: 'refund' })
  }
  await someDays(world, forward)
  for (const found of (await overviewOfPayments(ctx)).discrepancies) {
    const { id, attemptId, providerPaymentId, oursKurus, theirsKurus, excessKurus } = found
    const charge = bank.charges.find(({ paymentId }) => paymentId === providerPaymentId)
    if (attemptId && excessKurus > 0) {
      expect(excessKurus, 'the excess is the whole difference').toBe(theirsKurus - oursKurus)
      await resolvePayment(ctx, attemptId, { action: 'refund-excess' })
    } else if (theirsKurus > oursKurus) charge?.refunds.set('panel', theirsKurus - oursKurus)
    else await closeDiscrepancy(ctx, id, 'Müşteriyle anlaşıldı')
  }
  await payBackByHand(world)
  await someDays(world, forward)
}
