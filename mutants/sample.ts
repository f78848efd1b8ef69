import { createHash } from 'node:crypto'

/** Draws `count` things, the same ones for the same seed: each gets a number from the seed and its own name. */
export function sample<T>(things: readonly T[], count: number, seed: number, nameOf: (thing: T) => string): T[] {
  const drawn = (thing: T) =>
    createHash('sha256')
      .update(`${seed} ${nameOf(thing)}`)
      .digest('hex')
  return things
    .map((thing) => ({ thing, lot: drawn(thing) }))
    .sort((a, b) => (a.lot < b.lot ? -1 : 1))
    .slice(0, count)
    .map(({ thing }) => thing)
}
