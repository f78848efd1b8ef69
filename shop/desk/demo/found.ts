import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import type { DemoCounts } from './contract.ts'

/** Ids of the rows that are the demo's. Doubtful ones count as the owner's and are left out. */
export type FoundDemo = {
  /** Unchanged ones; of them `held` stay for orders that are not the demo's. */
  products: string[]
  held: string[]
  changed: number
  categories: string[]
  keptCategories: number
  orders: string[]
  customers: string[]
  messages: string[]
}

/** Whether there is anything left of the demo; one look at a small table. */
export async function holdsDemo(ctx: Ctx): Promise<boolean> {
  const { rows } = await ctx.db.execute(sql`select 1 from demo_rows limit 1`)
  return rows.length > 0
}

export async function findDemo(ctx: Ctx): Promise<FoundDemo> {
  const marked = await ctx.db.execute<{ id: string; own: boolean }>(sql`
    select p.id, p.version <> d.version as own
    from demo_rows d join products p on p.id = d.id where d.kind = 'product' order by p.id`)
  const products = marked.rows.filter(({ own }) => !own).map(({ id }) => id)
  const { customers, orders } = await findTrials(ctx, products)
  const held = await idsOf(ctx, heldBy(products, orders))
  const { categories, kept } = await findCategories(ctx, products)
  const messages = await idsOf(ctx, messagesOf(products, customers))
  const changed = marked.rows.length - products.length
  return { products, held, changed, categories, keptCategories: kept, orders, customers, messages }
}

export function countsOf(found: FoundDemo): DemoCounts {
  const { products, held, changed, categories, keptCategories, orders, customers, messages } = found
  return {
    products: products.length - held.length,
    retired: held.length,
    changed,
    categories: categories.length,
    keptCategories,
    orders: orders.length,
    customers: customers.length,
    messages: messages.length,
  }
}

export const list = (ids: string[]) => sql`${sql.param(ids)}::uuid[]`

async function idsOf(ctx: Ctx, query: SQL): Promise<string[]> {
  const { rows } = await ctx.db.execute<{ id: string }>(query)
  return rows.map(({ id }) => id)
}

/**
 * Orders of nothing but the demo's products, whose money was only ever the demo bank's; and the customers who have placed no
 * other ones and got no credit from the owner.
 */
async function findTrials(ctx: Ctx, products: string[]): Promise<{ orders: string[]; customers: string[] }> {
  const { rows } = await ctx.db.execute<{ id: string; customer: string | null; credited: boolean }>(sql`
    with trials as (
      select o.id, o.user_id from orders o
      where not o.manual
        and exists (select 1 from payment_attempts a where a.order_id = o.id)
        and not exists (select 1 from payment_attempts a where a.order_id = o.id and a.provider <> 'demo')
        -- A gift card is money that the owner owes somebody, and its book is never cut.
        and not exists (select 1 from gift_card_uses g where g.order_id = o.id)
        and exists (select 1 from order_items i where i.order_id = o.id)
        and not exists (
          select 1 from order_items i
          where i.order_id = o.id and (i.product_id is null or not i.product_id = any(${list(products)})))
    ), customers as (
      select u.id from users u
      where u.role = 'USER' and exists (select 1 from trials t where t.user_id = u.id)
        and not exists (
          select 1 from orders o where o.user_id = u.id and not exists (select 1 from trials t where t.id = o.id))
        and not exists (
          select 1 from credit_entries e where e.user_id = u.id and e.cause in ('gift', 'taken-back'))
        and not exists (select 1 from audit_entries a where a.actor_id = u.id)
    )
    select t.id, c.id as customer, exists (
      select 1 from credit_entries e
      where e.order_id = t.id or e.refund_id in (select r.id from refunds r where r.order_id = t.id)
    ) as credited
    from trials t left join customers c on c.id = t.user_id
    order by t.id`)
  // Credit of a customer who stays is her own money, and its book is never cut.
  const orders = rows.filter(({ customer, credited }) => customer !== null || !credited)
  return {
    orders: orders.map(({ id }) => id),
    customers: [...new Set(orders.flatMap(({ customer }) => customer ?? []))],
  }
}

/** Products that other orders and exchanges hold. */
function heldBy(products: string[], orders: string[]): SQL {
  return sql`
    select p.id from products p
    where p.id = any(${list(products)}) and (
      exists (
        select 1 from order_items i
        where (i.product_id = p.id or i.variant_id in (select v.id from variants v where v.product_id = p.id))
          and not i.order_id = any(${list(orders)}))
      or exists (
        select 1 from return_items r join returns t on t.id = r.return_id join variants v on v.id = r.new_variant_id
        where v.product_id = p.id and not t.order_id = any(${list(orders)})))`
}

async function findCategories(ctx: Ctx, products: string[]): Promise<{ categories: string[]; kept: number }> {
  const { rows } = await ctx.db.execute<{ id: string; used: boolean }>(sql`
    select c.id, exists (
      select 1 from products p
      where p.category_id = c.id and p.deleted_at is null and not p.id = any(${list(products)})
    ) as used
    from demo_rows d join categories c on c.id = d.id and c.version = d.version
    where d.kind = 'category' order by c.position`)
  const categories = rows.filter(({ used }) => !used).map(({ id }) => id)
  return { categories, kept: rows.length - categories.length }
}

/** Messages of those customers, and requests to be told when a size of those products is back. */
function messagesOf(products: string[], customers: string[]): SQL {
  return sql`
    select m.id from messages m
    where m.email in (select u.email from users u where u.id = any(${list(customers)}))
      or (m.kind = 'stock-notice' and m.body->>'productId' = any(${sql.param(products)}::text[]))`
}
