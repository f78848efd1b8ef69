import { z } from 'zod'
import { dayText, momentText } from '../fields/contract.ts'
import { istanbulDay } from '../time.ts'

export const reportNames = [
  'sales',
  'sell-through',
  'dead-stock',
  'reorder',
  'returns',
  'discounts',
  'customers',
  'searches',
] as const
export type ReportName = (typeof reportNames)[number]

const dayMissing = 'Tarihi gün.ay.yıl olarak seçin'
/** Or a moment, which stands for its day in Istanbul. */
const day = z.union(
  [dayText(dayMissing), momentText(dayMissing).transform((moment) => istanbulDay(new Date(moment)))],
  dayMissing,
)

/** Both days belong to the period; without them it is the last thirty days. */
export const ReportQuery = z.object({
  from: day.optional(),
  to: day.optional(),
  compare: z.enum(['none', 'previous', 'year']).default('none'),
})
export type ReportQuery = z.infer<typeof ReportQuery>

/** Units of the values; money is in kuruş here and in TL on the wire. */
export const units = ['text', 'day', 'count', 'money', 'percent'] as const
type Unit = (typeof units)[number]

export type Column = { key: string; title: string; unit: Unit }
export type Row = Record<string, string | number | null>
/** `chart`: the column that a chart draws; `series`: row by row in time, the others the greatest first. */
export type Table = { key: string; title: string; columns: Column[]; rows: Row[]; chart?: string; series?: boolean }
export type Total = { key: string; title: string; unit: Unit; value: number }
export type Numbers = { totals: Total[]; tables: Table[] }
