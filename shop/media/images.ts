import { inArray, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { images } from './schema.ts'

/** A stored picture: `id` addresses its files, `tone` stands in until it arrives, `avif` says that AVIF files exist. */
export type Image = { id: string; width: number; height: number; tone: string; avif: boolean }

const columns = {
  id: images.id,
  width: images.width,
  height: images.height,
  tone: images.tone,
  avif: sql<boolean>`${images.avifAt} is not null`,
}

/** The pictures that exist among `ids`, by id. */
export async function findImages(ctx: Ctx, ids: string[]): Promise<Map<string, Image>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db
    .select(columns)
    .from(images)
    .where(inArray(images.id, [...new Set(ids)]))
  return new Map(rows.map((row) => [row.id, row]))
}

/** The pictures of `ids` in that order, without the missing ones. */
export function imagesOf(known: Map<string, Image>, ids: string[]): Image[] {
  return ids.flatMap((id) => known.get(id) ?? [])
}
