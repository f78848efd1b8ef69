/** How far back the calls are kept from which `perSecond` is measured. Milliseconds, as all here. */
const remembered = 30_000
/** The most that one process calls at a time. */
const mostAtATime = 500

/**
 * How many to call, so that there is always somebody to serve and few are called too soon. Nobody knows beforehand what the
 * database serves, nor who has left: it is seen from how many were served of late, and while the shop idles, ever more are called.
 */
export class Pace {
  private frontier: { place: number; at: number }[] = []
  private callings: { count: number; until: number }[] = []
  private servedPerSecond = 0
  private served = 0
  private countedAt = 0
  private boost = 1
  private readonly atOnce: number
  private readonly lead: number
  private readonly now: () => number

  /** `lead`: how long it takes from the call to the turn. */
  constructor(atOnce: number, lead: number, now: () => number = () => performance.now()) {
    this.atOnce = atOnce
    this.lead = lead
    this.now = now
  }

  /** `inside`: let in and not served yet; `busy`: those of them that wait for their turn or have it. */
  wanted({ inside, busy }: { inside: number; busy: number }): number {
    this.countServed()
    this.boost = busy < this.atOnce ? Math.min(this.boost * 1.25, 1000) : Math.max(1, this.boost * 0.7)
    const coming = this.coming()
    const enough = this.atOnce + Math.ceil((this.servedPerSecond * this.lead) / 1000)
    return Math.min(mostAtATime, Math.max(0, Math.ceil((enough - inside - coming) * this.boost)))
  }

  noteCalled(count: number): void {
    this.callings.push({ count, until: this.now() + this.lead })
  }

  /** One of those who were called is there. */
  noteCame(): void {
    const calling = this.callings.find(({ count }) => count > 0)
    if (calling) calling.count--
  }

  noteServed(): void {
    this.served++
  }

  /** All up to this place are called, by whichever process. */
  noteFrontier(place: number): void {
    const since = this.now() - remembered
    this.frontier = [
      ...this.frontier.filter(({ at }, index) => at >= since || index === this.frontier.length - 1),
      { place, at: this.now() },
    ]
  }

  /** When the place was called, as far as this process knows. */
  calledAt(place: number): number {
    return this.frontier.find((known) => known.place >= place)?.at ?? this.now()
  }

  /** How many places a second were called of late; null while that is not known. */
  perSecond(): number | null {
    const [first] = this.frontier
    const last = this.frontier.at(-1)
    if (!first || !last || last.at - first.at < 1000) return null
    return Math.round(((last.place - first.place) / (this.now() - first.at)) * 10_000) / 10 || null
  }

  /** Called, and expected to come yet. */
  private coming(): number {
    const now = this.now()
    this.callings = this.callings.filter(({ until }) => until > now)
    return this.callings.reduce((sum, { count }) => sum + count, 0)
  }

  private countServed(): void {
    const now = this.now()
    const passed = (now - this.countedAt) / 1000
    if (this.countedAt > 0 && passed > 0) {
      const share = Math.min(1, passed / 3)
      this.servedPerSecond += (this.served / passed - this.servedPerSecond) * share
    }
    this.countedAt = now
    this.served = 0
  }
}
