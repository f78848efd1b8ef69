import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/database.ts'
import { auditReports } from './books/reports.ts'
import { all } from './books/rows.ts'

/** A charge of a bank outside the shop's database, with the demo bank's names of columns. */
export type BankCharge = { order_id: string; amount_kurus: number; refunded_kurus: number }

/** Returns the discrepancies between bank, orders and stock, as sentences; empty when the books are right. */
export async function auditBooks(db: Db, initialStock: Map<string, number>, charges?: BankCharge[]): Promise<string[]> {
  const charged = charges
    ? sql`(select * from json_to_recordset(${JSON.stringify(charges)}::json)
        as c(order_id uuid, amount_kurus int, refunded_kurus int)) charges`
    : sql`(select order_id, amount_kurus, refunded_kurus from demo_bank.charges where status = 'CHARGED') charges`
  return [
    ...(await auditMoney(db, sql`(select * from ${charged} union all select * from ${transferred})`)),
    ...(await auditStock(db, initialStock)),
    ...(await auditMoves(db)),
    ...(await auditReturns(db)),
    ...(await auditExchanges(db)),
    ...(await auditCredit(db)),
    ...(await auditGifts(db)),
    ...(await auditCampaigns(db)),
    ...(await auditReports(db)),
    ...(await auditRest(db)),
  ]
}

/** Money that came by transfer, less what the owner gave back by hand; a payment's receipts are one. */
const transferred = sql`(select a.order_id, sum(t.amount_kurus)::int as amount_kurus,
    coalesce((select sum(r.amount_kurus) from refunds r
      where r.attempt_id = a.id and r.by_hand and r.status = 'SUCCEEDED'), 0)::int as refunded_kurus
  from transfer_receipts t join payment_attempts a on a.id = t.attempt_id
  where t.taken_back_at is null group by a.id) transferred`

async function auditMoney(db: Db, charged: SQL): Promise<string[]> {
  const money = await all(
    db,
    sql`
    select coalesce(o.id, c.order_id) as id, c.charged, o.owed
    from (select order_id, sum(amount_kurus - refunded_kurus)::int as charged
          from ${charged} c where amount_kurus > refunded_kurus group by order_id) c
    full join (select id, kept as owed from (
        -- The money stays for which its buyer took store credit: of a cancelled order, and what was taken beyond the total.
        select id, greatest(credit_back_kurus - credit_kurus + moved_kurus
            - case when exchanged_at is null then 0 else exchange_kurus - exchange_back_kurus end,
          case when status = 'CANCELLED' then 0 else total_kurus - credit_kurus - exchange_kurus - coalesce((select sum(r.amount_kurus) from refunds r
            join payment_attempts a on a.id = r.attempt_id and a.status = 'SUCCEEDED'
            where a.order_id = orders.id and r.status = 'SUCCEEDED' and r.reason not in ('excess', 'change')), 0)::int end) as kept
        from orders where paid_at is not null
          and payment_method <> 'CASH_ON_DELIVERY') open_orders where kept > 0) o on o.id = c.order_id
    where c.charged is distinct from o.owed`,
  )
  const twice = await all(
    db,
    sql`select order_id, count(*)::int as n from ${charged} c group by order_id having count(*) > 1`,
  )
  return [
    ...money.map((row) => `order ${row.id}: the bank holds ${row.charged}, the order says ${row.owed}`),
    ...(await auditDoor(db)),
    ...twice.map((row) => `order ${row.order_id} was charged ${row.n} times`),
  ]
}

/** Money marked as collected at the door, against the orders: all of it once, and none of unconfirmed ones. */
async function auditDoor(db: Db): Promise<string[]> {
  const wrong = await all(
    db,
    sql`select o.id, coalesce(sum(a.charged_kurus) filter (where a.status = 'SUCCEEDED'), 0)::int as collected,
        case when o.paid_at is null then 0 else o.total_kurus - o.credit_kurus end as owed
      from orders o left join payment_attempts a on a.order_id = o.id
      where o.payment_method = 'CASH_ON_DELIVERY' group by o.id
      having coalesce(sum(a.charged_kurus) filter (where a.status = 'SUCCEEDED'), 0)
        <> case when o.paid_at is null then 0 else o.total_kurus - o.credit_kurus end`,
  )
  return wrong.map((row) => `order ${row.id}: collected ${row.collected} at the door, the order says ${row.owed}`)
}

