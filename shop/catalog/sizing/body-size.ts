/** Which size of a chart a body has, by the measures that the chart has and the body tells. Pure; its bounds are in docs/sizes.md. */

import { fold } from '../../turkish.ts'
import type { SizeChart } from '../size-charts.ts'

/** In cm; height says nothing of a chart's sizes. */
export type BodyCm = { bust: number | null; waist: number | null; hips: number | null }
export type Girth = keyof BodyCm

export type BodySize =
  | { size: string; by: { girth: Girth; cm: number; size: string }[]; apart: boolean }
  | { outside: 'small' | 'large' }

/** How far below the smallest, or above the largest, a measure still counts as of it: what a tape is out by. */
const slackCm = 2

/** The measure that a column of a chart, or of a garment's table, is of; undefined for lengths and the like. */
export function girthOf(column: string): Girth | undefined {
  const name = fold(column)
  if (/^(gogus|bust)/.test(name)) return 'bust'
  if (/^(bel|waist)( |$|\()/.test(name)) return 'waist'
  return /^(basen|kalca|hips?)/.test(name) ? 'hips' : undefined
}

/** '84–87' as its two ends; undefined for what is no number or range. */
export function rangeOf(text: string): [number, number] | undefined {
  const ends = text.match(/\d+([.,]\d+)?/g)?.map((end) => Number(end.replace(',', '.'))) ?? []
  const [from, to = from] = ends
  return from !== undefined && to !== undefined && ends.length <= 2 && from <= to ? [from, to] : undefined
}

/**
 * The largest size that one of her measures asks for, as clothing must go around the widest place; undefined where chart and
 * body have no measure in common. `apart`: her measures ask for sizes more than one step apart.
 */
export function bodySizeOf(chart: SizeChart, body: BodyCm): BodySize | undefined {
  const asked = chart.columns.flatMap((column, index) => {
    const girth = girthOf(column)
    const cm = girth && body[girth]
    const row = cm ? rowFor(chart, index, cm) : undefined
    return girth && cm && row !== undefined ? [{ girth, cm, row }] : []
  })
  if (asked.length === 0) return undefined
  const rows = asked.map(({ row }) => row)
  const last = Math.max(...rows)
  if (last >= chart.rows.length) return { outside: 'large' }
  if (last < 0) return { outside: 'small' }
  const sizeAt = (row: number) => chart.rows[Math.max(row, 0)]?.size ?? ''
  return {
    size: sizeAt(last),
    by: asked.map(({ girth, cm, row }) => ({ girth, cm, size: sizeAt(row) })),
    apart: last - Math.min(...rows) > 1,
  }
}

/** The first row that goes around it; -1 for less than the smallest, one too many for more than the largest. */
function rowFor({ rows }: SizeChart, column: number, cm: number): number | undefined {
  const ranges = rows.map(({ values }) => rangeOf(values[column] ?? ''))
  // A chart with a gap, or that does not grow, tells nothing.
  const known = ranges.filter((range) => range !== undefined)
  if (known.length < rows.length || known.some(([from], index) => from <= (known[index - 1]?.[0] ?? 0)))
    return undefined
  const [smallest] = known[0] ?? [0]
  const [, largest] = known.at(-1) ?? [0, 0]
  if (cm < smallest - slackCm) return -1
  if (cm > largest + slackCm) return rows.length
  const row = known.findIndex(([, to]) => cm <= to)
  return row < 0 ? rows.length - 1 : row
}
