import type { Ctx } from '../../ctx.ts'
import { type Joiner, joinLine, noteWishes, type Place } from './places.ts'

type Waiting = { joiner: Joiner; done: (place: Place | undefined) => void; failed: (error: unknown) => void }

/** The most that one statement gives places to. */
const mostAtOnce = 500

/** Those who join at the same moment get their places by the same statements, in the order in which they came. */
export class Joining {
  /** How many have joined so far. */
  count = 0
  private waiting: Waiting[] = []
  private busy = false
  private readonly wishes = new Set<string>()
  private readonly newCtx: () => Ctx

  constructor(newCtx: () => Ctx) {
    this.newCtx = newCtx
  }

  get isBusy(): boolean {
    return this.busy
  }

  /** Her place; undefined when too many of her network are in line. */
  join(joiner: Joiner): Promise<Place | undefined> {
    return new Promise((done, failed) => {
      this.waiting.push({ joiner, done, failed })
      if (!this.busy) void this.work()
    })
  }

  private async work(): Promise<void> {
    this.busy = true
    while (this.waiting.length > 0) await this.joinSome(this.waiting.splice(0, mostAtOnce))
    this.busy = false
  }

  private async joinSome(some: Waiting[]): Promise<void> {
    const ctx = this.newCtx()
    try {
      const wishes = some.flatMap(({ joiner }) => joiner.variantIds).filter((id) => !this.wishes.has(id))
      if (wishes.length > 0) await noteWishes(ctx, wishes)
      for (const id of wishes) this.wishes.add(id)
      // A person who asks twice at the same moment gets one place.
      const places = await joinLine(ctx, [...new Map(some.map(({ joiner }) => [joiner.person, joiner])).values()])
      this.count += some.length
      for (const { joiner, done } of some) done(places.get(joiner.person))
    } catch (error) {
      for (const { failed } of some) failed(error)
    }
  }
}
