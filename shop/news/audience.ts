/** Whom a newsletter goes to: always a part of the addresses that the ledger of consent says yes for. */

import { type SQL, sql } from 'drizzle-orm'
import { compareSizes } from '../catalog/sizes.ts'
import { type Ctx, requireRight } from '../ctx.ts'
import { notDead } from '../mail/bounces/bounces.ts'
import { after, days } from '../time.ts'
import type { Audience } from './contract.ts'

/** Condition on a row `s` of consent_states: a yes to mails, from somebody in this audience whose address works. */
export function isIn(ctx: Ctx, audience: Audience): SQL {
  const agreed = sql`s.channel = 'EMAIL' and s.status = 'GIVEN' and ${notDead(sql`s.recipient`)}`
  if (audience.kind === 'ALL') return agreed
  if (audience.kind === 'NEVER') return sql`${agreed} and not ${hasBought(sql`true`)}`
  return sql`${agreed} and ${hasBought(piecesOf(ctx, audience))}`
}

/** Bought with the account of this address, or as a guest with it. An order that is cancelled or not paid does not count. */
function hasBought(which: SQL): SQL {
  return sql`exists (
    select from users u
    join orders o on o.user_id = u.id and is_sold(o)
    where u.email in (s.recipient, 'guest:' || s.recipient) and ${which})`
}

/** An item that came back whole is no purchase in any of these conditions, yet its buyer is not among those who never bought. */
function piecesOf(ctx: Ctx, { days: n, categoryId, size, city, tag }: Audience): SQL {
  const since = n && after(ctx.clock(), -days(n)).toISOString()
  const ofOrder = [
    since && sql`o.placed_at >= ${since}::timestamptz`,
    city && sql`tr_fold(o.city) = tr_fold(${city})`,
  ].filter((part) => typeof part === 'object')
  const ofPiece = [
    sql`i.quantity > i.refunded_quantity`,
    size && sql`i.size = ${size}`,
    categoryId && sql`p.category_id = ${categoryId}`,
    tag && sql`${tag} = any (string_to_array(p.tags, ', '))`,
  ].filter((part) => typeof part === 'object')
  const piece = sql`exists (
    select from order_items i left join products p on p.id = i.product_id
    where i.order_id = o.id and ${sql.join(ofPiece, sql` and `)})`
  return sql.join([...ofOrder, piece], sql` and `)
}

/** How many addresses that is now. */
export async function countAudience(ctx: Ctx, audience: Audience): Promise<number> {
  requireRight(ctx, 'news')
  const { rows } = await ctx.db.execute<{ n: number }>(sql`
    select count(*)::int as n from consent_states s where ${isIn(ctx, audience)}`)
  return rows[0]?.n ?? 0
}

/** The sizes and product tags that can be chosen. */
export async function audienceChoices(ctx: Ctx): Promise<{ sizes: string[]; tags: string[] }> {
  requireRight(ctx, 'news')
  const { rows } = await ctx.db.execute<{ sizes: string[]; tags: string[] }>(sql`
    select
      (select coalesce(array_agg(distinct size order by size), '{}') from variants) as sizes,
      (select coalesce(array_agg(tag order by tag collate tr_tr), '{}')
        from (select distinct tag from products, unnest(string_to_array(tags, ', ')) tag where tags is not null) used) as tags`)
  const { sizes = [], tags = [] } = rows[0] ?? {}
  return { sizes: sizes.toSorted(compareSizes), tags }
}
