import { and, eq, isNull } from 'drizzle-orm'
import { expect } from 'vitest'
import { resolvePayment } from '#shop/checkout/decisions.ts'
import { placeOrder } from '#shop/checkout/place-order.ts'
import { reconcile } from '#shop/checkout/reconciliation/reconciliation.ts'
import { settleOpenPayments } from '#shop/checkout/recovery.ts'
import { resumeThreeDs } from '#shop/checkout/three-ds.ts'
import { markCollected, markRefused } from '#shop/checkout/ways/door/collect.ts'
import { confirmAtDoor, endForgottenCodes } from '#shop/checkout/ways/door/confirm.ts'
import { receiveTransfer } from '#shop/checkout/ways/transfer/receipts.ts'
import { listReceipts, takeBackReceipt } from '#shop/checkout/ways/transfer/take-back.ts'
import { tendTransfers } from '#shop/checkout/ways/transfer/transfer.ts'
import { receiveWebhook } from '#shop/checkout/webhooks.ts'
import { newId, requireBuyer } from '#shop/ctx.ts'
import { ShopError } from '#shop/errors.ts'
import { mails } from '#shop/mail/schema.ts'
import { endForgottenLinks } from '#shop/order-desk/links.ts'
import { shownOrderId } from '#shop/order-id.ts'
import { refundItems } from '#shop/orders/refunds.ts'
import { orderItems, orders } from '#shop/orders/schema.ts'
import { cancelMyOrder, cancelOrder, changeOrderStatus } from '#shop/orders/status.ts'
import { findAttemptByConversation } from '#shop/payments/attempt-rows.ts'
import type { Resolution } from '#shop/payments/contract.ts'
import { paymentAttempts } from '#shop/payments/schema.ts'
import { endForgottenReservations } from '#shop/returns/exchanges/again.ts'
import { istanbulDay } from '#shop/time.ts'
import { aPagePayment, aPayment } from '../checkout.ts'
import type { World } from '../payment-truths.ts'
import { afterSale } from '../returns/random.ts'
import { herOf, toBuy } from './actors.ts'
import { changeBalances } from './balances.ts'
import { asShown, changeCampaigns } from './campaigns.ts'
import type { Event } from './events.ts'
import { happenToGuest } from './guests.ts'
import { changeInstallments } from './installments.ts'
import { happenByLink } from './links.ts'
import { happenToOrder } from './orders.ts'
import { lookForRefunds, payBackByHand } from './rest.ts'
import { serveThem, waitForSize } from './waiting.ts'
import { Crash } from './world.ts'

/** Lets it happen; a refusal is an answer, and a crash ends only what was under way. */
export async function happen(world: World, event: Event, forward: (ms: number) => void): Promise<void> {
  await doIt(world, event, forward)
  await serveThem(world.ctx)
}

