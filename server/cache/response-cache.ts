import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { CatalogChange } from '#shop/ports.ts'
import { answerOf, type Compressed, compress, send, sizeOf, tighten } from './compressed.ts'
import { withdrawFromEdges } from './edge.ts'
import {
  isTouched,
  longestWaitMs,
  maySend,
  overdue,
  type Stale,
  staleAfterChange,
  staleAfterFailure,
  takeRetry,
} from './staleness.ts'

/**
 * A response and its tags: the ids of the products that it shows. A page's `text` is beside it, not in its body: through streams of bytes
 * it would take half a millisecond.
 */
export type Rendered = { response: Response; text?: string | undefined; tags: Set<string> }

export type RenderReason = 'request' | 'change'

type Options = {
  /** Two thirds of it are for pages, the rest for answers of the API: neither drives out the other. */
  maxBytes: number
  /** Renders the response of a key again after a change; without it the next request does. */
  revalidate?: (key: string) => Promise<Rendered>
  onRender?: (reason: RenderReason) => void
}

/** Responses rendered in the background at a time: of two, one would follow the other without a turn for those who ask for what is kept. */
const concurrency = 1
/** A response that was sent from memory so often is pressed smaller for those who come, and rendered again after a change. */
const wanted = 2
/** Milliseconds after a change in which nothing is pressed smaller: what changes again soon would be so in vain, and it takes a core. */
const calm = 1000

/**
 * Public responses in memory: the same for everybody, rendered once per change of the catalog, sent compressed. After a
 * change those with repeated requests are revalidated in the background, most asked first, and the stale ones are sent
 * meanwhile, for a second at most; the others are rendered by the next request. While the database is unavailable, or says
 * nothing, stale ones are sent. A response that was being rendered for a request while the catalog changed is sent once, and
 * then only in such a need. Repeated requests make a response be compressed smaller, one at a time, while nothing is rendered and nothing
 * has just changed.
 */
export class ResponseCache {
  private readonly options: Options
  private readonly pages: LRUCache<string, Cached>
  private readonly api: LRUCache<string, Cached>
  private readonly underway = new Map<string, Promise<Cached | Response>>()
  private changes = 0
  /** Keys to be revalidated, and those being rendered with the changes since they began. */
  private readonly queued = new Set<string>()
  private readonly revalidating = new Map<string, CatalogChange[]>()
  private whenIdle: (() => void)[] = []
  /** Keys whose response is wanted in fewer bytes. */
  private readonly loose = new Set<string>()
  private tightening = false
  /** From when on, by performance.now(), and what waits for it. */
  private calmAt = 0
  private calming: NodeJS.Timeout | undefined

  constructor(options: Options) {
    this.options = options
    // A key has up to two bytes a letter, and an id in a set takes about a hundred.
    const sizeCalculation = (cached: Cached, key: string) => sizeOf(cached) + 2 * key.length + cached.tags.size * 100
    this.pages = new LRUCache({ maxSize: Math.ceil((options.maxBytes * 2) / 3), sizeCalculation })
    this.api = new LRUCache({ maxSize: Math.ceil(options.maxBytes / 3), sizeCalculation })
  }

  get size(): number {
    return this.pages.size + this.api.size
  }

  get bytes(): number {
    return this.pages.calculatedSize + this.api.calculatedSize
  }

  private storeOf(key: string): LRUCache<string, Cached> {
    return key.startsWith('/api/') ? this.api : this.pages
  }

  /** Invalidates every response whose tags the change touches; stale ones are sent for a grace while they are rendered again. */
  invalidate(change: CatalogChange): void {
    this.changes++
    this.calmAt = performance.now() + calm
    // Renderings under way may have read the old state: the next request starts its own.
    this.underway.clear()
    for (const changes of this.revalidating.values()) changes.push(change)
    for (const [key, cached] of [...this.pages.entries(), ...this.api.entries()]) {
      if (!isTouched(cached.tags, change)) continue
      withdrawFromEdges(cached)
      const again = this.options.revalidate && cached.hits >= wanted
      cached.stale = again ? staleAfterChange(cached.stale) : overdue(cached.stale)
      if (again) this.queued.add(key)
    }
    this.revalidateNext()
  }

