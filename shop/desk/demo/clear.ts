/**
 * Clears the demo in one transaction: what the shop was filled with (marked while it was filled), the trial orders of it that
 * only the demo bank was paid for, and the customers who placed nothing else. Rows that the owner changed stay; a
 * product that another order holds is retired. Sizes are locked first, as a checkout does, so that no order comes between.
 */

import { eq, type SQL, sql } from 'drizzle-orm'
import { recordChange } from '../../audit/audit.ts'
import { deleteCategory } from '../../catalog/categories.ts'
import { deleteProduct } from '../../catalog/edits/product-edits.ts'
import { categories } from '../../catalog/schema.ts'
import { announceCatalogChange } from '../../catalog-changes.ts'
import { type Ctx, inRetriedTransaction, requireRight } from '../../ctx.ts'
import { ShopError } from '../../errors.ts'
import { Rhythm, rhythmKey } from '../../settings/rhythm.ts'
import { findSetting, saveSetting } from '../../settings/settings.ts'
import type { DemoCounts } from './contract.ts'
import { countsOf, type FoundDemo, findDemo, holdsDemo, list } from './found.ts'
import { demoRows } from './schema.ts'

/** The effect that clearing would have now. `present`: whether anything of the demo is left. */
export async function previewClearing(ctx: Ctx): Promise<{ present: boolean; counts: DemoCounts }> {
  requireRight(ctx, 'settings')
  return { present: await holdsDemo(ctx), counts: countsOf(await findDemo(ctx)) }
}

/** CONFLICT while a trial payment is under way, or when nothing is left of the demo. Says what went. */
export async function clearDemo(ctx: Ctx): Promise<DemoCounts> {
  const actorId = requireRight(ctx, 'settings')
  return inRetriedTransaction(ctx, async (ctx) => {
    await lockDemo(ctx)
    if (!(await holdsDemo(ctx))) throw new ShopError('CONFLICT', 'Mağazanızda demo verisi kalmadı.')
    const found = await findDemo(ctx)
    await refuseOpenMoney(ctx, found.orders)
    const shop: Ctx = { ...ctx, actor: { kind: 'system' } }
    await markTrials(ctx, found)
    await removeMessages(ctx, found)
    await removeOrders(ctx, found.orders)
    await removeCustomers(ctx, found.customers)
    await ctx.db.execute(sql`delete from reviews where demo`)
    await removeProducts(shop, found)
    await removeCategories(shop, found.categories)
    await ctx.db.delete(demoRows)
    const counts = countsOf(found)
    const subject = { id: 'demo', name: 'Demo verileri' }
    await recordChange(ctx, { action: 'demo.clear', subject, after: factsOf(counts), ...(actorId && { actorId }) })
    await announceCatalogChange(ctx, 'everything')
    return counts
  })
}

function factsOf({ products, retired, categories, orders, customers, messages }: DemoCounts) {
  return {
    removedProducts: products + retired,
    removedCategories: categories,
    removedOrders: orders,
    removedCustomers: customers,
    removedMessages: messages,
  }
}

