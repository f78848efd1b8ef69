/**
 * The desk looks at everything: dashboard, sales, readiness, exports, deletion. Order and sale numbers are sums of counts that
 * triggers keep; sales belong to the Istanbul day of the order, and refunds are taken off that same day. In a large shop the
 * stock is counted at most every five minutes.
 */

import { sql } from 'drizzle-orm'
import { findStockCounts } from '../catalog/stock-counts.ts'
import { countShortPackages } from '../channels/market/overview.ts'
import { countPayments } from '../checkout/resolution.ts'
import { type Ctx, hasRight, requireRight } from '../ctx.ts'
import { awaitsMoney } from '../orders/order-list.ts'
import { orders } from '../orders/schema.ts'
import { countWaiting } from '../orders/waiting.ts'
import { waitsItsTurn } from '../payments/refunds.ts'
import { countReturns } from '../returns/inbox.ts'
import { findReturnSettings } from '../returns/settings.ts'
import { countOpenReviews } from '../reviews/inbox.ts'
import { findReviewSettings } from '../settings/reviews/reviews.ts'
import { after, days } from '../time.ts'
import { checkReadiness } from './readiness.ts'
import { findSales, type SalesMetrics } from './sales.ts'

/** How long a refund may wait for the bank's word, and for the owner's transfer, before it is told as late. */
const bankWait = days(1)
const byHandWait = days(3)

/** Numbers of things that wait for the staff. */
type Waiting = {
  /** New orders to work on, and new ones whose money is still to come. */
  newOrders: number
  awaitingMoney: number
  /** Confirmed orders to prepare, and prepared ones to ship. */
  toPrepare: number
  toShip: number
  /** Refunds that the bank has not answered yet, those that the owner transfers herself, and any that waits too long. */
  refundsUnderWay: number
  refundsByHand: number
  refundsLate: number
  /** Transfers of which a part came, and the rest not in time: nothing ends them but the owner. */
  transfersShort: number
  /** Products on sale with a size that is low in stock, and those without stock. */
  lowStock: number
  soldOut: number
  failedMails: number
  /** Orders that wait longer than the owner finds right. */
  lateToSend: number
  lateToDeliver: number
  /** Delivered, to be paid at the door, and the carrier has not paid out. */
  lateToCollect: number
  /** Parcels that were not delivered, as the provider of shipments says. */
  troubledParcels: number
  /** Packages of a marketplace that cannot be served: the owner decides. */
  shortPackages: number
  chargedWithoutOrder: number
  paymentMismatches: number
  unreadMessages: number
  /** Reviews that wait for a look, or were reported; 0 where there are none. */
  reviewsOpen: number
  /** Returns to approve or refuse, those that came and are not paid back, and those whose money is due soon. */
  returnsToDecide: number
  returnsToPay: number
  returnsPressing: number
  /** Returns whose parcel should have come. */
  returnsMissing: number
  /** Steps that stand between the shop and its first real shopper; 0 for who may not see them. */
  setupSteps: number
}

export type Dashboard = {
  counts: { categories: number; products: number; orders: number }
  sales: SalesMetrics
  waiting: Waiting
  /** False while the provider of payments is left alone because it did not answer. */
  paymentsAnswering: boolean
  /** Shoppers may ask for returns, or some are open. */
  easyReturns: boolean
  /** She may see how far the shop is on its way to sell. */
  setup: boolean
}

/** Returns counts, sales and waiting work for the dashboard. */
export async function getDashboard(ctx: Ctx): Promise<Dashboard> {
  requireRight(ctx, 'dashboard')
  const ago = (ms: number) => sql`${after(ctx.clock(), -ms).toISOString()}::timestamptz`
  const counted = await ctx.db.execute<Counted>(sql`
    select
      (select count(*)::int from categories) as categories,
      (select coalesce(sum(n), 0)::int from product_counts) as products,
      (select coalesce(sum(n), 0)::int from order_counts) as orders,
      (select coalesce(sum(n), 0)::int from order_counts where status = 'PENDING') as pending,
      (select count(*)::int from orders where ${awaitsMoney} and ${orders.placedAt} is not null) as awaiting_money,
      (select coalesce(sum(n), 0)::int from order_counts where status = 'CONFIRMED') as to_prepare,
      (select coalesce(sum(n), 0)::int from order_counts where status = 'PREPARED') as to_ship,
      (select count(*)::int from refunds where status = 'REQUESTED' and not by_hand) as refunds_under_way,
      (select count(*)::int from refunds where status = 'REQUESTED' and by_hand and not ${waitsItsTurn}) as refunds_by_hand,
      (select count(*)::int from refunds where status = 'REQUESTED' and created_at < case when by_hand
        then ${ago(byHandWait)} else ${ago(bankWait)} end) as refunds_late,
      (select count(*)::int from payment_attempts a join transfers t on t.attempt_id = a.id
        where a.status = 'AWAITING_TRANSFER' and a.charged_kurus > 0 and t.deadline < ${ago(0)}) as transfers_short,
      (select count(*)::int from mails where sent_at is null and last_error is not null) as failed_mails,
      (select count(*)::int from messages
        where read_at is null and archived_at is null and kind <> 'stock-notice') as unread_messages
  `)
  const [row] = counted.rows
  if (!row) throw new Error('an aggregate gave no row')
  const stock = await findStockCounts(ctx, row.products)
  const payments = await countPayments(ctx)
  const returns = await countReturns(ctx)
  const late = await countWaiting(ctx)
  return {
    counts: { categories: row.categories, products: row.products, orders: row.orders },
    sales: await findSales(ctx),
    waiting: {
      newOrders: row.pending - row.awaiting_money,
      awaitingMoney: row.awaiting_money,
      toPrepare: row.to_prepare,
      toShip: row.to_ship,
      refundsUnderWay: row.refunds_under_way,
      refundsByHand: row.refunds_by_hand,
      refundsLate: row.refunds_late,
      transfersShort: row.transfers_short,
      lowStock: stock.low,
      soldOut: stock.soldOut,
      failedMails: row.failed_mails,
      lateToSend: late['to-send'],
      lateToDeliver: late['to-deliver'],
      lateToCollect: late['to-collect'],
      troubledParcels: late['in-trouble'],
      shortPackages: await countShortPackages(ctx),
      chargedWithoutOrder: payments.chargedWithoutOrder,
      paymentMismatches: payments.mismatches,
      unreadMessages: row.unread_messages,
      reviewsOpen: (await findReviewSettings(ctx)).on ? await countOpenReviews(ctx) : 0,
      returnsToDecide: returns.toDecide,
      returnsToPay: returns.toPay,
      returnsPressing: returns.pressing,
      returnsMissing: returns.missing,
      setupSteps: await countSetupSteps(ctx),
    },
    paymentsAnswering: ctx.payments.isAnswering?.() ?? true,
    easyReturns: returns.open > 0 || (await findReturnSettings(ctx)).enabled,
    setup: hasRight(ctx, 'settings'),
  }
}

async function countSetupSteps(ctx: Ctx): Promise<number> {
  if (!hasRight(ctx, 'settings')) return 0
  const { items } = await checkReadiness(ctx)
  return items.filter(({ state }) => state === 'todo').length
}

type Counted = Record<
  | 'categories'
  | 'products'
  | 'orders'
  | 'pending'
  | 'awaiting_money'
  | 'to_prepare'
  | 'to_ship'
  | 'refunds_under_way'
  | 'refunds_by_hand'
  | 'refunds_late'
  | 'transfers_short'
  | 'failed_mails'
  | 'unread_messages',
  number
>
