import { createRoute, z } from '@hono/zod-openapi'
import { toTl } from '#shop/money.ts'
import { type Column, ReportQuery, type Row, reportNames } from '#shop/reports/contract.ts'
import { getReport, type Report, reportFile } from '#shop/reports/reports.ts'
import { ok, resource, staffFailures } from '../api.ts'
import { needs } from '../authenticate.ts'
import { failed, route } from '../route.ts'
import type { WireReport } from '../wire/reports.ts'
import { streamOf } from './sheets/files.ts'

const params = z.object({ name: z.enum(reportNames) })

const fileRoute = createRoute({
  method: 'get',
  path: '/admin/reports/{name}/csv',
  ...needs('reports'),
  summary: 'A table of a report as a file for Turkish Excel',
  request: {
    params,
    query: ReportQuery.extend({
      table: z.string().max(40).optional().openapi({ description: 'Its key; the first when left out' }),
    }),
  },
  responses: {
    ...failed({ ...staffFailures, 400: 'No such period', 404: 'No such report' }),
    200: { description: 'The file', content: { 'text/csv': { schema: z.string() } } },
  },
})

export const adminReports = resource()
  .openapi(
    route('GET /admin/reports/{name}', {
      ...needs('reports'),
      summary: 'Sales, stock, returns, discounts, customers or searches of a period',
      description: 'Istanbul days, both included; without them the last thirty. What each number is: docs/reports.md.',
      request: { params, query: ReportQuery },
      failures: staffFailures,
    }),
    async (c) => ok(c, wireOf(await getReport(c.get('ctx'), c.req.valid('param').name, c.req.valid('query')))),
  )
  .openapi(fileRoute, async (c) => {
    const { name } = c.req.valid('param')
    const file = await reportFile(c.get('ctx'), name, c.req.valid('query'))
    return c.body(streamOf(file), 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="rapor-${name}.csv"`,
    })
  })

function wireOf({ period, tables, totals, ...rest }: Report): WireReport {
  const tl = (unit: string, value: number | null) => (unit === 'money' && value !== null ? toTl(value) : value)
  return {
    ...rest,
    ...period,
    totals: totals.map(({ value, before, ...total }) => ({
      ...total,
      value: tl(total.unit, value) ?? 0,
      before: tl(total.unit, before),
    })),
    tables: tables.map((table) => ({ ...table, rows: table.rows.map((row) => inTl(row, table.columns)) })),
  }
}

function inTl(row: Row, columns: Column[]): Row {
  const money = columns.filter(({ unit }) => unit === 'money').map(({ key }) => key)
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key,
      typeof value === 'number' && money.includes(key) ? toTl(value) : value,
    ]),
  )
}
