/**
 * Writes the moves of a batch of products in few statements, inside the transaction that holds their rows (lockProducts). All
 * moves are of one change, so they touch the same fields.
 */

import { getTableColumns, inArray, sql } from 'drizzle-orm'
import { productGroupMembers, products } from '../catalog/schema.ts'
import { pricesTag } from '../catalog/sorting.ts'
import { announceCatalogChange } from '../catalog-changes.ts'
import type { Ctx } from '../ctx.ts'
import { type BulkFacts, bulkTexts } from './contract.ts'
import type { Move } from './move.ts'
import { findOvertaken, resumeSales, withOvertaken } from './overtaken.ts'
import { removeProducts } from './removal.ts'

/** Returns the moves as they were written: what a product leaves behind for its way back is added. */
export async function writeMoves(ctx: Ctx, moves: Move[]): Promise<Move[]> {
  const [first] = moves
  if (!first) return []
  const left = await leaveGroups(ctx, moves)
  const overtaken = await findOvertaken(ctx, moves)
  const kept = withOvertaken(withPlaces(moves, left), overtaken)
  if (first.after.deleted) return removeProducts(ctx, kept)
  await changeProducts(ctx, moves)
  await changeVariants(ctx, moves)
  const written = moves.map(({ present, after }) => ({ id: present.id, facts: after }))
  await resumeSales(ctx, written)
  await joinGroups(ctx, written)
  await announceMoves(ctx, moves)
  return kept
}

const columnNames = ['originalPriceKurus', 'categoryId', 'publishedAt', 'tags', ...bulkTexts] as const

/** Every one gets another version, so that an open form notices. */
async function changeProducts(ctx: Ctx, moves: Move[]): Promise<void> {
  const columns = getTableColumns(products)
  const touched = columnNames
    .filter((name) => moves[0]?.after[name] !== undefined)
    .map((name) => ({ name, column: columns[name].name, type: columns[name].getSQLType() }))
  const rows = moves.map(({ present, after }) => ({
    id: present.id,
    ...Object.fromEntries(touched.map(({ name, column }) => [column, after[name]])),
  }))
  const names = sql.raw(touched.map(({ column, type }) => `, ${column} ${type}`).join(''))
  await ctx.db.execute(sql`
    update products p set version = version + 1, updated_at = ${ctx.clock().toISOString()}::timestamptz
      ${sql.raw(touched.map(({ column }) => `, ${column} = x.${column}`).join(''))}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id uuid${names})
    where p.id = x.id`)
}

/** Each kind by itself: what a trigger follows costs only where it happened. */
async function changeVariants(ctx: Ctx, moves: Move[]): Promise<void> {
  const rows = moves.flatMap(({ after }) => after.variants ?? [])
  const priced = rows.filter(({ priceKurus }) => priceKurus !== undefined)
  if (priced.length > 0)
    await ctx.db.execute(sql`
      update variants v set price_kurus = x."priceKurus"
      from jsonb_to_recordset(${JSON.stringify(priced)}::jsonb) as x(id uuid, "priceKurus" int)
      where v.id = x.id and v.price_kurus <> x."priceKurus"`)
  const stocked = rows.filter(({ stock }) => stock !== undefined)
  if (stocked.length > 0)
    await ctx.db.execute(sql`
      update variants v set stock = x.stock
      from jsonb_to_recordset(${JSON.stringify(stocked)}::jsonb) as x(id uuid, stock int)
      where v.id = x.id and v.stock <> x.stock`)
}

/** The groups themselves stay, for the way back. */
async function leaveGroups(ctx: Ctx, moves: Move[]): Promise<Map<string, number>> {
  const leaving = moves.flatMap(({ present, after }) =>
    after.groupId !== undefined && present.groupId && present.groupId !== after.groupId ? [present.id] : [],
  )
  if (leaving.length === 0) return new Map()
  const { productId, position } = productGroupMembers
  const rows = await ctx.db
    .delete(productGroupMembers)
    .where(inArray(productId, leaving))
    .returning({ productId, position })
  return new Map(rows.map(({ productId, position }) => [productId, position]))
}

function withPlaces(moves: Move[], left: Map<string, number>): Move[] {
  return moves.map((move) => {
    const groupPlace = left.get(move.present.id)
    return groupPlace === undefined ? move : { ...move, before: { ...move.before, groupPlace } }
  })
}

/** At its old place if it had one, else behind the others. */
export async function joinGroups(ctx: Ctx, rows: { id: string; facts: BulkFacts }[]): Promise<void> {
  const joining = rows.flatMap(({ id, facts: { groupId, groupPlace } }, n) =>
    groupId ? [{ id, groupId, place: groupPlace ?? null, n }] : [],
  )
  if (joining.length === 0) return
  await ctx.db.execute(sql`
    insert into product_group_members (group_id, product_id, position)
    select g.id, x.id, coalesce(x.place, row_number() over (partition by g.id order by x.n)
      + coalesce((select max(m.position) from product_group_members m where m.group_id = g.id), -1))
    from jsonb_to_recordset(${JSON.stringify(joining)}::jsonb) as x(id uuid, "groupId" uuid, place int, n int)
    join product_groups g on g.id = x."groupId"
    on conflict (product_id) do nothing`)
}

/** Once a batch; stock and texts show only where the product shows, and a price moves it within what hangs on prices besides. */
async function announceMoves(ctx: Ctx, moves: Move[]): Promise<void> {
  const isPrice = (name: string) => name === 'originalPriceKurus'
  const isNarrow = (name: string) => name === 'tags' || isPrice(name) || bulkTexts.some((text) => text === name)
  const facts = moves.map(({ after: { variants = [], ...after } }) => ({ variants, names: Object.keys(after) }))
  if (!facts.every(({ names }) => names.every(isNarrow))) return announceCatalogChange(ctx, 'everything')
  const isPriced = facts.some(
    ({ variants, names }) => names.some(isPrice) || variants.some(({ priceKurus }) => priceKurus !== undefined),
  )
  const productIds = moves.map(({ present }) => present.id)
  await announceCatalogChange(ctx, { productIds: isPriced ? [...productIds, pricesTag] : productIds })
}
