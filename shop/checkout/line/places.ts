/** The line's rows. Each statement is right with others like it under way in other processes. */

import { and, eq, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { scaled } from '../../limits.ts'
import { after, hours, minutes } from '../../time.ts'
import { linePlaces, lineWishes } from './schema.ts'
import { numberIn, placeIn } from './ticket.ts'

/** How long a place stays good once it was called: a phone may sleep. */
const calledLife = minutes(15)

/** As many as may pay from one network in an hour (payment-limits.ts). */
const mostOfNetwork = 10

export type Joiner = { person: string; network: string; variantIds: string[] }
export type Place = { place: number; called: boolean }

/** Gives each a place in their order, or finds the one that she has. Who is in none of the answers is one too many of her network. */
export async function joinLine(ctx: Ctx, joiners: Joiner[]): Promise<Map<string, Place>> {
  const persons = sql.param(joiners.map(({ person }) => person))
  await ctx.db.delete(linePlaces).where(and(sql`${linePlaces.person} = any(${persons}::uuid[])`, isOver(ctx)))
  const asked = JSON.stringify(joiners.map((joiner, nth) => ({ nth, ...joiner })))
  await ctx.db.execute(sql`
    insert into line_places (person, network, variant_ids, joined_at)
    select person, network, "variantIds", ${ctx.clock().toISOString()}::timestamptz
    from (
      select a.*, row_number() over (partition by network order by nth)
        + (select count(*) from line_places p where p.network = a.network and p.called_at is null) as of_network
      from jsonb_to_recordset(${asked}::jsonb) a (nth int, person uuid, network text, "variantIds" uuid[])
      where not exists (select from line_places p where p.person = a.person)
    ) asked
    where of_network <= ${scaled(ctx, mostOfNetwork)} order by nth
    on conflict (person) do nothing`)
  const rows = await ctx.db
    .select({ person: linePlaces.person, place: linePlaces.place, calledAt: linePlaces.calledAt })
    .from(linePlaces)
    .where(sql`${linePlaces.person} = any(${persons}::uuid[])`)
  return new Map(rows.map(({ person, place, calledAt }) => [person, { place, called: calledAt !== null }]))
}

/** Notes the sizes that are waited for; those that are no sizes are passed over. */
export async function noteWishes(ctx: Ctx, variantIds: string[]): Promise<void> {
  const ids = sql.param(variantIds)
  await ctx.db.execute(sql`
    insert into line_wishes (variant_id) select id from variants where id = any(${ids}::uuid[])
    on conflict do nothing`)
}

/** A place that was bought with, or was called too long ago. A payment that came to nothing leaves it good. */
function isOver(ctx: Ctx) {
  return or(
    lt(linePlaces.calledAt, after(ctx.clock(), -calledLife)),
    and(isNotNull(linePlaces.orderId), sql`not ${cameToNothing()}`),
  )
}

function cameToNothing(): SQL {
  return sql`exists (
    select from payment_attempts a where a.order_id = line_places.order_id and a.status in ('DECLINED', 'EXPIRED')
  )`
}

/** Calls the next `most` in line. */
export async function callNext(ctx: Ctx, most: number): Promise<void> {
  await ctx.db.execute(sql`
    update line_places set called_at = ${ctx.clock().toISOString()}::timestamptz where place in (
      select place from line_places where called_at is null order by place limit ${most} for update skip locked
    )`)
}

export type SoldOut = { variantId: string; productId: string; productName: string; size: string }
/** `first`: who waits longest; null when nobody does. */
export type LineRows = { first: number | null; last: number; soldOut: SoldOut[] }

export async function readLine(ctx: Ctx): Promise<LineRows> {
  const { rows } = await ctx.db.execute<{ first: string | null; last: string | null; sold_out: SoldOut[] | null }>(sql`
    select (select min(place) from line_places where called_at is null) as first,
      (select max(place) from line_places) as last,
      (select json_agg(json_build_object('variantId', v.id, 'productId', p.id, 'productName', p.name, 'size', v.size))
        from line_wishes w join variants v on v.id = w.variant_id join products p on p.id = v.product_id
        where v.stock = 0) as sold_out`)
  const [row] = rows
  return {
    first: row?.first == null ? null : Number(row.first),
    last: Number(row?.last ?? 0),
    soldOut: row?.sold_out ?? [],
  }
}

/** Ends the waiting of those who want nothing but these sizes. */
export async function dropHopeless(ctx: Ctx, variantIds: string[]): Promise<void> {
  const ids = sql.param(variantIds)
  await ctx.db.execute(sql`
    delete from line_places where called_at is null and variant_ids <> '{}' and variant_ids <@ ${ids}::uuid[]`)
}

/** Inside the transaction that writes her order: uses the place. False when it is not good, or not yet. */
export async function spendPlace(
  ctx: Ctx,
  { place, person, orderId }: { place: number; person: string; orderId: string },
) {
  const used = await ctx.db
    .update(linePlaces)
    .set({ orderId })
    .where(
      and(
        eq(linePlaces.place, place),
        eq(linePlaces.person, person),
        isNotNull(linePlaces.calledAt),
        or(isNull(linePlaces.orderId), cameToNothing()),
      ),
    )
    .returning({ place: linePlaces.place })
  return used.length > 0
}

/** Gives up the place of a ticket; nothing happens when there is none. */
export async function leaveCheckoutLine(ctx: Ctx, ticket: string): Promise<void> {
  const place = numberIn(ticket)
  if (place === undefined) return
  const [row] = await ctx.db.select({ person: linePlaces.person }).from(linePlaces).where(eq(linePlaces.place, place))
  if (row && placeIn(ctx, ticket, row.person) === place)
    await ctx.db.delete(linePlaces).where(eq(linePlaces.place, place))
}

/** Deletes what is left of lines that are over. */
export async function forgetOldPlaces(ctx: Ctx): Promise<void> {
  await ctx.db
    .delete(linePlaces)
    .where(
      or(
        lt(linePlaces.calledAt, after(ctx.clock(), -calledLife)),
        lt(linePlaces.joinedAt, after(ctx.clock(), -hours(6))),
      ),
    )
  const anybody = ctx.db.select({ place: linePlaces.place }).from(linePlaces)
  await ctx.db.delete(lineWishes).where(sql`not exists ${anybody}`)
}
