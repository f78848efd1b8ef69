import type { WireReport } from '#api/wire/reports.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { formatDate } from '#shop/time.ts'
import { adminCall } from '../parts/api.ts'
import { EmptyList, ListState } from '../parts/list-parts.tsx'
import { Filter } from '../parts/search-box.tsx'
import { queryString, useQuery } from '../parts/use-query.ts'
import { compareIn, PeriodFields, periodIn } from './period.tsx'
import { ReportTable } from './table.tsx'
import { reports, shown } from './words.ts'

/** The owner's numbers: a report at a time, of any period, beside another. */
export default function Reports() {
  const asked = useQuery()
  const report = reports.find(({ name }) => name === asked.get('rapor')) ?? reports[0]
  if (!report) return null
  const compare = report.compared ? compareIn(asked) : ''
  const query = queryString({ ...periodIn(asked), compare })
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-display text-2xl">Raporlar</h1>
        <Filter
          label="Rapor"
          value={report.name}
          options={reports.map(({ name, label }) => ({ value: name, label }))}
          onChange={(rapor) => asked.set({ rapor })}
        />
      </div>
      <PeriodFields query={asked} compared={report.compared} />
      <Shown key={report.name} report={report} query={query} />
    </>
  )
}

function Shown({ report, query }: { report: (typeof reports)[number]; query: string }) {
  const { state, again } = useLoaded(`${report.name}?${query}`, (signal) =>
    adminCall<'GET /admin/reports/{name}'>('GET', `/admin/reports/${report.name}?${query}`, undefined, { signal }),
  )
  if (state.kind !== 'ready')
    return <ListState state={state} what={report.label} otherwise="Rapor alınamadı" onAgain={again} />
  const { data } = state.value
  const isEmpty = data.totals.every(({ value, before }) => value === 0 && !before)
  return (
    <div aria-busy={state.refreshing} className="aria-busy:opacity-60">
      <p className="mb-3 text-muted text-sm">{stretchOf(data)}</p>
      {isEmpty ? (
        <EmptyList title={report.empty}>Başka bir dönem seçerek bakabilirsiniz.</EmptyList>
      ) : (
        <>
          <Totals totals={data.totals} />
          <div className="grid items-start gap-4 xl:grid-cols-2">
            {data.tables.map((table) => (
              <ReportTable key={table.key} report={report.name} table={table} query={query} />
            ))}
          </div>
        </>
      )}
      <p className="mt-4 max-w-prose text-muted text-sm">{report.about}</p>
    </div>
  )
}

function stretchOf({ from, to, compared }: WireReport): string {
  const words = (period: { from: string; to: string }) =>
    period.from === period.to ? formatDate(period.from) : `${formatDate(period.from)} – ${formatDate(period.to)}`
  return compared ? `${words({ from, to })}; karşılaştırılan: ${words(compared)}` : words({ from, to })
}

function Totals({ totals }: { totals: WireReport['totals'] }) {
  return (
    <dl className="mb-4 flex flex-wrap gap-px border border-line bg-line">
      {totals.map(({ key, title, unit, value, before }) => (
        <div key={key} className="grid grow basis-36 content-start gap-1 bg-surface p-3">
          <dt className="text-muted text-sm">{title}</dt>
          <dd className="font-display text-lg tabular-nums sm:text-xl">{shown(unit, value)}</dd>
          {before !== null && (
            <dd className="text-muted text-sm tabular-nums">
              önce {shown(unit, before)}
              {unit !== 'percent' && before > 0 && `, ${changeOf(value, before)}`}
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}

/** '%12 fazla' */
function changeOf(now: number, then: number): string {
  const percent = Math.round(((now - then) / then) * 100)
  return percent === 0 ? 'aynı' : `%${Math.abs(percent).toLocaleString('tr-TR')} ${percent > 0 ? 'fazla' : 'az'}`
}
