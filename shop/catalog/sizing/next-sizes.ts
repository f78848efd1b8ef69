import { compareSizes } from '../sizes.ts'
import { readOwnSize } from './placed.ts'
import { stepOfSize } from './same-sizes.ts'

/** How many products there are in a size; null: some. */
export type InSize = { size: string; count: number | null }

/** More would be no help. */
const most = 4

/** The available sizes next to her own, larger ones first. */
export function nextSizes(asked: string[], there: InSize[]): InSize[] {
  const own = asked.flatMap((text) => readOwnSize(text)?.size ?? [])
  const besides = (by: 1 | -1) =>
    there.filter(({ size, count }) => count !== 0 && own.some((mine) => distance(mine, size, there) === by))
  return [...besides(1), ...besides(-1)].slice(0, most)
}

/** From small to large; of sizes without letters, their places among the others of their kind. */
function distance(from: string, to: string, there: InSize[]): number | undefined {
  const [a, b] = [stepOfSize(from), stepOfSize(to)]
  if (a !== undefined || b !== undefined) return a === undefined || b === undefined ? undefined : b - a
  const row = [...new Set([...there.map(({ size }) => size), from])]
    .filter((size) => stepOfSize(size) === undefined)
    .sort(compareSizes)
  return row.indexOf(to) - row.indexOf(from)
}
