import { sql } from 'drizzle-orm'
import { askRows, type Ctx } from '../ctx.ts'
import { type Image, picturesOf } from '../media/images.ts'
import type { Area } from './contract.ts'
import { categories, products, variants } from './schema.ts'

/** A category with the main picture of its newest product that can be bought. */
export type Cover = { name: string; slug: string; area: Area; picture: Image }

/** The categories that have something to show, in the owner's order. */
export async function listCovers(ctx: Ctx): Promise<Cover[]> {
  const newest = sql`(
    select p.images[1] from ${products} p
    where p.category_id = ${categories.id} and p.deleted_at is null and p.published_at is not null
      and cardinality(p.images) > 0
      and exists (select 1 from ${variants} v where v.product_id = p.id and v.retired_at is null and v.stock > 0)
    order by p.created_at desc, p.id desc limit 1)`
  const { id, name, slug, area, position } = categories
  const rows = await askRows<Omit<Cover, 'picture'> & { id: string; pictures: Image[] }>(
    ctx,
    sql`select ${id}, ${name}, ${slug}, ${area}, ${picturesOf(sql`array[${newest}]`)} as pictures
      from ${categories} order by ${position}, ${name}`,
  )
  for (const { id } of rows) ctx.tags?.add(id)
  return rows.flatMap(({ name, slug, area, pictures: [picture] }) => (picture ? [{ name, slug, area, picture }] : []))
}