async function doIt(world: World, event: Event, forward: (ms: number) => void): Promise<void> {
  const { ctx, bank } = world
  const n = 'n' in event && event.n !== 'all' ? event.n : 0
  const charge = bank.charges[n % Math.max(bank.charges.length, 1)]
  try {
    switch (event.do) {
      case 'buy':
        return await buy(world, event)
      case 'come back': {
        if (!charge) return
        if (charge.status === 'AWAITING_3DS' && !event.forged) charge.shopperSaid ??= event.said
        const form: Record<string, string> = event.forged ? { forged: '1' } : { said: charge.shopperSaid ?? 'yes' }
        await resumeThreeDs(ctx, charge.conversationId, form)
        return
      }
      case 'news': {
        const { conversationId = 'nobody' } = charge ?? {}
        const news = { reference: `r${event.n}`, eventType: 'API_AUTH', status: 'SUCCESS', conversationId }
        const provider = charge?.at ?? ctx.payments.name
        return await receiveWebhook(ctx, { provider, event: news, signed: event.signed })
      }
      case 'buy at the door':
        return await buyAtDoor(world, event)
      case 'enter a code':
        return await enterCode(world, event)
      case 'at the door':
        return await atDoor(world, event)
      case 'buy by transfer':
        return await buyByTransfer(world, event)
      case 'a transfer comes':
        return await transferComes(world, event)
      case 'by transfer':
        return await doToTransfer(world, event)
      case 'after the sale':
        await afterSale(world, event)
        return
      case 'campaign':
        await changeCampaigns(world, event)
        return
      case 'balances':
        await changeBalances(world, event)
        return
      case 'without an account':
        await happenToGuest(world, event)
        return
      case 'by a link':
        await happenByLink(world, event)
        return
      case 'installments':
        await changeInstallments(world, event)
        return
      case 'to an order':
        await happenToOrder(world, event)
        return
      case 'wait for a size':
        await waitForSize(world, event)
        return
      case 'other provider':
        return takeOtherProvider(world)
      case 'recover':
        await endForgottenCodes(ctx)
        await tendTransfers(ctx)
        await endForgottenLinks(ctx)
        await endForgottenReservations(ctx)
        return await settleOpenPayments(ctx)
      case 'wait':
        return forward(event.milliseconds)
      case 'cancel':
        return charge && (await cancelOrder(ctx, charge.orderId))
      case 'bank books late':
        for (const late of event.n === 'all' ? bank.charges : charge ? [charge] : []) {
          if (late.status === 'LATE') bank.book(late)
        }
        return
      case 'pay on the page':
        for (const one of event.n === 'all' ? bank.charges : charge ? [charge] : []) {
          if (one.onPage && one.status === 'AWAITING_3DS') bank.book(one)
        }
        return
      case 'bank decides':
        if (charge?.status === 'REVIEW' && event.well) bank.book(charge)
        else if (charge?.status === 'REVIEW') charge.status = 'DECLINED'
        return
      case 'owner decides':
        for (const one of event.n === 'all' ? bank.charges : charge ? [charge] : []) {
          await decide(world, one.conversationId, event.action).catch((error: unknown) => {
            if (!(error instanceof ShopError)) throw error
          })
        }
        return
      case 'compare':
        await reconcile(ctx, istanbulDay(ctx.clock()))
        return
      case 'lose questions':
        bank.mood.queriesLost = event.count
        return
      case 'refunds go':
        bank.mood.refund = event.how
        return
      case 'owner looks for refunds':
        return await lookForRefunds(world)
      case 'crash at':
        world.crash.step = event.step
    }
  } catch (error) {
    if (!(error instanceof Crash) && !(error instanceof ShopError)) throw error
  }
}

async function buy(world: World, event: Extract<Event, { do: 'buy' }>): Promise<void> {
  const { bank, product } = world
  bank.mood.charge = event.mood
  const { quantity } = event
  const body = event.onPage
    ? aPagePayment(product, { quantity })
    : aPayment(product, { quantity, installments: event.installments })
  const hers = await toBuy(world, event.shopper)
  const key = `${requireBuyer(hers)}:${quantity}:${event.key}:${event.onPage}`
  // A key that is tried again comes with what it came with first, unless its price was refused.
  const input = world.sent.get(key) ?? (await asShown(world, hers, body, event))
  world.sent.set(key, input)
  const { orderId } = await placeOrder(hers, input, key).catch((error: unknown) => {
    if (error instanceof ShopError && !world.answers.has(key)) world.sent.delete(key)
    throw error
  })
  expect(world.answers.get(key) ?? orderId, 'a key always answers with its one order').toBe(orderId)
  world.answers.set(key, orderId)
}

async function buyAtDoor(world: World, event: Extract<Event, { do: 'buy at the door' }>): Promise<void> {
  const { product, atDoor } = world
  const { orderData } = aPayment(product, { quantity: event.quantity })
  const hers = await toBuy(world, event.shopper)
  const input = await asShown(world, hers, { orderData, paymentMethod: 'CASH_ON_DELIVERY' }, event)
  const { orderId } = await placeOrder(hers, input, undefined)
  atDoor.push(orderId)
}

async function orderAtDoor({ ctx, atDoor }: World, n: number) {
  const id = atDoor[n % Math.max(atDoor.length, 1)]
  return id ? (await ctx.db.select().from(orders).where(eq(orders.id, id)))[0] : undefined
}

async function enterCode(world: World, event: Extract<Event, { do: 'enter a code' }>): Promise<void> {
  const { ctx } = world
  const order = await orderAtDoor(world, event.n)
  if (!order) return
  const mailed = (await ctx.db.select().from(mails)).filter(({ kind }) => kind === 'door-code')
  const mail = mailed.find(({ subject }) => subject.includes(shownOrderId(order.id)))
  const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? ''
  await confirmAtDoor(await herOf(world, order), order.id, event.right ? code : `${code}0`)
}

