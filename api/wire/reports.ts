import { z } from '@hono/zod-openapi'
import { reportNames, units } from '#shop/reports/contract.ts'
import { success } from './envelope.ts'

const Period = z.object({ from: z.iso.date(), to: z.iso.date() })
const Unit = z.enum(units).openapi({ description: 'Money in TL; a day may be a month, 2026-11' })

export type WireReport = z.infer<typeof WireReport>
const WireReport = Period.extend({
  name: z.enum(reportNames),
  compared: Period.nullable(),
  totals: z.array(
    z.object({ key: z.string(), title: z.string(), unit: Unit, value: z.number(), before: z.number().nullable() }),
  ),
  tables: z.array(
    z.object({
      key: z.string(),
      title: z.string(),
      columns: z.array(z.object({ key: z.string(), title: z.string(), unit: Unit })),
      rows: z
        .array(z.record(z.string(), z.union([z.string(), z.number(), z.null()])))
        .openapi({ description: 'By the keys of the columns, `id` beside them; the first 200' }),
      count: z.number().int().openapi({ description: 'Rows in all' }),
      chart: z.string().optional().openapi({ description: 'The column that is worth drawing' }),
      series: z.boolean().optional().openapi({ description: 'Its rows follow each other in time' }),
    }),
  ),
}).openapi('Report')

export const reportAnswers = {
  'GET /admin/reports/{name}': success(WireReport),
}
