/** The owner's numbers. Each report reads sums (sums.ts), for a period and, where asked, for the one that it is compared with. */

import { type Ctx, hasRight, requireRight } from '../ctx.ts'
import { csv } from '../imports/exports/write-csv.ts'
import type { Cell } from '../xlsx.ts'
import type { Column, Numbers, ReportName, ReportQuery, Row, Table, Total } from './contract.ts'
import { customersReport } from './customers.ts'
import { discountsReport } from './discounts.ts'
import { greatestFirst } from './goods.ts'
import { comparedWith, type Period, periodOf } from './periods.ts'
import { returnsReport } from './returned.ts'
import { salesReport } from './sales.ts'
import { searchesReport } from './searches.ts'
import { deadStockReport, reorderReport, sellThroughReport } from './stock.ts'

const reports: Record<ReportName, (ctx: Ctx, period: Period) => Promise<Numbers>> = {
  sales: salesReport,
  'sell-through': sellThroughReport,
  'dead-stock': deadStockReport,
  reorder: reorderReport,
  returns: returnsReport,
  discounts: discountsReport,
  customers: customersReport,
  searches: searchesReport,
}

/** The stock of an earlier day is not known: these are not compared. */
const ofThisMoment: ReportName[] = ['sell-through', 'dead-stock', 'reorder']

type ComparedTable = Omit<Table, 'rows'> & { rows: Row[]; count: number }
export type Report = {
  name: ReportName
  period: Period
  compared: Period | null
  totals: (Total & { before: number | null })[]
  tables: ComparedTable[]
}

/** Rows of a table on the screen; the file has all of them. */
const mostRows = 200

/** A report of a period. INVALID for a period that is none. */
export async function getReport(ctx: Ctx, name: ReportName, query: ReportQuery): Promise<Report> {
  const report = await wholeReport(ctx, name, query)
  return {
    ...report,
    tables: report.tables.map((table) => ({
      ...table,
      rows: table.series ? table.rows : table.rows.slice(0, mostRows),
    })),
  }
}

/** Without its sums, and without their order, for who may not see them. */
function asSeen(ctx: Ctx, numbers: Numbers): Numbers {
  if (hasRight(ctx, 'amounts')) return numbers
  return {
    totals: numbers.totals.filter(({ unit }) => unit !== 'money'),
    tables: numbers.tables.map(({ chart, columns, rows, ...table }) => {
      const sums = columns.filter(({ unit }) => unit === 'money').map(({ key }) => key)
      const shown = columns.filter(({ unit }) => unit !== 'money')
      const bySums = chart !== undefined && sums.includes(chart)
      const left = bySums ? shown.find(({ unit }) => unit === 'count')?.key : chart
      const ordered = bySums && left && !table.series ? greatestFirst(rows, left) : rows
      return {
        ...{ ...table, columns: shown },
        rows: ordered.map((row) => Object.fromEntries(Object.entries(row).filter(([key]) => !sums.includes(key)))),
        ...(left ? { chart: left } : {}),
      }
    }),
  }
}

async function wholeReport(ctx: Ctx, name: ReportName, query: ReportQuery): Promise<Report> {
  requireRight(ctx, 'reports')
  const period = periodOf(query, ctx.clock())
  const compared = ofThisMoment.includes(name) ? undefined : comparedWith(period, query.compare)
  const numbersOf = async (of: Period) => asSeen(ctx, await reports[name](ctx, of))
  const now = await numbersOf(period)
  const before = compared && (await numbersOf(compared))
  return {
    ...{ name, period, compared: compared ?? null },
    totals: now.totals.map((total) => ({
      ...total,
      before: before?.totals.find(({ key }) => key === total.key)?.value ?? null,
    })),
    tables: now.tables.map((table) => ({
      ...(before ? beside(table, before.tables.find(({ key }) => key === table.key)?.rows ?? []) : table),
      count: table.rows.length,
    })),
  }
}

/** The table with what its chart draws of the other period in a column more; days are set beside each other in their order. */
function beside(table: Table, before: Row[]): Table {
  const { chart, series, columns, rows } = table
  const drawn = columns.find(({ key }) => key === chart)
  if (!drawn || !chart) return table
  const earlier = new Map(before.map((row) => [row.id, row[chart] ?? 0]))
  const column: Column = { ...drawn, key: 'before', title: `Önceki dönem: ${drawn.title.toLocaleLowerCase('tr')}` }
  const drawnOf = (row: Row, index: number) => (series ? before[index]?.[chart] : earlier.get(row.id ?? '')) ?? 0
  return { ...table, columns: [...columns, column], rows: rows.map((row, n) => ({ ...row, before: drawnOf(row, n) })) }
}

/** One table of a report with all its rows, for Excel. */
export async function reportFile(
  ctx: Ctx,
  name: ReportName,
  query: ReportQuery & { table?: string | undefined },
): Promise<AsyncGenerator<Uint8Array>> {
  const { tables } = await wholeReport(ctx, name, query)
  const table = tables.find(({ key }) => key === query.table) ?? tables[0]
  const columns = table?.columns ?? []
  return csv(
    columns.map(({ title, unit }) => ({ title: unit === 'percent' ? `${title} (%)` : title, width: 16 })),
    cellsOf(columns, table?.rows ?? []),
  )
}

async function* cellsOf(columns: Column[], rows: Row[]): AsyncGenerator<Cell[]> {
  for (const row of rows) yield columns.map((column) => cellOf(column, row[column.key] ?? undefined))
}

function cellOf({ unit }: Column, value: string | number | undefined): Cell {
  if (value === undefined) return undefined
  if (unit === 'money') return { kurus: Number(value) }
  if (unit === 'percent') return String(value).replace('.', ',')
  return unit === 'day' && String(value).length === 10 ? { day: String(value) } : value
}
