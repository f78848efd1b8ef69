import { sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import type { Row } from './contract.ts'

export type Goods = {
  id: string
  name: string
  category: string
  stock: number
  tiedKurus: number
  isShown: boolean
  publishedAt: string | null
}

/** Every product with its stock and what that costs on the shelf; of deleted ones the name alone. */
export async function findGoods(ctx: Ctx): Promise<Map<string, Goods>> {
  const { rows } = await ctx.db.execute<Goods>(sql`
    select p.id, p.name, coalesce(c.name, '') as category, coalesce(v.stock, 0)::int as stock,
      coalesce(v.tied, 0)::float8 as "tiedKurus", p.deleted_at is null and p.published_at is not null as "isShown",
      istanbul_day(coalesce(p.first_published_at, p.published_at))::text as "publishedAt"
    from products p
    left join categories c on c.id = p.category_id
    left join (select product_id, sum(stock) as stock, sum(stock::bigint * price_kurus) as tied
      from variants where retired_at is null group by product_id) v on v.product_id = p.id and p.deleted_at is null`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The name of what is gone from the database. */
export const goneName = 'Silinen ürün'

/** Rows of the same category together, their numbers added. Only deleted products have none. */
export function byCategory(rows: Row[], numbers: string[]): Row[] {
  const groups = new Map<string, Row>()
  for (const { category, ...row } of rows) {
    const id = String(category)
    const none = Object.fromEntries(numbers.map((number) => [number, 0]))
    const sum = groups.get(id) ?? { id, name: id || 'Silinen ürünler', ...none }
    for (const number of numbers) sum[number] = Number(sum[number]) + Number(row[number])
    groups.set(id, sum)
  }
  return [...groups.values()]
}

/** The greatest first; of equals in the order of their names. */
export function greatestFirst(rows: Row[], key: string): Row[] {
  return rows.toSorted((a, b) => Number(b[key]) - Number(a[key]) || String(a.name).localeCompare(String(b.name), 'tr'))
}