  /** Resolves once nothing stale is sent: all is revalidated, or after `limit` ms requests wait for what is not. */
  async whenFresh(limit: number): Promise<void> {
    if (this.queued.size + this.revalidating.size === 0) return
    const timer = setTimeout(() => this.endGrace(), limit)
    await new Promise<void>((resolve) => this.whenIdle.push(resolve))
    clearTimeout(timer)
  }

  /** Sends a cached response straight from memory; false when there is none. */
  send(key: string, req: IncomingMessage, res: ServerResponse): boolean {
    const cached = this.find(key)
    if (!cached) return false
    send(cached, req, res)
    this.countGzip(key, cached)
    return true
  }

  /** The cached response for the key, or a new one, rendered once however many ask; failures are passed on, not cached. */
  async answer(key: string, request: Request, render: () => Promise<Rendered>): Promise<Response> {
    const result = this.find(key) ?? (await this.renderOrStale(key, render))
    if (result instanceof Response) return result.clone()
    const response = answerOf(result, request)
    this.countGzip(key, result)
    return response
  }

  /** The first who asks for gzip makes it, and the answer takes more memory from then on. */
  private countGzip(key: string, cached: Cached): void {
    if (cached.isGzipCounted || !cached.bodies.gzip) return
    cached.isGzipCounted = true
    const store = this.storeOf(key)
    if (store.peek(key) !== cached) return
    // Setting the same value again would not count it again.
    store.delete(key)
    store.set(key, cached)
  }

  private find(key: string): Cached | undefined {
    const cached = this.storeOf(key).get(key)
    if (!cached) return undefined
    if (cached.stale) {
      if (!maySend(cached.stale)) return undefined
      if (takeRetry(cached.stale)) {
        this.queued.add(key)
        this.revalidateNext()
      }
    }
    cached.hits++
    if (cached.quick && cached.hits >= wanted) {
      cached.quick = false
      this.loose.add(key)
      void this.tightenNext()
    }
    return cached
  }

  private async tightenNext(): Promise<void> {
    const [key] = this.loose
    if (key === undefined || this.tightening || this.underway.size > 0) return
    const pause = this.calmAt - performance.now()
    if (pause > 0) return this.tightenIn(pause)
    this.loose.delete(key)
    this.tightening = true
    const cached = this.storeOf(key).peek(key)
    const tight = cached && (await tighten(cached).catch(() => undefined))
    // Unless it has been rendered again meanwhile.
    if (tight && this.storeOf(key).peek(key) === cached) this.storeOf(key).set(key, { ...cached, ...tight })
    this.tightening = false
    await this.tightenNext()
  }

  private tightenIn(milliseconds: number): void {
    this.calming ??= setTimeout(() => {
      this.calming = undefined
      void this.tightenNext()
    }, milliseconds).unref()
  }

  private revalidateNext(): void {
    while (this.revalidating.size < concurrency) {
      const key = this.mostAsked()
      if (key === undefined) break
      this.queued.delete(key)
      this.revalidating.set(key, [])
      void this.revalidate(key).finally(() => {
        this.revalidating.delete(key)
        this.revalidateNext()
      })
    }
    if (this.queued.size + this.revalidating.size === 0) this.notifyIdle()
  }

  private mostAsked(): string | undefined {
    let found: { key: string; hits: number } | undefined
    for (const key of this.queued) {
      const cached = this.storeOf(key).peek(key)
      // Rendered for a request meanwhile, or gone.
      if (!cached?.stale) this.queued.delete(key)
      else if (!this.revalidating.has(key) && cached.hits > (found?.hits ?? -1)) found = { key, hits: cached.hits }
    }
    return found?.key
  }

  private async revalidate(key: string): Promise<void> {
    const { revalidate } = this.options
    if (!revalidate) return
    const result = await this.renderOnce(key, () => revalidate(key), 'change').catch(() => undefined)
    const old = this.storeOf(key).peek(key)
    if (!old?.stale) return
    if (!result || isFailure(result)) old.stale = staleAfterFailure(old.stale, isUnavailable(result))
    // Gone, moved, or no longer for everybody.
    else if (result instanceof Response) this.storeOf(key).delete(key)
    // Changed once more while it was rendered.
    else if (this.queued.has(key) || this.revalidating.get(key)?.some((change) => isTouched(result.tags, change)))
      this.queued.add(key)
    else this.storeOf(key).set(key, result)
  }

