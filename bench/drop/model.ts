import { Clock, Cores, randomOf } from './events.ts'

/**
 * The rush for a few pieces as a model: visitors come, look at pages and press the button, on so many cores of the shop and of
 * PostgreSQL. Each number is measured or an assumption: docs/scaling.md says which.
 */
export const costs = {
  /** Milliseconds of a core. A page or a file from memory; docs/scaling.md. */
  page: 0.028,
  /** How the line stands, from memory like a page. */
  look: 0.028,
  /** The calls before the button (cart, quote, contracts): some 20 statements, as a checkout's 29 are reckoned. */
  before: { shop: 12, database: 8 },
  /** A call that gets a place in line: 4 statements. */
  join: { shop: 2.5, database: 1.5 },
  /** docs/scaling.md; its mails and contracts included. */
  checkout: { shop: 18, database: 11 },
  /** A purchase that finds nothing left: some 20 statements. */
  refused: { shop: 12, database: 8 },
  /** Milliseconds that a purchase waits for the way between shop and database, beside their work. */
  trips: 5,
}

export type Crowd = {
  visitors: number
  /** Milliseconds in which they come. */
  within: number
  /** Share of them that want to buy. They fill in the checkout when they come, unless they have done so before. */
  buying: number
  prepared?: boolean
  /** The pieces are on sale from then on; everybody presses within so long. Milliseconds. */
  opens: number
  pressing: number
  /** Pages and files that a visitor gets. */
  pages: number
  pieces: number
  /** Milliseconds after which a visitor who is told to try again does so; undefined: she gives up. */
  retry: number | undefined
}

export type Machines = {
  /** Cores. */
  shop: number
  database: number
  line: boolean
  /** Milliseconds that a request waits for a connection before it is answered 503, where there is no line; 4000, as in the shop. */
  timeout?: number
}

/** The bounds of one process, as in the shop; `grace` in milliseconds. */
const connections = 10
const atOnce = 5
const inMemory = 50
const grace = 3000

export type Outcome = {
  sold: number
  /** Answers of 503. */
  failed: number
  toldSoldOut: number
  /** When the last piece was sold, and when everybody knew how it ended; seconds. Infinity: not within two minutes. */
  soldAfter: number
  endedAfter: number
  /** 99 of 100 pages were sent within; milliseconds. */
  pages99: number
  /** The most that stood in line at once. */
  longest: number
  looksPerSecond: number
  busy: { shop: number; database: number }
}

export function play(crowd: Crowd, machines: Machines, seed = 20_261_126): Outcome {
  const clock = new Clock()
  const random = randomOf(seed)
  const shop = new Cores(clock, machines.shop)
  const database = new Cores(clock, machines.database)
  const pool = machines.shop * (machines.line ? atOnce : connections)
  let [free, left, ended, inside, buyers] = [pool, crowd.pieces, 0, 0, 0]
  const waiting: { gone: boolean; begin: () => void }[] = []
  let firstWaiting = 0
  const line: (() => void)[] = []
  let called = 0
  const pageTimes: number[] = []
  const out = { sold: 0, failed: 0, toldSoldOut: 0, soldAfter: 0, endedAfter: 0, longest: 0, looks: 0 }

  const end = () => {
    ended++
    out.endedAfter = clock.now / 1000
  }
  const toldSoldOut = () => {
    out.toldSoldOut++
    end()
  }

  function arrive(): void {
    const asked = clock.now
    // All that she looks at, at once.
    shop.work(costs.page * crowd.pages, () => pageTimes.push(clock.now - asked))
    if (random() >= crowd.buying) return
    buyers++
    const at = crowd.opens + random() * crowd.pressing
    if (crowd.prepared) clock.at(at, press)
    else shop.work(costs.before.shop, () => database.work(costs.before.database, () => clock.at(at, press)))
  }

  function press(): void {
    const mayGo = !machines.line || (line.length === called && inside < machines.shop * inMemory)
    if (mayGo) buy(machines.line ? Number.POSITIVE_INFINITY : (machines.timeout ?? 4000))
    else
      shop.work(costs.join.shop, () =>
        database.work(costs.join.database, () => (left === 0 ? toldSoldOut() : standInLine())),
      )
  }

  function standInLine(): void {
    const place = line.push(() => buy(Number.POSITIVE_INFINITY))
    out.longest = Math.max(out.longest, line.length - called)
    look(place)
  }

  /** Looks every ten seconds at most, and soon when she is next. */
  function look(place: number): void {
    const ahead = place - called
    clock.in(ahead < 20 * machines.shop ? 1500 : 10_000 * (0.8 + random() * 0.4), () => {
      out.looks++
      shop.work(costs.look, () => {
        if (left === 0) toldSoldOut()
        else if (place > called) look(place)
        else line[place - 1]?.()
      })
    })
  }

  function buy(mayWait: number): void {
    inside++
    const begin = () => {
      shop.work(left > 0 ? costs.checkout.shop : costs.refused.shop, () =>
        database.work(left > 0 ? costs.checkout.database : costs.refused.database, () => clock.in(costs.trips, finish)),
      )
    }
    if (free > 0) {
      free--
      begin()
    } else {
      const wish = { gone: false, begin }
      waiting.push(wish)
      if (Number.isFinite(mayWait)) clock.in(mayWait, () => giveUp(wish))
    }
  }

  function giveUp(wish: { gone: boolean; begin: () => void }): void {
    if (wish.gone) return
    wish.gone = true
    inside--
    out.failed++
    if (crowd.retry === undefined) end()
    else clock.in(crowd.retry * (0.8 + random() * 0.4), press)
  }

  function finish(): void {
    inside--
    if (left > 0) {
      left--
      out.sold++
      out.soldAfter = clock.now / 1000
      end()
    } else toldSoldOut()
    for (;;) {
      const next = waiting[firstWaiting++]
      if (!next) {
        firstWaiting = waiting.length
        free++
        return
      }
      if (next.gone) continue
      next.gone = true
      next.begin()
      return
    }
  }

  /** As the shop's own pace: so many that there is work until those who are called next are there. */
  function call(): void {
    const perSecond = Math.min(machines.shop / costs.checkout.shop, machines.database / costs.checkout.database) * 1000
    const enough = pool + Math.ceil((perSecond * (grace + 2000)) / 1000)
    called = Math.min(line.length, called + Math.max(0, enough - inside))
    if (ended < buyers || clock.now < crowd.opens + crowd.pressing) clock.in(500, call)
  }

  const comeFrom = (n: number) => {
    if (n === crowd.visitors) return
    clock.at((n / crowd.visitors) * crowd.within, () => {
      arrive()
      comeFrom(n + 1)
    })
  }
  comeFrom(0)
  if (machines.line) clock.in(500, call)
  clock.run(crowd.opens + crowd.pressing + 120_000)
  const sorted = Float64Array.from(pageTimes).sort()
  const seconds = Math.max(1, out.endedAfter)
  return {
    ...out,
    endedAfter: ended < buyers ? Number.POSITIVE_INFINITY : out.endedAfter,
    pages99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    looksPerSecond: out.looks / seconds,
    busy: {
      shop: shop.busyMs / 1000 / seconds / machines.shop,
      database: database.busyMs / 1000 / seconds / machines.database,
    },
  }
}