/** Locks in the order of a checkout. When two people clear at once, the second finds nothing. */
async function lockDemo(ctx: Ctx): Promise<void> {
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtext('butik.clear-demo'))`)
  const marked = sql`select id from demo_rows where kind = 'product'`
  await ctx.db.execute(sql`select 1 from products where id in (${marked}) order by id for update`)
  await ctx.db.execute(sql`select 1 from variants where product_id in (${marked}) order by id for update`)
}

async function refuseOpenMoney(ctx: Ctx, orders: string[]): Promise<void> {
  const { rows } = await ctx.db.execute(sql`
    select 1 from payment_attempts where order_id = any(${list(orders)})
      and status in ('STARTED', 'AWAITING_3DS', 'PENDING', 'UNKNOWN')
    union all
    select 1 from refunds where order_id = any(${list(orders)}) and status = 'REQUESTED'
    limit 1`)
  if (rows.length === 0) return
  const message = 'Şu anda süren bir deneme ödemesi ya da iadesi var; birkaç dakika sonra yeniden deneyin.'
  throw new ShopError('CONFLICT', message)
}

/** The database lets contracts and books of marked ones go, and of nobody else. */
async function markTrials(ctx: Ctx, { orders, customers }: FoundDemo): Promise<void> {
  await ctx.db.execute(sql`
    insert into demo_rows (kind, id)
    select 'order', unnest(${list(orders)}) union all select 'customer', unnest(${list(customers)})
    on conflict do nothing`)
}

async function removeMessages(ctx: Ctx, { messages, customers }: FoundDemo): Promise<void> {
  const theirs = sql`select email from users where id = any(${list(customers)})`
  await remove(ctx, [
    sql`messages where id = any(${list(messages)})`,
    sql`stock_requests where email in (${theirs})`,
    sql`mails where to_email in (${theirs})`,
  ])
}

async function removeOrders(ctx: Ctx, ids: string[]): Promise<void> {
  const orders = list(ids)
  const attempts = sql`(select id from payment_attempts where order_id = any(${orders}))`
  const refunds = sql`(select id from refunds where order_id = any(${orders}))`
  const returns = sql`(select id from returns where order_id = any(${orders}))`
  const charges = sql`(select payment_id from demo_bank.charges where order_id = any(${orders}))`
  const conversations = sql`(select conversation_id from payment_attempts where order_id = any(${orders}))`
  await remove(ctx, [
    sql`mails where contracts_of = any(${orders}) or order_link_of = any(${orders})`,
    sql`credit_entries where order_id = any(${orders}) or refund_id in ${refunds}`,
    sql`return_images where return_id in ${returns}`,
    sql`return_items where return_id in ${returns}`,
    sql`returns where order_id = any(${orders})`,
    sql`refund_items where refund_id in ${refunds}`,
    sql`item_refunds where order_id = any(${orders})`,
    sql`refunds where order_id = any(${orders})`,
    sql`idempotency_keys where attempt_id in ${attempts}`,
    sql`payment_events where attempt_id in ${attempts}`,
    sql`payment_findings where order_id = any(${orders}) or attempt_id in ${attempts}`,
    sql`payment_webhooks where conversation_id in ${conversations}`,
    sql`transfer_receipts where attempt_id in ${attempts}`,
    sql`transfers where attempt_id in ${attempts}`,
    sql`payment_attempts where order_id = any(${orders})`,
    sql`demo_bank.refunds where payment_id in ${charges}`,
    sql`demo_bank.charges where order_id = any(${orders})`,
    sql`order_contracts where order_id = any(${orders})`,
    sql`order_events where order_id = any(${orders})`,
    sql`order_invoices where order_id = any(${orders})`,
    sql`order_notes where order_id = any(${orders})`,
    sql`order_items where order_id = any(${orders})`,
    sql`orders where id = any(${orders})`,
  ])
}

async function removeCustomers(ctx: Ctx, ids: string[]): Promise<void> {
  const users = list(ids)
  await remove(ctx, [
    sql`consent_states where user_id = any(${users})`,
    sql`consent_events e where e.user_id = any(${users}) and not exists (select 1 from consent_states s where s.recipient = e.recipient)`,
    sql`credit_entries where user_id = any(${users})`,
    sql`credit_accounts where user_id = any(${users})`,
    sql`return_images where user_id = any(${users})`,
    sql`idempotency_keys where user_id = any(${users})`,
    sql`users where id = any(${users})`,
  ])
}

/** A look of which fewer than two pieces are left is none. */
async function removeProducts(ctx: Ctx, { products, held }: FoundDemo): Promise<void> {
  const kept = new Set(held)
  const gone = list(products.filter((id) => !kept.has(id)))
  const variants = sql`(select id from variants where product_id = any(${gone}))`
  await remove(ctx, [
    sql`slug_redirects where kind = 'product' and target_id = any(${gone})`,
    sql`price_history where variant_id in ${variants}`,
    sql`looks l where exists (select 1 from look_pieces p where p.look_id = l.id and p.product_id = any(${list(products)}))
      and (select count(*) from look_pieces p where p.look_id = l.id and not p.product_id = any(${list(products)})) < 2`,
    sql`products where id = any(${gone})`,
  ])
  const { rows } = await ctx.db.execute<{ id: string }>(
    sql`select id from products where id = any(${list(held)}) and deleted_at is null order by id`,
  )
  for (const { id } of rows) await deleteProduct(ctx, id)
  // Colors of a design whose others went.
  await remove(ctx, [
    sql`product_groups g where exists (select 1 from demo_rows d where d.kind = 'group' and d.id = g.id)
      and (select count(*) from product_group_members m where m.group_id = g.id) < 2`,
  ])
}

/** Tiles of the lists that lead to one of them lead nowhere, and go with it. */
async function removeCategories(ctx: Ctx, ids: string[]): Promise<void> {
  const links = new Set<string>()
  for (const id of ids) {
    const [category] = await ctx.db.select({ slug: categories.slug }).from(categories).where(eq(categories.id, id))
    if (category) links.add(`/${category.slug}`)
    await deleteCategory(ctx, id)
  }
  const rhythm = await findSetting(ctx, rhythmKey, Rhythm)
  if (!rhythm?.areas.some(({ tiles }) => tiles.some(({ link }) => links.has(link)))) return
  const areas = rhythm.areas.map((area) => ({ ...area, tiles: area.tiles.filter(({ link }) => !links.has(link)) }))
  await saveSetting(ctx, rhythmKey, { areas } satisfies Rhythm)
}

async function remove(ctx: Ctx, parts: SQL[]): Promise<void> {
  for (const part of parts) await ctx.db.execute(sql`delete from ${part}`)
}