/** The discounts of orders by campaigns, against their lines and the limits of the campaigns. */
export async function auditCampaigns(db: Db): Promise<string[]> {
  const discounts = await all(
    db,
    sql`select o.id, o.discount_kurus, (select coalesce(sum(i.discount_kurus * i.quantity), 0)::int
        from order_items i where i.order_id = o.id) as taken
      from orders o where not manual and o.discount_kurus <> (select coalesce(sum(i.discount_kurus * i.quantity), 0)
        from order_items i where i.order_id = o.id)`,
  )
  const uses = await all(
    db,
    sql`select c.id, c.used, count(u.order_id)::int as held from campaigns c
      left join campaign_uses u on u.campaign_id = c.id and u.given_back_at is null
      where c.total_limit is not null group by c.id having c.used <> count(u.order_id)`,
  )
  const people = await all(
    db,
    sql`select p.campaign_id, p.person, p.used from campaign_people p where p.used <> (select count(*) from campaign_uses u
      where u.campaign_id = p.campaign_id and p.person = any(u.people) and u.given_back_at is null)`,
  )
  const failed = await all(
    db,
    sql`select o.id from campaign_uses u join orders o on o.id = u.order_id
      where u.given_back_at is null and o.payment_status = 'FAILED'`,
  )
  return [
    ...discounts.map((row) => `order ${row.id}: its discount is ${row.discount_kurus}, its lines say ${row.taken}`),
    ...uses.map((row) => `campaign ${row.id}: ${row.used} uses are counted, ${row.held} orders hold it`),
    ...people.map((row) => `campaign ${row.campaign_id}: ${row.used} uses of ${row.person} are counted, not held`),
    ...failed.map((row) => `order ${row.id} ended without money and holds its campaign`),
  ]
}

async function auditStock(db: Db, initialStock: Map<string, number>): Promise<string[]> {
  const sold = await all(
    db,
    sql`
    select v.id, v.stock + (select count(*)::int from stock_requests w
      where w.variant_id = v.id and w.hold = 'held') as stock,
      -- Units of a parcel on its way stay off the shelf when its order is canceled, unless the owner says otherwise; of
      -- those that went back to it the ones stay off that had come back faulty, or were paid back and not put on sale.
      coalesce(sum(case when o.status = 'CANCELLED' and o.stock_returned_at is not null
        then greatest(back.faulty, i.refunded_quantity - back.units) else i.quantity - back.units end) filter (where o.placed_at is not null), 0)::int as sold
    from variants v left join order_items i on i.variant_id = v.id left join orders o on o.id = i.order_id
    left join lateral (select
      coalesce((select sum(ri.quantity) from refund_items ri
        join item_refunds ir on ir.refund_id = ri.refund_id and ir.restock
        join refunds r on r.id = ri.refund_id and r.status = 'SUCCEEDED' where ri.order_item_id = i.id), 0)
      + coalesce((select sum(ti.quantity) from return_items ti
        join returns t on t.id = ti.return_id and t.shelved_at is not null
        where ti.order_item_id = i.id and ti.condition = 'AS_NEW'), 0) as units,
      coalesce((select sum(ti.quantity) from return_items ti
        join returns t on t.id = ti.return_id and t.shelved_at is not null
        where ti.order_item_id = i.id and ti.condition <> 'AS_NEW'), 0) as faulty) back on true
    group by v.id`,
  )
  return sold.flatMap(({ id, stock, sold: units }) => {
    const initial = initialStock.get(String(id))
    return initial === Number(stock) + Number(units)
      ? []
      : [`variant ${id}: ${stock} left and ${units} sold of ${initial}`]
  })
}

/** The history of each size: every move begins where the last one ended, and the last one ends at the stock. */
async function auditMoves(db: Db): Promise<string[]> {
  const wrong = await all(
    db,
    sql`select m.variant_id as id, m.before, m.after, m.earlier, v.stock from (
        select variant_id, before, after, lag(after) over of_size as earlier, lead(id) over of_size as next
        from stock_moves window of_size as (partition by variant_id order by id)) m
      join variants v on v.id = m.variant_id
      where m.before <> coalesce(m.earlier, m.before) or (m.next is null and m.after <> v.stock)`,
  )
  return wrong.map(
    (row) =>
      `variant ${row.id}: ${row.earlier} was followed by ${row.before} → ${row.after}, its stock is ${row.stock}`,
  )
}

