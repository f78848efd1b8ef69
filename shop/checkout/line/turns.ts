import { setTimeout as wait } from 'node:timers/promises'
import { isDatabaseUnavailable } from '../../errors.ts'

type Waiting = { order: number; from: number; begin: () => void }

/** Work that is done so many at once and else in its order: whoever has the lowest number is next. */
export class Turns {
  running = 0
  private readonly line: Waiting[] = []
  private readonly atOnce: number

  constructor(atOnce: number) {
    this.atOnce = atOnce
  }

  get waiting(): number {
    return this.line.length
  }

  /** Not before `from` (performance.now()), so that lower numbers which are on their way are not overtaken. */
  async take<T>(order: number, from: number, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((begin) => {
      const index = this.line.findIndex((other) => other.order > order)
      this.line.splice(index < 0 ? this.line.length : index, 0, { order, from, begin })
      void this.nextOnce(from)
    })
    try {
      return await work()
    } catch (error) {
      // Nobody need wait to hear it.
      if (isDatabaseUnavailable(error)) this.letAllGo()
      throw error
    } finally {
      this.running--
      this.next()
    }
  }

  private letAllGo(): void {
    for (const { begin } of this.line.splice(0)) {
      this.running++
      begin()
    }
  }

  /** A timer may end a part of a millisecond too early, and nobody else may come who would call the next. */
  private async nextOnce(from: number): Promise<void> {
    for (let early = from - performance.now(); early > 0; early = from - performance.now())
      await wait(Math.ceil(early), undefined, { ref: false })
    this.next()
  }

  private next(): void {
    while (this.running < this.atOnce) {
      const now = performance.now()
      const index = this.line.findIndex(({ from }) => from <= now)
      const [ready] = index < 0 ? [] : this.line.splice(index, 1)
      if (!ready) return
      this.running++
      ready.begin()
    }
  }
}
