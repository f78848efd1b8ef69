import { type ChildProcess, fork } from 'node:child_process'
import { ShopError } from '../errors.ts'
import { minutes, seconds } from '../time.ts'
import type { DrawnLogo } from './draw-logo.ts'
import type { Composition, DrawReply, DrawRequest, KeptPicture, Refusal } from './draw-picture.ts'
import { memoryAllowed } from './memory.ts'
import type { ImageFormat } from './urls.ts'

/** A picture was not drawn, with the reason; the caller words it. */
export class NotDrawn extends Error {
  readonly why: Refusal | 'too-much-work'
  constructor(why: Refusal | 'too-much-work', reason: string) {
    super(reason)
    this.why = why
  }
}

/**
 * The person who waits: the owner for her upload, before all others; a shopper for a file of a kept picture; a guest for a picture of
 * her own. Guests take at most one of the turns.
 */
type Whose = 'owner' | 'shopper' | 'guest'

/** Pictures drawn at a time, as decoded ones are large, where there is little memory only one; the others wait, and more than can wait are refused. */
const atOnce = { all: memoryAllowed() < 1e9 ? 1 : 2, guest: 1 }
const mostWaiting = { owner: 60, shopper: 200, guest: 8 }
/** Bytes that the process may use. The heaviest photographs of 50 and 12 megapixels were measured at 285 and 211 MB. */
const memory = { owner: 700e6, guest: 350e6 }
/** Milliseconds for one picture; long, because the process has a low priority. */
const timeout = minutes(1)
/** Milliseconds that an idle process is kept, as several pictures often come one after the other. */
const idleFor = seconds(10)

type Waiting = { whose: Whose; start: () => void }
const running: Whose[] = []
const waiting: Waiting[] = []
const idle: { child: ChildProcess; end: NodeJS.Timeout }[] = []

type Given = { bytes: Uint8Array; maxPixels: number }

/** Decodes a picture of the owner's and encodes it as the shop keeps it. */
export async function drawKept(given: Given): Promise<KeptPicture> {
  const reply = await inTurn('owner', () => ask({ as: 'kept', ...given, maxMemory: memory.owner }))
  if (!('kept' in reply)) throw new Error('the picture was drawn as something else')
  return reply.kept
}

type WantedFile = { read: () => Promise<Uint8Array | undefined>; maxPixels: number; width: number; format: ImageFormat }

/** Draws one of the shop's own pictures in another width or format; it is read when its turn has come. */
export async function drawFile({ read, ...wanted }: WantedFile): Promise<Uint8Array | undefined> {
  const reply = await inTurn('shopper', async () => {
    const bytes = await read()
    return bytes && ask({ as: 'file', bytes, ...wanted, maxMemory: memory.owner })
  })
  if (reply && !('file' in reply)) throw new Error('the picture was drawn as something else')
  return reply?.file
}

/** Cuts the cloth out of one of the shop's own pictures. */
export async function drawSwatch(given: Given): Promise<Uint8Array> {
  const reply = await inTurn('owner', () => ask({ as: 'swatch', ...given, maxMemory: memory.owner }))
  if (!('swatch' in reply)) throw new Error('the picture was drawn as something else')
  return reply.swatch
}

/** One of the shop's own pictures within a larger one, as a JPEG. */
export async function drawComposed(given: Given & Composition): Promise<Uint8Array> {
  const reply = await inTurn('shopper', () => ask({ as: 'composed', ...given, maxMemory: memory.owner }))
  if (!('composed' in reply)) throw new Error('the picture was drawn as something else')
  return reply.composed
}

/** Decodes a guest's picture and encodes it again in its own size. */
export async function drawCopy(given: Given & { format: 'jpg' | 'png' }): Promise<Uint8Array> {
  const reply = await inTurn('guest', () => ask({ as: 'copy', ...given, maxMemory: memory.guest }))
  if (!('copy' in reply)) throw new Error('the picture was drawn as something else')
  return reply.copy
}