/** Units in open returns, which end with their order, pieces that came back faulty, and money that a return says is back. */
export async function auditReturns(db: Db): Promise<string[]> {
  const held = await all(
    db,
    sql`select i.id, i.returning_quantity, coalesce(sum(ti.quantity) filter (where t.status in
        ('REQUESTED', 'APPROVED', 'ON_ITS_WAY', 'RECEIVED') and t.refund_id is null), 0)::int as held
      from order_items i left join return_items ti on ti.order_item_id = i.id left join returns t on t.id = ti.return_id
      group by i.id having i.returning_quantity <> coalesce(sum(ti.quantity) filter (where t.status in
        ('REQUESTED', 'APPROVED', 'ON_ITS_WAY', 'RECEIVED') and t.refund_id is null), 0)`,
  )
  const faulty = await all(
    db,
    sql`select coalesce(f.variant_id, c.variant_id) as id, f.units, c.came from faulty_stock f
      full join (select i.variant_id, sum(ti.quantity)::int as came from return_items ti
        join returns t on t.id = ti.return_id and t.shelved_at is not null
        join order_items i on i.id = ti.order_item_id where ti.condition <> 'AS_NEW' group by i.variant_id) c
        on c.variant_id = f.variant_id where f.units is distinct from c.came`,
  )
  const unpaid = await all(
    db,
    sql`select t.id, t.status, r.status as refund from returns t join refunds r on r.id = t.refund_id
      where (t.status = 'COMPLETED') <> (r.status = 'SUCCEEDED')`,
  )
  const stuck = await all(
    db,
    sql`select t.id, o.id as order_id from returns t join orders o on o.id = t.order_id where t.kind = 'RETURN'
      and t.status in ('REQUESTED', 'APPROVED', 'ON_ITS_WAY', 'RECEIVED') and o.status = 'CANCELLED'`,
  )
  return [
    ...stuck.map((row) => `return ${row.id} is open, its order ${row.order_id} cancelled`),
    ...held.map((row) => `item ${row.id}: ${row.returning_quantity} units returning, its returns hold ${row.held}`),
    ...faulty.map((row) => `variant ${row.id}: ${row.units} faulty, ${row.came} came back so`),
    ...unpaid.map((row) => `return ${row.id} is ${row.status}, its refund ${row.refund}`),
  ]
}

/** Money that stays in a payment for orders in exchange, against those orders; none of it is given twice. */
export async function auditExchanges(db: Db): Promise<string[]> {
  const moved = await all(
    db,
    sql`select o.id, o.moved_kurus, coalesce(n.kurus, 0) as promised from orders o
      left join (select exchange_of, sum(case when exchanged_at is null and status = 'CANCELLED' then 0
        else exchange_kurus - exchange_back_kurus end)::int as kurus from orders where exchange_of is not null group by exchange_of) n
        on n.exchange_of = o.id
      where o.moved_kurus <> coalesce(n.kurus, 0)`,
  )
  // An excess that the bank took goes back by itself or with the last piece. A late charge was never the order's, and a
  // change lowered its total.
  const over = await all(
    db,
    sql`select o.id, sum(r.amount_kurus + r.credit_kurus)::int as back, (o.total_kurus + a.excess)::int as total_kurus
      from orders o join refunds r on r.order_id = o.id
      cross join lateral (select coalesce(sum(greatest(0, charged_kurus - amount_kurus)), 0) as excess from payment_attempts
        where order_id = o.id and status = 'SUCCEEDED') a
      where o.exchanged_at is not null and r.status <> 'FAILED' and r.reason not in ('late-charge', 'change')
      group by o.id, a.excess having sum(r.amount_kurus + r.credit_kurus) > o.total_kurus + a.excess`,
  )
  const over2 = await all(
    db,
    sql`select a.order_id as id from payment_attempts a join orders o on o.id = a.order_id where a.status = 'SUCCEEDED'
      and a.refund_kurus + o.credit_back_kurus + o.moved_kurus > coalesce(a.charged_kurus, a.amount_kurus) + o.credit_kurus
        + case when o.exchanged_at is null then 0 else o.exchange_kurus - o.exchange_back_kurus end`,
  )
  // Old pieces that were taken back have paid the new ones, once.
  const unpaid = await all(
    db,
    sql`select t.id from returns t join orders n on n.id = t.replacement_id
      where t.kind = 'EXCHANGE' and t.status = 'COMPLETED' and (n.exchanged_at is null or n.paid_at is null)
      union all
      select n.exchange_of from orders n where n.exchanged_at is not null and (select count(*) from returns t
        where t.replacement_id = n.id and t.status = 'COMPLETED') <> 1`,
  )
  const kept = await all(
    db,
    sql`select id, (exchange_kurus - exchange_back_kurus)::int as kurus from orders
      where status = 'CANCELLED' and exchanged_at is not null and exchange_kurus <> exchange_back_kurus`,
  )
  return [
    ...kept.map((row) => `order ${row.id} is cancelled and keeps ${row.kurus} of its old pieces`),
    ...moved.map((row) => `order ${row.id}: ${row.moved_kurus} stay for exchanges, their orders say ${row.promised}`),
    ...over.map((row) => `order ${row.id}: ${row.back} given back of ${row.total_kurus}`),
    ...over2.map((row) => `order ${row.id}: more went back and over to others than was paid`),
    ...unpaid.map((row) => `exchange ${row.id} is over, and not paid by its pieces`),
  ]
}