  /** Requests that may not get the stale response wait for a new one; if that fails or takes long, the stale one is better than none. */
  private async renderOrStale(key: string, render: () => Promise<Rendered>): Promise<Cached | Response> {
    const rendering = this.renderOnce(key, render, 'request').catch((error: unknown) => ({ error }))
    const soon = this.storeOf(key).peek(key)?.stale ? await within(longestWaitMs, rendering) : await rendering
    const old = this.storeOf(key).peek(key)
    if (old?.stale && (!soon || 'error' in soon || isFailure(soon))) {
      old.stale = staleAfterFailure(old.stale, !soon || isUnavailable(soon))
      if (maySend(old.stale)) return old
    }
    const result = soon ?? (await rendering)
    if ('error' in result) throw result.error
    if (result instanceof Response && !isFailure(result)) this.storeOf(key).delete(key)
    return result
  }

  private renderOnce(key: string, render: () => Promise<Rendered>, reason: RenderReason): Promise<Cached | Response> {
    const running = this.underway.get(key)
    if (running) return running
    this.options.onRender?.(reason)
    const before = this.changes
    const promise = this.prepared(key, render, reason)
      .then((result) => {
        if (result instanceof Response) return result
        if (before === this.changes) this.storeOf(key).set(key, result)
        else this.setAside(key, result)
        return result
      })
      .finally(() => {
        if (this.underway.get(key) === promise) this.underway.delete(key)
        void this.tightenNext()
      })
    this.underway.set(key, promise)
    return promise
  }

  /** It may show what has changed since, but is newer than what nobody gets any more. */
  private setAside(key: string, cached: Cached): void {
    withdrawFromEdges(cached)
    const old = this.storeOf(key).peek(key)
    if (!old || old.stale?.state === 'overdue') this.storeOf(key).set(key, { ...cached, stale: overdue(undefined) })
  }

  private async prepared(
    key: string,
    render: () => Promise<Rendered>,
    reason: RenderReason,
  ): Promise<Cached | Response> {
    const { response, text, tags } = await render()
    if (response.status !== 200 || response.headers.get('cache-control')?.includes('no-store'))
      return text === undefined ? buffered(response) : new Response(text, response)
    const compressed = await compress(response, { text })
    // Hits halve at each rendering, so a response that nobody asks for any more is rendered no more after a few.
    const hits = Math.floor((this.storeOf(key).peek(key)?.hits ?? 0) / 2)
    return { ...compressed, quick: true, tags, hits: reason === 'request' ? Math.max(1, hits) : hits }
  }

  private endGrace(): void {
    for (const key of [...this.queued, ...this.revalidating.keys()]) {
      const stale = this.storeOf(key).peek(key)?.stale
      if (stale?.state === 'revalidating') stale.state = 'overdue'
    }
    this.notifyIdle()
  }

  private notifyIdle(): void {
    for (const resolve of this.whenIdle.splice(0)) resolve()
  }
}

type Cached = Compressed & {
  /** The ids of products whose change makes it stale. */
  tags: Set<string>
  /** Requests for it; half of them count for the response that replaces it. */
  hits: number
  /** Not pressed as small as it gets. */
  quick: boolean
  isGzipCounted?: boolean
  stale?: Stale
}

/** The promise's value, or undefined if it takes longer than `limit` milliseconds. */
async function within<T>(limit: number, promise: Promise<T>): Promise<T | undefined> {
  const { promise: passed, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, limit, undefined)
  return Promise.race([promise, passed]).finally(() => clearTimeout(timer))
}

function isFailure(result: Cached | Response): boolean {
  return result instanceof Response && result.status >= 500
}

function isUnavailable(result: unknown): boolean {
  return result instanceof Response && result.status === 503
}

/** A body that several waiting requests can each read. */
async function buffered(response: Response): Promise<Response> {
  return new Response(await response.arrayBuffer(), { status: response.status, headers: response.headers })
}
