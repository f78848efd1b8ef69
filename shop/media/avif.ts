import { type ChildProcess, fork } from 'node:child_process'
import { and, asc, count, eq, isNull, notInArray } from 'drizzle-orm'
import { announceCatalogChange } from '../catalog-changes.ts'
import type { Ctx } from '../ctx.ts'
import { minutes } from '../time.ts'
import type { EncodeReply, EncodeRequest } from './encode-avif.ts'
import { fileKey } from './files.ts'
import { images } from './schema.ts'
import { widthsOf } from './urls.ts'

/** Pictures per job: pages are rendered again after each job, and no job runs for long. */
const batch = 25

export async function countPicturesWithoutAvif(ctx: Ctx): Promise<number> {
  const [row] = await ctx.db.select({ waiting: count() }).from(images).where(isNull(images.avifAt))
  return row?.waiting ?? 0
}

/** At start, continues the work that an earlier process left. */
export async function resumeAvif(ctx: Ctx): Promise<void> {
  if ((await countPicturesWithoutAvif(ctx)) > 0) await ctx.jobs.add(ctx, 'encode-avif', {})
}

/**
 * The job 'encode-avif': makes the AVIF files of a batch of pictures, oldest first, and queues itself again when more wait.
 * It may end at any moment; a picture counts as done once all its files are stored.
 */
export async function encodeAvif(ctx: Ctx, stopping: AbortSignal): Promise<void> {
  const failed: string[] = []
  let done = 0
  await withEncoder(stopping, async (encode) => {
    while (done < batch && !stopping.aborted) {
      const image = await nextWithout(ctx, failed)
      if (!image) break
      try {
        const widths = widthsOf(image.width)
        const source = await ctx.files.get(fileKey(image.id, widths.at(-1) ?? image.width, 'webp'))
        if (!source) throw new Error('its WebP file is missing')
        const files = await encode({ source, widths })
        for (const [index, width] of widths.entries()) {
          const bytes = files[index]
          if (bytes) await ctx.files.put(fileKey(image.id, width, 'avif'), bytes, 'image/avif')
        }
        await ctx.db.update(images).set({ avifAt: ctx.clock() }).where(eq(images.id, image.id))
        done++
      } catch (error) {
        if (stopping.aborted) break
        ctx.log.error({ err: error, image: image.id }, 'a picture could not be encoded as AVIF')
        failed.push(image.id)
      }
    }
  })
  if (done > 0) await announceCatalogChange(ctx, 'everything')
  if (stopping.aborted) return
  if (done === batch) await ctx.jobs.add(ctx, 'encode-avif', {})
  // The queue tries again later, each time after a longer pause.
  else if (failed.length > 0) throw new Error(`${failed.length} pictures could not be encoded as AVIF`)
}

async function nextWithout(ctx: Ctx, failed: string[]) {
  const [image] = await ctx.db
    .select({ id: images.id, width: images.width })
    .from(images)
    .where(and(isNull(images.avifAt), failed.length > 0 ? notInArray(images.id, failed) : undefined))
    .orderBy(asc(images.createdAt), asc(images.id))
    .limit(1)
  return image
}

type Encode = (request: EncodeRequest) => Promise<Uint8Array[]>

/** Lends a child process that encodes; it is started at first use and again after it died, and killed at the end. */
async function withEncoder(stopping: AbortSignal, work: (encode: Encode) => Promise<void>): Promise<void> {
  let child: ChildProcess | undefined
  const kill = () => child?.kill('SIGKILL')
  stopping.addEventListener('abort', kill)
  try {
    await work(async (request) => {
      stopping.throwIfAborted()
      if (!child?.connected) child = startChild()
      return ask(child, request)
    })
  } finally {
    stopping.removeEventListener('abort', kill)
    kill()
  }
}

function startChild(): ChildProcess {
  // The path of the source: node runs it without a build. The child needs none of the shop's settings and secrets.
  return fork('shop/media/encode-avif.ts', { serialization: 'advanced', execArgv: [], env: {} })
}

async function ask(child: ChildProcess, request: EncodeRequest): Promise<Uint8Array[]> {
  return new Promise((resolve, reject) => {
    const settle = (outcome: () => void) => {
      clearTimeout(timer)
      child.removeAllListeners()
      outcome()
    }
    const timer = setTimeout(() => child.kill('SIGKILL'), minutes(3))
    child.once('message', (reply: EncodeReply) =>
      settle(() => ('files' in reply ? resolve(reply.files) : reject(new Error(reply.error)))),
    )
    child.once('error', (error) => settle(() => reject(error)))
    child.once('exit', (code, signal) => settle(() => reject(new Error(`the encoder ended (${signal ?? code})`))))
    child.send(request, (error) => error && settle(() => reject(error)))
  })
}