/** The part of a refund that goes to balances is booked with its money, or at once where the owner pays that by hand. */
const isBooked = sql`r.status = 'SUCCEEDED' or (r.by_hand and not exists (select 1 from refunds before
  where before.id = r.after_refund_id and before.status <> 'SUCCEEDED' and not before.by_hand))`

/** Store credit: balances against entries, and what orders took and gave back against both. */
export async function auditCredit(db: Db): Promise<string[]> {
  const balances = await all(
    db,
    sql`select coalesce(a.user_id, e.user_id) as id, a.balance_kurus, e.kurus from credit_accounts a
      full join (select user_id, sum(amount_kurus)::int as kurus from credit_entries group by user_id) e on e.user_id = a.user_id
      where a.balance_kurus is distinct from e.kurus`,
  )
  const spent = await all(
    db,
    sql`select o.id, case when o.credit_returned_at is null then o.credit_kurus - o.gift_kurus else 0 end as says, coalesce(e.kurus, 0) as took
      from orders o left join (select order_id, -sum(amount_kurus)::int as kurus from credit_entries
        where cause in ('spent', 'returned') group by order_id) e on e.order_id = o.id
      where case when o.credit_returned_at is null then o.credit_kurus - o.gift_kurus else 0 end <> coalesce(e.kurus, 0)`,
  )
  const back = await all(
    db,
    sql`select o.id, o.credit_back_kurus as says, coalesce(r.kurus, 0) as refunds, r.booked, coalesce(e.kurus, 0) as entries from orders o
      left join (select a.order_id, sum(r.credit_kurus)::int as kurus,
          coalesce(sum(r.credit_kurus - r.gift_kurus) filter (where ${isBooked}), 0)::int as booked
        from refunds r join payment_attempts a on a.id = r.attempt_id where r.status <> 'FAILED' group by a.order_id) r on r.order_id = o.id
      left join (select a.order_id, sum(e.amount_kurus)::int as kurus from credit_entries e join refunds r on r.id = e.refund_id
        join payment_attempts a on a.id = r.attempt_id where e.cause = 'refund' group by a.order_id) e on e.order_id = o.id
      where o.credit_back_kurus <> coalesce(r.kurus, 0) or coalesce(r.booked, 0) <> coalesce(e.kurus, 0)`,
  )
  // An order that ended without its money holds no credit; one that stands gives back no more than it cost.
  const wrong = await all(
    db,
    sql`select o.id, o.payment_status from orders o where o.credit_kurus > 0 and o.payment_status = 'FAILED' and o.credit_returned_at is null
      union all
      select o.id, 'given back too much' from orders o join payment_attempts a on a.order_id = o.id and a.status = 'SUCCEEDED'
        where a.refund_kurus + o.credit_back_kurus > coalesce(a.charged_kurus, a.amount_kurus) + o.credit_kurus`,
  )
  return [
    ...balances.map((row) => `customer ${row.id}: has ${row.balance_kurus} of credit, the entries say ${row.kurus}`),
    ...spent.map((row) => `order ${row.id}: paid ${row.says} with credit, the entries say ${row.took}`),
    ...back.map(
      (row) =>
        `order ${row.id}: gave ${row.says} back as credit, refunds ${row.refunds}, booked ${row.booked}, entries ${row.entries}`,
    ),
    ...wrong.map((row) => `order ${row.id}: wrong about its credit, ${row.payment_status}`),
  ]
}

