import { sql } from 'drizzle-orm'
import { askRows, type Ctx } from '../../ctx.ts'
import { after, formatDate, minutes } from '../../time.ts'
import type { Product } from '../products.ts'
import { toMinute } from './contract.ts'

/** The sale whose price a product's page shows: its time, and the sizes that are in it. */
export type ShownSale = { from: Date; until: Date | null; variantIds: string[] }

/** Finds what a product's page says of its sale; nothing is asked for one whose price is of none. */
export async function findShownSale(
  ctx: Ctx,
  { id, saleFrom, saleUntil = null }: Pick<Product, 'id' | 'saleFrom' | 'saleUntil'>,
): Promise<ShownSale | undefined> {
  if (!saleFrom) return undefined
  const rows = await askRows<{ id: string }>(
    ctx,
    sql`select variant_id as id from sale_lines where product_id = ${id} and state = 'RUNNING'`,
  )
  return { from: saleFrom, until: saleUntil, variantIds: rows.map(({ id }) => id) }
}

/**
 * When the discount began and its last day, as the law wants both told. True on every day of it, as pages are kept: an end
 * at midnight names the day that ends then.
 */
export function saleLine({ from, until }: Pick<ShownSale, 'from' | 'until'>): string {
  const began = `İndirim başlangıcı: ${formatDate(from)}`
  if (!until) return began
  const [, hour] = toMinute(until).split('T')
  const midnight = hour === '00:00'
  return `${began} · Son gün: ${formatDate(midnight ? after(until, -minutes(1)) : until)}${midnight ? '' : `, ${hour}`}`
}
