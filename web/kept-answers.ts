import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { CatalogChange } from '#shop/catalog/changes.ts'
import { asBytes, type Compressed, compress, encodingHeaders, preferredEncoding } from './compressed.ts'

/** What a renderer gives: the answer and the products it shows. */
export type Fresh = { response: Response; shows: Set<string> }

/** Why an answer was made, for those who count. */
export type MadeFor = 'request' | 'change'

type Options = {
  maxBytes: number
  /** Makes the answer of a key anew after a change; without it the next request does. */
  remake?: (key: string) => Promise<Fresh>
  onMade?: (why: MadeFor) => void
}

/** For how long after a change the old answer is sent while the new one is made. */
const grace = 1000
/** What fails to be made anew, with the database there, is kept so long. */
const longestFailing = 10 * 60_000
/** What could not be made anew is tried again so often, as long as it is asked for. */
const pause = 2000
/** Answers made anew in the background at a time. */
const atOnce = 2

/**
 * Public answers in memory: the same for everybody, made once per change of the catalogue, sent compressed. After a change
 * those that are asked for again and again are made anew in the background, most asked first, and the old ones are sent
 * meanwhile, for a second at most; the others are forgotten. What cannot be made because the database is away stays.
 * An answer that was being made for a request while the catalogue changed is sent but not kept.
 */
export class KeptAnswers {
  private readonly options: Options
  private readonly kept: LRUCache<string, Kept>
  private readonly underway = new Map<string, Promise<Kept | Response>>()
  private changes = 0
  /** Keys to be made anew, and those being made with what has changed meanwhile. */
  private readonly waiting = new Set<string>()
  private readonly remaking = new Map<string, CatalogChange[]>()
  private whenIdle: (() => void)[] = []

  constructor(options: Options) {
    this.options = options
    this.kept = new LRUCache({
      maxSize: options.maxBytes,
      // An id in a set takes about a hundred bytes.
      sizeCalculation: ({ bodies, shows }) =>
        bodies.br.length + bodies.gzip.length + bodies.identity.length + shows.size * 100 + 1000,
    })
  }

  get size(): number {
    return this.kept.size
  }

  get bytes(): number {
    return this.kept.calculatedSize
  }

  /** Nothing that shows what has changed is sent any more, but for the grace in which it is made anew. */
  drop(change: CatalogChange): void {
    this.changes++
    // Answers being made now may have read what was true before: the next request makes its own.
    this.underway.clear()
    for (const changes of this.remaking.values()) changes.push(change)
    for (const [key, kept] of [...this.kept.entries()]) {
      // A built file stays what it is while this process lives.
      if (kept.immutable || !touches(change, kept.shows)) continue
      if (!this.options.remake || kept.asked < 2) {
        this.kept.delete(key)
        continue
      }
      kept.stale = outdated(kept.stale)
      this.waiting.add(key)
    }
    this.remakeNext()
  }

  /** Resolves once nothing stale is sent: all is made anew, or what is not by `limit` ms is waited for by its requests. */
  async whenFresh(limit: number): Promise<void> {
    if (this.waiting.size + this.remaking.size === 0) return
    const timer = setTimeout(() => this.endGrace(), limit)
    await new Promise<void>((resolve) => this.whenIdle.push(resolve))
    clearTimeout(timer)
  }

  /** Sends a kept answer straight from memory; false when there is none. */
  send(key: string, req: IncomingMessage, res: ServerResponse): boolean {
    const kept = this.find(key)
    if (!kept) return false
    if (req.headers['if-none-match'] === kept.etag) {
      res.writeHead(304, kept.headers).end()
      return true
    }
    const encoding = preferredEncoding(req.headers['accept-encoding'])
    res.writeHead(200, kept.heads[encoding])
    if (req.method === 'HEAD') res.end()
    else res.end(kept.bodies[encoding], 'latin1')
    return true
  }

  /** The kept answer for the key, or a fresh one, made once however many ask; failures are passed on, not kept. */
  async answer(key: string, request: Request, make: () => Promise<Fresh>): Promise<Response> {
    const result = this.find(key) ?? (await this.makeOrOld(key, make))
    if (result instanceof Response) return result.clone()
    if (request.headers.get('if-none-match') === result.etag)
      return new Response(null, { status: 304, headers: result.headers })
    const encoding = preferredEncoding(request.headers.get('accept-encoding') ?? undefined)
    const body = request.method === 'HEAD' ? null : asBytes(result.bodies[encoding])
    return new Response(body, { headers: { ...result.headers, ...encodingHeaders(encoding) } })
  }

  /** What may be sent for the key now. */
  private find(key: string): Kept | undefined {
    const kept = this.kept.get(key)
    if (!kept || (kept.stale && !this.maySend(key, kept.stale))) return undefined
    kept.asked++
    return kept
  }

  private maySend(key: string, stale: Stale): boolean {
    const now = performance.now()
    if (stale.state === 'making') return now - stale.since < grace
    if (stale.state === 'overdue') return false
    if (stale.state === 'failing' && now - stale.since > longestFailing) return false
    if (now - stale.triedAt > pause) {
      stale.triedAt = now
      this.waiting.add(key)
      this.remakeNext()
    }
    return true
  }