/** Gift cards: balances against entries, and what orders took and gave back against both. */
export async function auditGifts(db: Db): Promise<string[]> {
  const cards = await all(
    db,
    sql`select c.id, c.balance_kurus, e.kurus from gift_cards c
      left join (select card_id, sum(amount_kurus)::int as kurus from gift_card_entries group by card_id) e on e.card_id = c.id
      where c.balance_kurus is distinct from e.kurus`,
  )
  const uses = await all(
    db,
    sql`select coalesce(u.order_id, e.order_id) as id, coalesce(u.card_id, e.card_id) as card from gift_card_uses u
      join orders o on o.id = u.order_id
      full join (select order_id, card_id, -coalesce(sum(amount_kurus) filter (where cause in ('spent', 'returned')), 0)::int as took,
          coalesce(sum(amount_kurus) filter (where cause = 'refund'), 0)::int as back
        from gift_card_entries where order_id is not null group by order_id, card_id) e
        on e.order_id = u.order_id and e.card_id = u.card_id
      where e.took is distinct from case when o.credit_returned_at is null then u.kurus else 0 end
        or e.back is distinct from u.back_kurus`,
  )
  const orders = await all(
    db,
    sql`select o.id, o.gift_kurus, o.gift_back_kurus from orders o
      left join (select order_id, sum(kurus)::int as kurus, sum(back_kurus)::int as back from gift_card_uses group by order_id) u
        on u.order_id = o.id
      left join (select a.order_id, sum(r.gift_kurus)::int as kurus,
          coalesce(sum(r.gift_kurus) filter (where ${isBooked}), 0)::int as booked
        from refunds r join payment_attempts a on a.id = r.attempt_id where r.status <> 'FAILED' group by a.order_id) r
        on r.order_id = o.id
      where o.gift_kurus <> coalesce(u.kurus, 0) or coalesce(r.booked, 0) <> coalesce(u.back, 0)
        or o.gift_back_kurus <> coalesce(r.kurus, 0)`,
  )
  return [
    ...cards.map((row) => `gift card ${row.id}: has ${row.balance_kurus}, the entries say ${row.kurus}`),
    ...uses.map((row) => `order ${row.id}: its entries at gift card ${row.card} are others than its use`),
    ...orders.map(
      (row) => `order ${row.id}: ${row.gift_kurus} by gift cards, ${row.gift_back_kurus} back, cards differ`,
    ),
  ]
}

/** Nothing may be left open, and each paid order has its confirmation. */
async function auditRest(db: Db): Promise<string[]> {
  const open = await all(
    db,
    sql`select id, status from payment_attempts
      where status in ('STARTED', 'AWAITING_3DS', 'PENDING', 'UNKNOWN', 'AWAITING_CODE')`,
  )
  const owed = await all(db, sql`select id from refunds where status = 'REQUESTED'`)
  const [mailed] = await all(
    db,
    sql`
    select count(*) filter (where kind = 'order-confirmation')::int
        -- Paid by mistake, it is confirmed once more when its money comes.
        - (select count(*)::int from payment_events where from_status = 'SUCCEEDED' and to_status = 'AWAITING_TRANSFER') as mails,
      (select count(*)::int from orders
        where paid_at is not null or (placed_at is not null and payment_method = 'CASH_ON_DELIVERY')) as orders from mails`,
  )
  return [
    ...open.map((row) => `attempt ${row.id} is still ${row.status}`),
    ...owed.map((row) => `refund ${row.id} is still open`),
    ...(mailed?.mails === mailed?.orders ? [] : [`${mailed?.orders} orders, ${mailed?.mails} confirmations`]),
  ]
}

export async function stockByVariant(db: Db): Promise<Map<string, number>> {
  const { rows } = await db.execute(sql`select id, stock from variants`)
  return new Map(rows.map((row) => [String(row.id), Number(row.stock)]))
}
