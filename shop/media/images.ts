import { inArray } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { images } from './schema.ts'

/** A stored picture: `id` names its files, `tone` is shown until it loads. */
export type Image = { id: string; width: number; height: number; tone: string }

const columns = {
  id: images.id,
  width: images.width,
  height: images.height,
  tone: images.tone,
}

/** Returns the existing pictures among `ids`, by id. */
export async function findImages(ctx: Ctx, ids: string[]): Promise<Map<string, Image>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db
    .select(columns)
    .from(images)
    .where(inArray(images.id, [...new Set(ids)]))
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns the pictures of `ids` in that order, without missing ones. */
export function imagesOf(known: Map<string, Image>, ids: string[]): Image[] {
  return ids.flatMap((id) => known.get(id) ?? [])
}
