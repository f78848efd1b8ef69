/** Time in milliseconds, and what happens when: a heap of events, and the cores that work is done on. */
export class Clock {
  now = 0
  private readonly heap: { at: number; order: number; happen: () => void }[] = []
  private made = 0

  at(time: number, happen: () => void): void {
    const event = { at: Math.max(time, this.now), order: this.made++, happen }
    let index = this.heap.push(event) - 1
    for (let up = (index - 1) >> 1; index > 0 && this.isBefore(index, up); index = up, up = (index - 1) >> 1)
      this.swap(index, up)
  }

  in(milliseconds: number, happen: () => void): void {
    this.at(this.now + milliseconds, happen)
  }

  /** Until nothing is left to happen, or the time is over. */
  run(until: number): void {
    for (;;) {
      const [first] = this.heap
      if (!first || first.at > until) return
      this.swap(0, this.heap.length - 1)
      this.heap.pop()
      this.sink()
      this.now = first.at
      first.happen()
    }
  }

  private sink(): void {
    for (let index = 0; ; ) {
      const left = 2 * index + 1
      const smaller = left + 1 < this.heap.length && this.isBefore(left + 1, left) ? left + 1 : left
      if (smaller >= this.heap.length || !this.isBefore(smaller, index)) return
      this.swap(index, smaller)
      index = smaller
    }
  }

  private isBefore(one: number, other: number): boolean {
    const [a, b] = [this.heap[one], this.heap[other]]
    return a !== undefined && b !== undefined && (a.at < b.at || (a.at === b.at && a.order < b.order))
  }

  private swap(one: number, other: number): void {
    const [a, b] = [this.heap[one], this.heap[other]]
    if (a && b) [this.heap[one], this.heap[other]] = [b, a]
  }
}

/** Cores that work in parallel; work that finds none free waits, first come first served. */
export class Cores {
  private free: number
  private readonly waiting: (() => void)[] = []
  private next = 0
  busyMs = 0
  private readonly clock: Clock

  constructor(clock: Clock, count: number) {
    this.clock = clock
    this.free = count
  }

  get queue(): number {
    return this.waiting.length - this.next
  }

  /** `done` is told how long it waited. */
  work(milliseconds: number, done: (waited: number) => void): void {
    const asked = this.clock.now
    this.take(() => {
      const waited = this.clock.now - asked
      this.busyMs += milliseconds
      this.clock.in(milliseconds, () => {
        this.give()
        done(waited)
      })
    })
  }

  take(begin: () => void): void {
    if (this.free > 0) {
      this.free--
      begin()
    } else this.waiting.push(begin)
  }

  give(): void {
    const begin = this.waiting[this.next]
    if (!begin) {
      this.free++
      return
    }
    this.next++
    // Work that has begun is removed from the list now and then.
    if (this.next > 10_000) {
      this.waiting.splice(0, this.next)
      this.next = 0
    }
    begin()
  }
}

/** A generator of numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
