import type { WireReport } from '#api/wire/reports.ts'
import { shown } from './words.ts'

type Table = WireReport['tables'][number]

/** Bars of one column, drawn by hand: the table below says the same in numbers. */
export function Chart({ table }: { table: Table }) {
  const column = table.columns.find(({ key }) => key === table.chart)
  if (!column || table.rows.length === 0) return null
  const rows = table.series ? table.rows : table.rows.slice(0, 10)
  const number = (value: string | number | null | undefined) => Math.max(0, Number(value ?? 0))
  const most = Math.max(...rows.flatMap((row) => [number(row[column.key]), number(row.before)]))
  if (most === 0) return null
  const bars = rows.map((row) => ({
    id: String(row.id),
    name: shown(table.series ? 'day' : 'text', row[table.columns[0]?.key ?? '']),
    said: shown(column.unit, row[column.key]),
    now: number(row[column.key]) / most,
    before: 'before' in row ? number(row.before) / most : undefined,
  }))
  const label = `${table.title}: ${column.title}. Değerler aşağıdaki tablodadır.`
  return table.series ? (
    <Columns bars={bars} label={label} most={shown(column.unit, most)} />
  ) : (
    <Lines bars={bars} label={label} />
  )
}

type Bar = { id: string; name: string; said: string; now: number; before: number | undefined }

const height = 100

/** Day by day from left to right; the other period stands paler behind. */
function Columns({ bars, label, most }: { bars: Bar[]; label: string; most: string }) {
  const width = 10
  return (
    <figure className="mb-3">
      <p className="mb-1 text-muted text-xs tabular-nums">En çok {most}</p>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${Math.max(bars.length, 4) * width} ${height}`}
        preserveAspectRatio="none"
        className="h-44 w-full border-line border-b sm:h-56"
      >
        {bars.map(({ id, name, said, now, before }, index) => (
          <g key={id}>
            <title>{`${name}: ${said}`}</title>
            {before !== undefined && (
              <rect
                className="fill-line"
                x={index * width + 0.5}
                y={height * (1 - before)}
                width={9}
                height={height * before}
              />
            )}
            <rect className="fill-ink" x={index * width + 2} y={height * (1 - now)} width={6} height={height * now} />
          </g>
        ))}
      </svg>
      <figcaption className="mt-1 flex justify-between gap-4 text-muted text-xs">
        <span>{bars[0]?.name}</span>
        {bars.length > 1 && <span>{bars.at(-1)?.name}</span>}
      </figcaption>
    </figure>
  )
}

/** The first ten, one below the other, with room for long names. */
function Lines({ bars, label }: { bars: Bar[]; label: string }) {
  return (
    <div role="img" aria-label={label} className="mb-4 grid grid-cols-1 gap-2 text-sm">
      {bars.map(({ id, name, said, now, before }) => (
        <div key={id}>
          <div className="flex justify-between gap-4">
            <span className="min-w-0 truncate">{name}</span>
            <span className="shrink-0 tabular-nums">{said}</span>
          </div>
          <svg aria-hidden="true" viewBox="0 0 100 8" preserveAspectRatio="none" className="h-2 w-full bg-paper">
            {before !== undefined && <rect className="fill-line" width={before * 100} height={8} />}
            <rect className="fill-ink" y={2} width={now * 100} height={4} />
          </svg>
        </div>
      ))}
    </div>
  )
}