async function atDoor(world: World, event: Extract<Event, { do: 'at the door' }>): Promise<void> {
  const { ctx, collected } = world
  const order = await orderAtDoor(world, event.n)
  if (!order) return
  if (event.how === 'cancel') return cancelOrder(ctx, order.id)
  if (event.how === 'refuse') return markRefused(ctx, order.id)
  if (event.how === 'ship') {
    await changeOrderStatus(ctx, order.id, { status: 'SHIPPED' })
    return
  }
  // The carrier pays out first; an order that does not await it gets nothing.
  const before = collected.get(order.id)
  collected.set(order.id, order.totalKurus - order.creditKurus)
  await markCollected(ctx, order.id).catch((error: unknown) => {
    if (before === undefined) collected.delete(order.id)
    throw error
  })
}

async function decide({ ctx, decided }: World, conversationId: string, action: Resolution): Promise<void> {
  const attempt = await findAttemptByConversation(ctx, conversationId)
  if (!attempt) return
  // Asking decides nothing, and an excess is not the order's.
  if (action !== 'ask' && action !== 'refund-excess') decided.add(attempt.id)
  await resolvePayment(ctx, attempt.id, { action, note: 'Panelden iade edildi' })
}

/** The owner chooses the other provider for new payments; the first still answers for its own. */
function takeOtherProvider(world: World): void {
  const { payments, otherPayments: [other] = [] } = world.ctx
  if (other) world.ctx = { ...world.ctx, payments: other, otherPayments: [payments] }
}

async function buyByTransfer(world: World, event: Extract<Event, { do: 'buy by transfer' }>): Promise<void> {
  const { product, byTransfer } = world
  const { orderData } = aPayment(product, { quantity: event.quantity })
  const hers = await toBuy(world, event.shopper)
  const input = await asShown(world, hers, { orderData, paymentMethod: 'BANK_TRANSFER' }, event)
  const { orderId } = await placeOrder(hers, input, undefined)
  byTransfer.push(orderId)
}

async function transferOf({ ctx, byTransfer }: World, n: number) {
  const id = byTransfer[n % Math.max(byTransfer.length, 1)]
  if (!id) return undefined
  const [row] = await ctx.db
    .select({ attempt: paymentAttempts, order: orders })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(and(eq(orders.id, id), isNull(paymentAttempts.linkOf)))
  return row && { orderId: id, ...row }
}

async function transferComes(world: World, event: Extract<Event, { do: 'a transfer comes' }>): Promise<void> {
  const { ctx } = world
  const found = await transferOf(world, event.n)
  if (!found) return
  const due = found.attempt.amountKurus - (found.attempt.chargedKurus ?? 0)
  const amounts = { all: Math.max(due, 1), part: Math.max(Math.floor(due / 3), 1), more: Math.max(due, 0) + 500 }
  const line = event.byLine ? { lineKey: newId() } : {}
  const amountKurus = amounts[event.how]
  await receiveTransfer(ctx, found.orderId, { amountKurus, receivedAt: ctx.clock(), note: '', ...line })
}

async function doToTransfer(world: World, event: Extract<Event, { do: 'by transfer' }>): Promise<void> {
  const { ctx } = world
  const found = await transferOf(world, event.n)
  if (!found) return
  const { orderId, attempt, order } = found
  switch (event.how) {
    case 'cancel':
      return cancelOrder(ctx, orderId)
    case 'buyer cancels':
      return cancelMyOrder(await herOf(world, order), orderId)
    case 'refund an item': {
      const [item] = await ctx.db.select().from(orderItems).where(eq(orderItems.orderId, orderId))
      if (item)
        await refundItems(ctx, orderId, { items: [{ itemId: item.id, quantity: 1 }], restock: true, reason: '' })
      return
    }
    case 'take back': {
      const newest = (await listReceipts(ctx, orderId)).find(({ takenBackAt }) => !takenBackAt)
      if (newest) await takeBackReceipt(ctx, orderId, newest.id)
      return
    }
    case 'give the excess back':
      await resolvePayment(ctx, attempt.id, { action: 'refund-excess' })
      return
    case 'pay back':
      return payBackByHand(world, orderId)
  }
}