  private remakeNext(): void {
    while (this.remaking.size < atOnce) {
      const key = this.mostAsked()
      if (key === undefined) break
      this.waiting.delete(key)
      this.remaking.set(key, [])
      void this.remake(key).finally(() => {
        this.remaking.delete(key)
        this.remakeNext()
      })
    }
    if (this.waiting.size + this.remaking.size === 0) this.tellIdle()
  }

  private mostAsked(): string | undefined {
    let found: { key: string; asked: number } | undefined
    for (const key of this.waiting) {
      const kept = this.kept.peek(key)
      // Made for a request meanwhile, or gone.
      if (!kept?.stale) this.waiting.delete(key)
      else if (!this.remaking.has(key) && kept.asked > (found?.asked ?? -1)) found = { key, asked: kept.asked }
    }
    return found?.key
  }

  private async remake(key: string): Promise<void> {
    const { remake } = this.options
    if (!remake) return
    const result = await this.makeOnce(key, () => remake(key), 'change').catch(() => undefined)
    const old = this.kept.peek(key)
    if (!old?.stale) return
    if (!result || isFailure(result)) noteFailure(old, result)
    // Gone, moved, or no longer for everybody.
    else if (result instanceof Response) this.kept.delete(key)
    // Changed once more while it was made.
    else if (this.waiting.has(key) || this.remaking.get(key)?.some((change) => touches(change, result.shows)))
      this.waiting.add(key)
    else this.kept.set(key, result)
  }

  /** Requests that no longer take the old answer wait for the new one; if that fails, the old one is better than none. */
  private async makeOrOld(key: string, make: () => Promise<Fresh>): Promise<Kept | Response> {
    const result = await this.makeOnce(key, make, 'request').catch((error: unknown) => ({ error }))
    const old = this.kept.peek(key)
    if (old?.stale && ('error' in result || isFailure(result)) && noteFailure(old, result)) return old
    if ('error' in result) throw result.error
    return result
  }

  private makeOnce(key: string, make: () => Promise<Fresh>, why: MadeFor): Promise<Kept | Response> {
    const running = this.underway.get(key)
    if (running) return running
    this.options.onMade?.(why)
    const before = this.changes
    const promise = this.prepared(key, make)
      .then((result) => {
        if (!(result instanceof Response) && before === this.changes) this.kept.set(key, result)
        return result
      })
      .finally(() => {
        if (this.underway.get(key) === promise) this.underway.delete(key)
      })
    this.underway.set(key, promise)
    return promise
  }

  private async prepared(key: string, make: () => Promise<Fresh>): Promise<Kept | Response> {
    const { response, shows } = await make()
    if (response.status !== 200 || response.headers.get('cache-control')?.includes('no-store'))
      return buffered(response)
    // A search or a choice of filters is one shopper's question.
    const compressed = await compress(response, { quickly: key.includes('?') })
    // What is asked for no more is made anew a few times and then forgotten.
    return { ...compressed, shows, asked: Math.floor((this.kept.peek(key)?.asked ?? 2) / 2) }
  }

  private endGrace(): void {
    for (const key of [...this.waiting, ...this.remaking.keys()]) {
      const stale = this.kept.peek(key)?.stale
      if (stale?.state === 'making') stale.state = 'overdue'
    }
    this.tellIdle()
  }

  private tellIdle(): void {
    for (const resolve of this.whenIdle.splice(0)) resolve()
  }
}

/** A public answer, ready to send in any encoding. */
type Kept = Compressed & {
  /** Products whose change makes it stale. */
  shows: Set<string>
  /** How often it was asked for; half of that counts for the one made after it. */
  asked: number
  /** What it shows has changed since it was made. */
  stale?: Stale
}

/** 'failing': its making fails. 'away': the database cannot be reached. 'overdue': nobody may get the old one. */
type Stale = { state: 'making' | 'overdue' | 'failing' | 'away'; since: number; triedAt: number }

function outdated(stale: Stale | undefined): Stale {
  // Who changes again does not lengthen the time in which the old one is sent.
  if (stale && stale.state !== 'away') return stale
  return { state: 'making', since: performance.now(), triedAt: 0 }
}

function isFailure(result: Kept | Response): boolean {
  return result instanceof Response && result.status >= 500
}

/** Whether the old answer may be sent in place of the failure. */
function noteFailure(old: Kept, result: unknown): boolean {
  const state = result instanceof Response && result.status === 503 ? 'away' : 'failing'
  const since = old.stale?.since ?? performance.now()
  old.stale = { state, since, triedAt: performance.now() }
  return state === 'away' || performance.now() - since < longestFailing
}

function touches(change: CatalogChange, shows: Set<string>): boolean {
  return change === 'everything' || change.productIds.some((id) => shows.has(id))
}

/** A body that several waiting requests can each read. */
async function buffered(response: Response): Promise<Response> {
  return new Response(await response.arrayBuffer(), { status: response.status, headers: response.headers })
}
