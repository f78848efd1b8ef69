/**
 * Sizes that were in a sale when a bulk change set their price, or took them out of the shop: the sale is over for them (a trigger of
 * the migration 0060). Taken back they are in it again, or, once it has ended, at the price that its end would have given them: the
 * price of the sale must not stay for good.
 */

import { sql } from 'drizzle-orm'
import { refreshShown } from '../catalog/sales/tend.ts'
import type { Ctx } from '../ctx.ts'
import type { BulkFacts } from './contract.ts'
import type { Move } from './move.ts'

type Overtaken = { saleId: string; beforeKurus: number }

/** The running sales that the moves will end, by size. Must be read before the moves are written. */
export async function findOvertaken(ctx: Ctx, moves: Move[]): Promise<Map<string, Overtaken>> {
  const ids = moves.flatMap(({ before, after }) =>
    (after.variants ?? []).flatMap(({ id, priceKurus }) => {
      const old = before.variants?.find((variant) => variant.id === id)?.priceKurus
      return after.deleted || (priceKurus !== undefined && priceKurus !== old) ? [id] : []
    }),
  )
  if (ids.length === 0) return new Map()
  const { rows } = await ctx.db.execute<Overtaken & { id: string }>(sql`
    select variant_id as id, sale_id as "saleId", before_kurus as "beforeKurus" from sale_lines
    where state = 'RUNNING' and variant_id = any(${sql.param(ids)}::uuid[])`)
  return new Map(rows.map(({ id, ...overtaken }) => [id, overtaken]))
}

/** Keeps that with what the products were before. */
export function withOvertaken(moves: Move[], overtaken: Map<string, Overtaken>): Move[] {
  if (overtaken.size === 0) return moves
  return moves.map(({ before, ...move }) => {
    const variants = before.variants?.map((variant) => {
      const sale = overtaken.get(variant.id)
      return sale ? { ...variant, sale } : variant
    })
    return { ...move, before: { ...before, ...(variants ? { variants } : {}) } }
  })
}

/** Once the products are what they were before, inside the transaction that holds them. */
export async function resumeSales(ctx: Ctx, restored: { id: string; facts: BulkFacts }[]): Promise<void> {
  const rows = restored.flatMap(({ id: productId, facts: { variants = [] } }) =>
    variants.flatMap(({ id, sale }) => (sale ? [{ id, productId, ...sale }] : [])),
  )
  if (rows.length === 0) return
  const listed = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as x(id uuid, "productId" uuid, "saleId" uuid, "beforeKurus" int)`
  // Held, so that none ends between this look and the next statement.
  await ctx.db.execute(sql`
    select id from sales where id in (select x."saleId" from ${listed}) order by id for share`)
  await ctx.db.execute(sql`
    update sale_lines l set state = 'RUNNING', ended_at = null
    from ${listed}, sales s, variants v
    where l.sale_id = x."saleId" and l.variant_id = x.id and l.state = 'OVERTAKEN'
      and s.id = l.sale_id and s.state = 'RUNNING'
      and (s.ends_at is null or s.ends_at > ${ctx.clock().toISOString()}::timestamptz)
      and v.id = l.variant_id and v.retired_at is null and v.price_kurus = l.price_kurus
      and not exists (select 1 from sale_lines o where o.variant_id = l.variant_id and o.state = 'RUNNING')`)
  await ctx.db.execute(sql`
    update variants v set price_kurus = x."beforeKurus" from ${listed}
    where v.id = x.id and v.retired_at is null
      and not exists (select 1 from sale_lines o where o.variant_id = v.id and o.state = 'RUNNING')`)
  await refreshShown(ctx, [...new Set(rows.map(({ productId }) => productId))])
}
