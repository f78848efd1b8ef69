import { sql } from 'drizzle-orm'
import { lowStock } from '../catalog/contract.ts'
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
      (select count(*)::int from products where deleted_at is null) as products,
      (select count(*)::int from orders where paid_at is not null) as orders,
      (select count(*)::int from orders where paid_at is not null and status = 'PENDING') as new_orders,
      (select count(*)::int from orders where paid_at is not null and status = 'CONFIRMED') as to_prepare,
      (select count(*)::int from orders where paid_at is not null and status = 'PREPARED') as to_ship,
      (select count(*)::int from refunds where status = 'REQUESTED') as refunds_under_way,
      (select count(*)::int from mails where sent_at is null and last_error is not null) as failed_mails,
      (select count(*)::int from messages
        where read_at is null and archived_at is null and kind <> 'stock-notice') as unread_messages,
      count(*) filter (where low)::int as low_stock,
      count(*) filter (where units = 0)::int as sold_out
    from (
      select coalesce(sum(v.stock), 0) as units, bool_or(v.stock between 1 and ${lowStock}) as low
      from products p left join variants v on v.product_id = p.id and v.retired_at is null
      where p.deleted_at is null and p.published_at is not null
      group by p.id
    ) stocks
  `)) as unknown as { rows: Counted[] }
  const [row] = counted.rows
  if (!row) throw new Error('an aggregate gave no row')
  const { summary } = await overviewOfPayments(ctx)
  return {
    counts: { categories: row.categories, products: row.products, orders: row.orders },
    sales: await findSales(ctx),
    waiting: {
      newOrders: row.new_orders,
      toPrepare: row.to_prepare,
      toShip: row.to_ship,
      refundsUnderWay: row.refunds_under_way,
      lowStock: row.low_stock,
      soldOut: row.sold_out,
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
  | 'unread_messages'
  | 'low_stock'
  | 'sold_out',
  number
>
