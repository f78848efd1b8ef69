/**
 * One card a design: of the colors of a design that a list covers and that pass its filter, it shows one. That is the first
 * in the group's order, but of those that can be bought where there are any; of a search the best hit. A product without a
 * group is a design of its own.
 */

import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core'
import type { Ctx } from '../../ctx.ts'
import { onSaleIn } from '../on-sale.ts'
import { categories, productGroupMembers, products, variants } from '../schema.ts'
import { type Filter, type Found, passes, type Scope } from './filters.ts'
import { bestOf, gather, type Hits, ranking } from './search.ts'

/** The id of a product's design: of its group, or its own without a group. */
export const design = sql<string>`coalesce((select m.group_id from ${productGroupMembers} m where m.product_id = ${products.id}), ${products.id})`

/** The same for many rows: a join, where the other asks for each of them. */
export const joinedGroup = sql`left join ${productGroupMembers} own_group on own_group.product_id = ${products.id}`
export const joinedDesign = sql<string>`coalesce(own_group.group_id, ${products.id})`

const other = alias(products, 'other')
const otherPlace = alias(categories, 'other_place')

/** Condition for the products that stand for their design; each row asks only for the colors of its own group. */
export function standsForDesign({ area, category }: Scope, filter: Filter): SQL {
  const inPlace = and(
    area ? eq(otherPlace.area, area) : undefined,
    category ? eq(otherPlace.slug, category) : undefined,
    sql`${otherPlace.id} = ${other.categoryId}`,
  )
  return sql`not exists (
    select 1 from ${productGroupMembers} own
    join ${productGroupMembers} before on before.group_id = own.group_id and before.product_id <> own.product_id
    join ${products} other on ${other.id} = before.product_id
    where own.product_id = ${products.id} and ${and(onSaleIn(other), passes(filter, other))}
      and (${stocked(other.id)}, own.position, own.product_id) > (${stocked(products.id)}, before.position, before.product_id)
      ${area || category ? sql`and exists (select 1 from ${categories} other_place where ${inPlace})` : sql``})`
}

/** Not `exists`, for which the planner may read all variants once. */
function stocked(id: AnyPgColumn): SQL {
  return sql`coalesce((
    select true from ${variants} v where v.product_id = ${id} and v.retired_at is null and v.stock > 0 limit 1
  ), false)`
}

/** The hits with the best one of each design among those that pass the filter. */
export async function gatherDesigns(ctx: Ctx, hits: Hits, filter: Filter): Promise<Found> {
  const all = await gather(ctx, hits)
  const bestFirst = sql`hits.rank desc, ${stocked(products.id)} desc, ${products.designPlace}, ${products.id} desc`
  const fitting = await ranking(
    ctx,
    all,
    sql`select product_id from (
      select hits.product_id, rank, row_number() over (partition by ${joinedDesign} order by ${bestFirst}) as nth
      from (${bestOf(hits)}) hits join ${products} on ${products.id} = hits.product_id ${joinedGroup}
      where ${passes(filter) ?? sql`true`}
    ) best where nth = 1 order by rank desc, product_id desc`,
  )
  return { ...all, fitting }
}
