import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { and, count, desc, eq, isNull, notInArray } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { seconds } from '../time.ts'
import { fileKey } from './files.ts'
import { draw } from './picture-files.ts'
import { images } from './schema.ts'
import { widthsOf } from './urls.ts'

/** Pictures per job: no job runs for long. */
const batch = 25
/** Pixels: ordinary screens ask for no more. Wider files, for the zoom and for scenes on large screens, are drawn when they are asked for. */
const widestAhead = 1280
/** The part of the time in which the shop may be at work and still counts as quiet, how long that is looked at, and how often. */
const quiet = { share: 0.1, look: seconds(0.5), looks: 60 }

export async function countPicturesToDraw(ctx: Ctx): Promise<number> {
  const [row] = await ctx.db.select({ waiting: count() }).from(images).where(isNull(images.avifAt))
  return row?.waiting ?? 0
}

/** At start, continues the work that an earlier process left. */
export async function resumeAhead(ctx: Ctx): Promise<void> {
  if ((await countPicturesToDraw(ctx)) > 0) await ctx.jobs.add(ctx, 'encode-avif', {})
}

/**
 * The job 'encode-avif': while the shop has nothing else to do, draws the files that shoppers will ask for, the newest picture
 * first, and queues itself again when more wait. It may end at any moment: what nobody drew ahead is drawn when it is asked for.
 */
export async function drawAhead(ctx: Ctx, stopping: AbortSignal): Promise<void> {
  const failed: string[] = []
  for (let done = 0; done < batch; done++) {
    const image = await nextWaiting(ctx, failed)
    if (!image) {
      // The queue tries again later, each time after a longer pause.
      if (failed.length > 0) throw new Error(`${failed.length} pictures could not be drawn ahead`)
      return
    }
    if (!(await isQuiet(stopping))) break
    if (!(await drawAll(ctx, image, stopping))) failed.push(image.id)
  }
  if (!stopping.aborted) await ctx.jobs.add(ctx, 'encode-avif', {})
}

type Waiting = typeof images.$inferSelect

async function nextWaiting(ctx: Ctx, failed: string[]): Promise<Waiting | undefined> {
  const [image] = await ctx.db
    .select()
    .from(images)
    .where(and(isNull(images.avifAt), failed.length > 0 ? notInArray(images.id, failed) : undefined))
    .orderBy(desc(images.createdAt), desc(images.id))
    .limit(1)
  return image
}

/** Draws what is missing of a picture and notes that; gives whether all of it could be drawn. */
async function drawAll(ctx: Ctx, image: Waiting, stopping: AbortSignal): Promise<boolean> {
  for (const width of widthsOf(image.width).filter((width) => width <= widestAhead)) {
    if (stopping.aborted) return true
    if (await ctx.files.has(fileKey(image.id, width, 'avif'))) continue
    if (!(await draw(ctx, image, { width, format: 'avif' }))) return false
  }
  await ctx.db.update(images).set({ avifAt: ctx.clock() }).where(eq(images.id, image.id))
  return true
}

/** Waits until this process is at rest, half a minute at most. */
async function isQuiet(stopping: AbortSignal): Promise<boolean> {
  for (let look = 0; look < quiet.looks && !stopping.aborted; look++) {
    const before = performance.eventLoopUtilization()
    await wait(quiet.look, undefined, { ref: false })
    if (performance.eventLoopUtilization(before).utilization < quiet.share) return !stopping.aborted
  }
  return false
}