/** Whether the next picture would have to wait for its turn. */
export function isDrawingBusy(): boolean {
  return running.length >= atOnce.all
}

/** Draws a logo of the owner's: as a picture, and as icons. `svg`: a drawing, cleaned. */
export async function drawLogo(given: Given & { svg: boolean }): Promise<DrawnLogo> {
  const reply = await inTurn('owner', () => ask({ as: 'logo', ...given, maxMemory: memory.owner }))
  if (!('logo' in reply)) throw new Error('the logo was drawn as something else')
  return reply.logo
}

async function inTurn<T>(whose: Whose, work: () => Promise<T>): Promise<T> {
  if (mayStart(whose)) running.push(whose)
  else await place(whose)
  try {
    return await work()
  } finally {
    running.splice(running.indexOf(whose), 1)
    startNext()
  }
}

function mayStart(whose: Whose): boolean {
  const guests = running.filter((one) => one === 'guest').length
  return running.length < atOnce.all && (whose !== 'guest' || guests < atOnce.guest)
}

function place(whose: Whose): Promise<void> {
  if (waiting.filter((one) => one.whose === whose).length >= mostWaiting[whose]) {
    const message = 'Şu anda çok fazla resim işleniyor, lütfen biraz sonra tekrar deneyin.'
    throw new ShopError('UNAVAILABLE', message, { retryAfterSeconds: 30 })
  }
  return new Promise((start) => waiting.push({ whose, start }))
}

function startNext(): void {
  const owners = waiting.findIndex(({ whose }) => whose === 'owner' && mayStart(whose))
  const next = owners < 0 ? waiting.findIndex(({ whose }) => mayStart(whose)) : owners
  const [one] = next < 0 ? [] : waiting.splice(next, 1)
  if (!one) return
  running.push(one.whose)
  one.start()
}

function ask(request: DrawRequest): Promise<DrawReply> {
  const child = takeIdle() ?? startChild()
  child.channel?.ref()
  return new Promise<DrawReply>((resolve, reject) => {
    const settle = (outcome: () => void) => {
      clearTimeout(timer)
      child.removeAllListeners()
      outcome()
    }
    const timer = setTimeout(() => child.kill('SIGKILL'), timeout)
    const ended = (reason: string) => settle(() => reject(new NotDrawn('too-much-work', reason)))
    child.once('message', ({ reply, grown }: { reply: DrawReply; grown: boolean }) =>
      settle(() => {
        // A guest's file may have tampered with the process, and memory once taken is not freed: start a new one.
        if (request.as === 'copy' || grown) child.kill('SIGKILL')
        else rest(child)
        if ('refused' in reply) reject(new NotDrawn(reply.refused, reply.reason))
        else resolve(reply)
      }),
    )
    child.once('error', (error) => ended(error.message))
    child.once('exit', (code, signal) => ended(`the process that draws pictures ended (${signal ?? code})`))
    child.send(request, (error) => error && ended(error.message))
  })
}

/** Keeps the process for the next picture without keeping the shop from ending. */
function rest(child: ChildProcess): void {
  child.channel?.unref()
  child.unref()
  const leave = () => {
    const place = idle.findIndex((one) => one.child === child)
    if (place >= 0) clearTimeout(idle.splice(place, 1)[0]?.end)
  }
  child.once('error', leave)
  child.once('exit', leave)
  idle.push({ child, end: setTimeout(() => child.kill('SIGKILL'), idleFor).unref() })
}

function takeIdle(): ChildProcess | undefined {
  const taken = idle.pop()
  if (!taken) return undefined
  clearTimeout(taken.end)
  taken.child.removeAllListeners()
  // It may have been killed a moment ago and not have ended yet.
  return taken.child.connected && !taken.child.killed ? taken.child : takeIdle()
}

function startChild(): ChildProcess {
  // The path of the source: node runs it without a build. The child needs none of the shop's settings and secrets.
  return fork('shop/media/draw-picture.ts', {
    serialization: 'advanced',
    execArgv: ['--max-old-space-size=128'],
    env: {},
  })
}
