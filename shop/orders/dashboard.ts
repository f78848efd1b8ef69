import { sql } from 'drizzle-orm'
import { findStockCounts } from '../catalog/stock-counts.ts'
import { type Ctx, requireAdmin } from '../ctx.ts'
import { overviewOfPayments } from '../payments/resolution.ts'
import { findSales, type SalesFigures } from './sales.ts'

/** What waits for somebody of the shop, each a number. */
export type Waiting = {
  newOrders: number
  /** Being made ready, and ready for the carrier. */
  toPrepare: number
  toShip: number
  /** Refunds that the bank has not answered yet. */
  refundsUnderWay: number
  /** Products on sale with a size that runs low, and those of which nothing is left. */
  lowStock: number
  soldOut: number
  failedMails: number
  chargedWithoutOrder: number
  paymentMismatches: number
  unreadMessages: number
}

export type Dashboard = {
  counts: { categories: number; products: number; orders: number }
  sales: SalesFigures
  waiting: Waiting
}

/** How the shop is doing, and what waits. */
export async function getDashboard(ctx: Ctx): Promise<Dashboard> {
  await requireAdmin(ctx)
  const counted = (await ctx.db.execute(sql`
    select
      (select count(*)::int from categories) as categories,
      (select coalesce(sum(n), 0)::int from product_counts) as products,
      (select coalesce(sum(n), 0)::int from order_counts) as orders,
      (select coalesce(sum(n), 0)::int from order_counts where status = 'PENDING') as new_orders,
      (select coalesce(sum(n), 0)::int from order_counts where status = 'CONFIRMED') as to_prepare,
      (select coalesce(sum(n), 0)::int from order_counts where status = 'PREPARED') as to_ship,
      (select count(*)::int from refunds where status = 'REQUESTED') as refunds_under_way,
      (select count(*)::int from mails where sent_at is null and last_error is not null) as failed_mails,
      (select count(*)::int from messages
        where read_at is null and archived_at is null and kind <> 'stock-notice') as unread_messages
  `)) as unknown as { rows: Counted[] }
  const [row] = counted.rows
  if (!row) throw new Error('an aggregate gave no row')
  const stock = await findStockCounts(ctx, row.products)
  const { summary } = await overviewOfPayments(ctx)
  return {
    counts: { categories: row.categories, products: row.products, orders: row.orders },
    sales: await findSales(ctx),
    waiting: {
      newOrders: row.new_orders,
      toPrepare: row.to_prepare,
      toShip: row.to_ship,
      refundsUnderWay: row.refunds_under_way,
      lowStock: stock.low,
      soldOut: stock.soldOut,
      failedMails: row.failed_mails,
      chargedWithoutOrder: summary.chargedWithoutOrder,
      paymentMismatches: summary.mismatches,
      unreadMessages: row.unread_messages,
    },
  }
}

type Counted = Record<
  | 'categories'
  | 'products'
  | 'orders'
  | 'new_orders'
  | 'to_prepare'
  | 'to_ship'
  | 'refunds_under_way'
  | 'failed_mails'
  | 'unread_messages',
  number
>
