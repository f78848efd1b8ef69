import { useState } from 'react'
import type { WireReport } from '#api/wire/reports.ts'
import { Button } from '#app/ui/button.tsx'
import { queryString } from '../parts/use-query.ts'
import { DownloadButton } from '../products/sheets/download.tsx'
import { Chart } from './chart.tsx'
import { shown, type Unit } from './words.ts'

type Table = WireReport['tables'][number]

const first = 10

/** A chart, the same as a table, and the file. */
export function ReportTable({ report, table, query }: { report: string; table: Table; query: string }) {
  const [all, setAll] = useState(false)
  const rows = table.series ? table.rows.toReversed() : table.rows
  const id = `table-${table.key}`
  const path = `/admin/reports/${report}/csv?${query}&${queryString({ table: table.key })}`
  return (
    <section aria-labelledby={id} className="min-w-0 border border-line bg-surface p-4">
      <div className="-mr-2 mb-3 flex flex-wrap items-center justify-between gap-x-4">
        <h2 id={id} className="font-display text-lg">
          {table.title}
        </h2>
        {rows.length > 0 && (
          <span className="no-print">
            <DownloadButton path={path} name={`rapor-${report}-${table.key}.csv`} label={`${table.title}: CSV indir`}>
              CSV indir
            </DownloadButton>
          </span>
        )}
      </div>
      {rows.length === 0 ? (
        <p className="py-4 text-muted text-sm">Bu dönemde bir kayıt yok.</p>
      ) : (
        <>
          <Chart table={table} />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keyboard too */}
          <section aria-label={`${table.title}, tablo`} tabIndex={0} className="overflow-x-auto">
            <table className="w-full text-sm max-md:text-xs">
              <thead className="text-left text-muted">
                <tr className="border-line border-b">
                  {table.columns.map(({ key, title, unit }) => (
                    <th
                      key={key}
                      scope="col"
                      className={`py-1.5 pr-2 align-bottom font-normal last:pr-0 md:pr-3 ${sideOf(unit)}`}
                    >
                      {title}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody className="tabular-nums">
                {rows.map((row, index) => (
                  <Row key={String(row.id)} row={row} columns={table.columns} onPaperOnly={!all && index >= first} />
                ))}
              </tbody>
            </table>
          </section>
          {rows.length > first && (
            <Button look="quiet" onClick={() => setAll(!all)} className="no-print -ml-2">
              {all ? 'Daha az göster' : `Tümünü göster (${rows.length.toLocaleString('tr-TR')})`}
            </Button>
          )}
          {table.count > rows.length && (
            <p className={`text-muted text-sm ${all ? '' : 'not-print:hidden'}`}>
              {table.count.toLocaleString('tr-TR')} satırın ilk {rows.length.toLocaleString('tr-TR')} tanesi; tümü CSV
              dosyasındadır.
            </p>
          )}
        </>
      )}
    </section>
  )
}

type RowProps = { row: Table['rows'][number]; columns: Table['columns']; onPaperOnly: boolean }

function Row({ row, columns, onPaperOnly }: RowProps) {
  return (
    <tr className={`border-line border-b last:border-0 ${onPaperOnly ? 'not-print:hidden' : ''}`}>
      {columns.map(({ key, unit }, index) =>
        index === 0 ? (
          <th
            key={key}
            scope="row"
            className={`${unit === 'day' ? '' : 'min-w-32'} break-words py-1.5 pr-2 text-left font-normal md:pr-3`}
          >
            {shown(unit, row[key])}
          </th>
        ) : (
          <td
            key={key}
            className={`py-1.5 pr-2 last:pr-0 md:pr-3 ${sideOf(unit)} ${isWord(unit) ? '' : 'whitespace-nowrap'}`}
          >
            {shown(unit, row[key])}
          </td>
        ),
      )}
    </tr>
  )
}

function sideOf(unit: Unit): string {
  return isWord(unit) ? '' : 'text-right md:whitespace-nowrap'
}

function isWord(unit: Unit): boolean {
  return unit === 'text' || unit === 'day'
}
