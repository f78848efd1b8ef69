/**
 * The line before the checkout. Each process writes so many purchases at once; a few more wait in its memory for a moment. Only when
 * those are too many is there a line: rows, numbered in the order of coming, of which every process calls the next as it gets room.
 * A shopper who was called sends her payment again and any process lets her in by her number. The state of the line is answered from
 * memory; while there is a line, each process reads it again every half second.
 */

import { sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { ShopError } from '../../errors.ts'
import { scaled, tooMany } from '../../limits.ts'
import type { CheckoutLine, LineBuyer, LineState, Turn } from '../../ports.ts'
import { after, minutes, seconds } from '../../time.ts'
import { outOfStock } from '../lines.ts'
import { Joining } from './joining.ts'
import { Pace } from './pace.ts'
import { callNext, dropHopeless, readLine, type SoldOut } from './places.ts'
import { placeIn, ticketOf } from './ticket.ts'
import { Turns } from './turns.ts'

export const lineChannel = 'line'

/** How many may wait in memory for each that is let in at once: a second or two. */
const waitingEach = 10

/** Milliseconds. */
const usual = {
  /** Between two looks at the rows while there is a line. */
  every: 500,
  /** Called people come within it, so that nobody is served before a lower number: they look every second and a half. */
  grace: seconds(3),
}

/** The order of a purchase that has had its turn: it goes on before all that have not. */
const goesOn = -1

type Options = { atOnce: number } & Partial<typeof usual>

export class LocalLine implements CheckoutLine {
  isOpen = false
  private called = 0
  private last = 0
  private soldOut = new Map<string, SoldOut>()
  /** Let in, and their purchase not written yet. */
  private inside = 0
  private readAt = Number.NEGATIVE_INFINITY
  private reading: Promise<void> | undefined
  private ticking = false
  private closedAt = Number.NEGATIVE_INFINITY
  private stopped = false
  private timer: NodeJS.Timeout | undefined
  private readonly newCtx: () => Ctx
  private readonly atOnce: number
  private readonly every: number
  private readonly grace: number
  private readonly turns: Turns
  private readonly pace: Pace
  private readonly joining: Joining

  constructor(newCtx: () => Ctx, { atOnce, every = usual.every, grace = usual.grace }: Options) {
    this.newCtx = newCtx
    this.atOnce = atOnce
    this.every = every
    this.grace = grace
    this.turns = new Turns(atOnce)
    this.pace = new Pace(atOnce, grace + seconds(2))
    this.joining = new Joining(newCtx)
  }

  /** There is a line, as the rows or another process say. */
  async hear(): Promise<void> {
    await this.read()
    if (this.isOpen) this.tickSoon()
  }

  stop(): void {
    this.stopped = true
    clearTimeout(this.timer)
  }

  async requireCalled({ person, ticket }: Pick<LineBuyer, 'person' | 'ticket'>): Promise<void> {
    const place = this.placeOf(person, ticket)
    if (!this.isOpen || place === undefined || place <= this.called) return
    // Another process may have called her since.
    if (performance.now() - this.readAt > 100) await this.read()
    if (this.isOpen && place > this.called) throw this.inLine(place, person)
  }

  async enter(buyer: LineBuyer): Promise<Turn> {
    const place = this.placeOf(buyer.person, buyer.ticket)
    if (place !== undefined && (!this.isOpen || place <= this.called)) return this.letIn(place)
    if (!this.isOpen && this.inside < scaled(this.newCtx(), this.atOnce * waitingEach)) return this.letIn(undefined)
    if (await buyer.holdsAll()) return this.letIn(undefined)
    this.refuseHopeless(buyer.variantIds)
    return this.join(buyer)
  }

  state(): LineState {
    const { isOpen: open, called, last } = this
    return { open, called, last, perSecond: this.pace.perSecond(), soldOut: [...this.soldOut.keys()] }
  }

  private placeOf(person: string, ticket: string | undefined): number | undefined {
    return ticket === undefined ? undefined : placeIn(this.newCtx(), ticket, person)
  }

  private letIn(place: number | undefined): Turn {
    this.inside++
    const from = place === undefined ? 0 : this.pace.calledAt(place) + this.grace
    if (place !== undefined) this.pace.noteCame()
    let ended = false
    let order = place ?? 0
    return {
      place,
      take: (work) =>
        this.turns.take(order, from, () => {
          order = goesOn
          return work()
        }),
      end: () => {
        if (ended) return
        ended = true
        this.inside--
        this.pace.noteServed()
      },
    }
  }

  /** OUT_OF_STOCK for a buyer who wants only what is sold out: she need not wait to learn it. */
  private refuseHopeless(variantIds: string[]): void {
    if (!this.isOpen || variantIds.length === 0) return
    const gone = variantIds.flatMap((id) => this.soldOut.get(id) ?? [])
    if (gone.length === variantIds.length)
      throw outOfStock(gone.map((item) => ({ item, isOffSale: false, available: 0 })))
  }

  private async join({ person, network, variantIds }: LineBuyer): Promise<Turn> {
    const isNew = !this.isOpen
    this.isOpen = true
    this.tickSoon()
    const joined = await this.joining.join({ person, network, variantIds })
    if (isNew) await this.newCtx().db.execute(sql`select pg_notify(${lineChannel}, '')`)
    const ctx = this.newCtx()
    if (!joined) throw tooMany(ctx, after(ctx.clock(), minutes(1)))
    if (joined.called) return this.letIn(joined.place)
    // As it stood when there was a line the last time.
    if (performance.now() - this.readAt > 2 * this.every) await this.read()
    this.refuseHopeless(variantIds)
    this.last = Math.max(this.last, joined.place)
    throw this.inLine(joined.place, person)
  }

  private inLine(place: number, person: string): ShopError {
    const ahead = Math.max(0, place - this.called - 1)
    const perSecond = this.pace.perSecond()
    const left = perSecond === null ? null : Math.ceil(ahead / perSecond)
    const message = 'Şu anda çok sayıda kişi ödeme yapıyor; sıraya alındınız, sıranız gelince devam edebilirsiniz.'
    return new ShopError('IN_LINE', message, {
      data: { ticket: ticketOf(this.newCtx(), place, person), place, ahead, seconds: left },
      retryAfterSeconds: Math.min(10, Math.max(2, Math.ceil((left ?? 10) / 5))),
    })
  }

  private tickSoon(): void {
    if (this.ticking || this.stopped) return
    this.ticking = true
    this.timer = setTimeout(() => void this.tick(), this.every).unref()
  }

  private async tick(): Promise<void> {
    await this.move().catch((error: unknown) => {
      this.newCtx().log.warn({ err: error }, 'the line cannot be read; tried again')
    })
    this.ticking = false
    // Those who wait look for a moment yet: what is sold out is told them.
    if (this.isOpen || performance.now() - this.closedAt < minutes(1)) this.tickSoon()
  }

  /** Calls the next, if there is room, and reads how the line stands. */
  async move(): Promise<void> {
    const { running, waiting } = this.turns
    const next = this.isOpen ? this.pace.wanted({ inside: this.inside, busy: running + waiting }) : 0
    if (next > 0) {
      await callNext(this.newCtx(), next)
      this.pace.noteCalled(next)
    }
    await this.read()
  }

  private read(): Promise<void> {
    this.reading ??= this.readRows().finally(() => {
      this.reading = undefined
    })
    return this.reading
  }

  private async readRows(): Promise<void> {
    const ctx = this.newCtx()
    const joined = this.joining.count
    const { first, last, soldOut } = await readLine(ctx)
    const known = this.soldOut
    this.soldOut = new Map(soldOut.map((size) => [size.variantId, size]))
    if (soldOut.some(({ variantId }) => !known.has(variantId))) await dropHopeless(ctx, [...this.soldOut.keys()])
    this.last = Math.max(this.last, last)
    const called = first === null ? this.last : first - 1
    if (called > this.called) this.pace.noteFrontier(called)
    this.called = Math.max(this.called, called)
    this.readAt = performance.now()
    // The rows were read before those who joined meanwhile.
    const isOpen = first !== null || joined !== this.joining.count || this.joining.isBusy
    if (this.isOpen && !isOpen) this.closedAt = this.readAt
    this.isOpen = isOpen
  }
}
