import { inArray, type SQL, sql } from 'drizzle-orm'
import { askRows, type Ctx, named } from '../ctx.ts'
import { images } from './schema.ts'

/** A stored picture: `id` names its files, `tone` is shown until it loads. */
export type Image = { id: string; width: number; height: number; tone: string }

/** The columns of an `Image`. */
export const imageColumns = {
  id: images.id,
  width: images.width,
  height: images.height,
  tone: images.tone,
}

/** Returns the existing pictures among `ids`, by id. */
export async function findImages(ctx: Ctx, ids: string[]): Promise<Map<string, Image>> {
  if (ids.length === 0) return new Map()
  const rows = await askRows<Image>(
    ctx,
    ctx.db
      .select(named(imageColumns))
      .from(images)
      .where(inArray(images.id, [...new Set(ids)])),
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * The pictures of the ids in a row of a query, as one value of it: in that order, without missing ones. The limit has each looked up:
 * the planner takes a list for ten ids, for which it would read all pictures of a small shop.
 */
export function picturesOf(ids: SQL): SQL<Image[]> {
  const one = sql`json_build_object('id', i.id, 'width', i.width, 'height', i.height, 'tone', i.tone)`
  return sql<Image[]>`(select coalesce(json_agg(${one} order by named.place), '[]')
    from unnest(${ids}) with ordinality named (id, place)
    cross join lateral (select * from ${images} where ${images.id} = named.id limit 1) i)`
}

/** Returns the pictures of `ids` in that order, without missing ones. */
export function imagesOf(known: Map<string, Image>, ids: string[]): Image[] {
  return ids.flatMap((id) => known.get(id) ?? [])
}
