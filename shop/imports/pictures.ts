/** Pictures that products name and the shop does not have: those that came with the file, and those at addresses. */

import { and, eq, inArray } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { ShopError } from '../errors.ts'
import { maxImageBytes } from '../media/contract.ts'
import { findImages } from '../media/images.ts'
import { storeImage } from '../media/store-image.ts'
import { fetchOutside, NotFetched } from './fetch-outside.ts'
import { isAddress } from './plan.ts'
import type { Draft } from './reading/drafts.ts'
import { importFiles, importPictures } from './schema.ts'
import { findPictures } from './world.ts'

/** Milliseconds for one picture from an address, all redirects together. */
const timeout = 20_000
const atOnce = 4

/** Stores what the drafts need; for each that could not be had a sentence, by its name or address. */
export async function fetchPictures(
  ctx: Ctx,
  importId: string,
  units: { draft: Draft }[],
): Promise<Map<string, string>> {
  const drafts = units.map(({ draft }) => draft)
  const refs = [...new Set(drafts.flatMap(({ images = [] }) => images))]
  if (refs.length === 0) return new Map()
  const known = await findPictures(ctx, importId, drafts)
  const failed = new Map<string, string>()
  const tasks = [
    ...(await waitingFiles(ctx, importId, [...known.values()])).map((id) => () => storeFile(ctx, importId, id, failed)),
    ...refs.filter((ref) => isAddress(ref) && !known.has(ref)).map((ref) => () => storeAddress(ctx, ref, failed)),
  ]
  const worker = async () => {
    for (let task = tasks.shift(); task; task = tasks.shift()) await task()
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return failed
}

/** Those that came with the file and are not stored yet. */
async function waitingFiles(ctx: Ctx, importId: string, ids: string[]): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: importFiles.imageId })
    .from(importFiles)
    .where(and(eq(importFiles.importId, importId), inArray(importFiles.imageId, ids)))
  const stored = await findImages(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.flatMap(({ id }) => (stored.has(id) ? [] : [id]))
}

async function storeFile(ctx: Ctx, importId: string, id: string, failed: Map<string, string>): Promise<void> {
  const own = and(eq(importFiles.importId, importId), eq(importFiles.imageId, id))
  const [row] = await ctx.db.select({ bytes: importFiles.bytes }).from(importFiles).where(own)
  if (!row) return
  try {
    await storeImage(ctx, new Uint8Array(row.bytes))
  } catch (error) {
    failed.set(id, refusalOf(error))
    // It will never become a picture: without it the product is written all the same.
    await ctx.db.delete(importFiles).where(own)
  }
}

async function storeAddress(ctx: Ctx, ref: string, failed: Map<string, string>): Promise<void> {
  try {
    const { id } = await storeImage(ctx, await fetchOutside(ref, { most: maxImageBytes, timeout }))
    const values = { source: ref, imageId: id, fetchedAt: ctx.clock() }
    await ctx.db
      .insert(importPictures)
      .values(values)
      .onConflictDoUpdate({ target: importPictures.source, set: values })
  } catch (error) {
    failed.set(ref, refusalOf(error))
  }
}

/** The sentence of a refusal; whatever else went wrong is a fault of ours and ends the batch, which is tried again. */
function refusalOf(error: unknown): string {
  if (error instanceof NotFetched) return error.message
  if (error instanceof ShopError && error.code !== 'UNAVAILABLE') return error.message
  throw error
}
