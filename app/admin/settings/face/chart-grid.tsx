import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { CategoryChart } from '#shop/settings/face/size-charts.ts'

type GridProps = {
  name: string
  chart: CategoryChart
  wrong: (name: string) => string | undefined
  onChange: (chart: CategoryChart) => void
}

const cellClass =
  'block min-h-11 w-full border border-edge bg-surface px-2 text-center text-base tabular-nums aria-invalid:border-bad'

/** Stays in view on a phone, where the measures scroll away under it. */
const sizeClass = 'sticky left-0 z-10 w-20 min-w-20 bg-paper'

/** The chart as it is typed: a row a size, a column a measure. A table copied from a sheet can be pasted into any cell. */
export function ChartGrid({ name, chart, wrong, onChange }: GridProps) {
  const { columns, rows } = chart
  const setColumn = (at: number, changed: Partial<CategoryChart['columns'][number]>) =>
    onChange({ ...chart, columns: columns.map((column, index) => (index === at ? { ...column, ...changed } : column)) })
  const setRow = (at: number, changed: Partial<CategoryChart['rows'][number]>) =>
    onChange({ ...chart, rows: rows.map((row, index) => (index === at ? { ...row, ...changed } : row)) })
  const problems = problemsOf(chart, wrong)
  return (
    <section aria-label={`${name} beden tablosu`} className="grid min-w-0 gap-4">
      {problems.length > 0 && (
        <ul role="alert" className="text-bad text-sm">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      <div className="overflow-x-auto">
        <table className="w-full min-w-max border-separate border-spacing-1 text-sm">
          <caption className="sr-only">{name} beden tablosu, santimetre</caption>
          <thead>
            <tr>
              <th scope="col" className={`${sizeClass} text-left font-medium`}>
                Beden
              </th>
              {columns.map((column, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a measure has no other name than the one that is typed
                <th key={at} scope="col" className="min-w-24">
                  <input
                    aria-label={`${at + 1}. ölçünün adı`}
                    placeholder="Ölçü"
                    maxLength={20}
                    value={column.name}
                    aria-invalid={wrong(`columns.${at}.name`) ? true : undefined}
                    onChange={({ target }) => setColumn(at, { name: target.value })}
                    className={`${cellClass} font-semibold`}
                  />
                </th>
              ))}
              <td className="w-11">
                {columns.length < 6 && (
                  <Small
                    icon="plus"
                    label="Ölçü ekle"
                    onClick={() =>
                      onChange({
                        ...chart,
                        columns: [...columns, { name: '', tip: '' }],
                        rows: rows.map((row) => ({ ...row, values: [...row.values, ''] })),
                      })
                    }
                  />
                )}
              </td>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a size has no other name than the one that is typed
              <tr key={at}>
                <th scope="row" className={sizeClass}>
                  <input
                    aria-label={`${at + 1}. beden`}
                    maxLength={20}
                    value={row.size}
                    aria-invalid={wrong(`rows.${at}.size`) ? true : undefined}
                    onChange={({ target }) => setRow(at, { size: target.value })}
                    className={`${cellClass} font-semibold`}
                  />
                </th>
                {row.values.map((value, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: by its column
                  <td key={place}>
                    <input
                      aria-label={`${row.size || `${at + 1}. beden`}, ${columns[place]?.name || `${place + 1}. ölçü`}`}
                      maxLength={12}
                      value={value}
                      aria-invalid={wrong(`rows.${at}.values.${place}`) ? true : undefined}
                      onChange={({ target }) => setRow(at, { values: row.values.with(place, target.value) })}
                      onPaste={(event) => {
                        const text = event.clipboardData.getData('text/plain')
                        if (!/[\t\n]/.test(text.trim())) return
                        event.preventDefault()
                        onChange(pasted(chart, at, place, text))
                      }}
                      className={cellClass}
                    />
                  </td>
                ))}
                <td>
                  {rows.length > 1 && (
                    <Small
                      icon="close"
                      label={`${row.size || `${at + 1}. beden`}: kaldır`}
                      onClick={() => onChange({ ...chart, rows: rows.toSpliced(at, 1) })}
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length < 24 && (
        <Button
          look="secondary"
          size="small"
          className="justify-self-start"
          onClick={() => onChange({ ...chart, rows: [...rows, { size: '', values: columns.map(() => '') }] })}
        >
          Beden ekle
        </Button>
      )}
      <Tips chart={chart} wrong={wrong} onTip={(at, tip) => setColumn(at, { tip })} onChange={onChange} />
    </section>
  )
}

type TipsProps = Pick<GridProps, 'chart' | 'wrong' | 'onChange'> & { onTip: (at: number, tip: string) => void }

/** How each measure is taken; a measure is removed here, away from the cells. */
function Tips({ chart, wrong, onTip, onChange }: TipsProps) {
  const { columns, rows } = chart
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-medium text-sm">Nasıl ölçülür?</legend>
      {columns.map(({ name, tip }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a measure has no other name than the one that is typed
        <div key={at} className="flex flex-wrap items-end gap-2">
          <Field
            label={name || `${at + 1}. ölçü`}
            optional
            maxLength={160}
            autoComplete="off"
            value={tip}
            error={wrong(`columns.${at}.tip`)}
            className="min-w-56 grow"
            onChange={({ target }) => onTip(at, target.value)}
          />
          {columns.length > 1 && (
            <Button
              look="quiet"
              aria-label={`${name || `${at + 1}. ölçü`}: ölçüyü kaldır`}
              onClick={() =>
                onChange({
                  ...chart,
                  columns: columns.toSpliced(at, 1),
                  rows: rows.map((row) => ({ ...row, values: row.values.toSpliced(at, 1) })),
                })
              }
            >
              Kaldır
            </Button>
          )}
        </div>
      ))}
    </fieldset>
  )
}

function Small({ icon, label, onClick }: { icon: 'plus' | 'close'; label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="grid size-11 place-items-center text-muted hover:text-ink"
    >
      <Icon name={icon} size={18} />
    </button>
  )
}

/** Fills the cells from one on with a table of a sheet; what has no cell is left out. */
function pasted(chart: CategoryChart, row: number, place: number, text: string): CategoryChart {
  const lines = text.trimEnd().split(/\r?\n/)
  return {
    ...chart,
    rows: chart.rows.map((one, at) => {
      const cells = lines[at - row]?.split('\t')
      if (at < row || !cells) return one
      return {
        ...one,
        values: one.values.map((value, index) => (index < place ? value : (cells[index - place]?.trim() ?? value))),
      }
    }),
  }
}

/** Each sentence once, with its place. */
function problemsOf({ columns, rows }: CategoryChart, wrong: GridProps['wrong']): string[] {
  const of = (place: string, name: string) => {
    const problem = wrong(name)
    return problem ? [`${place}: ${problem}`] : []
  }
  return [
    ...of('Tablo', 'columns'),
    ...of('Tablo', 'rows'),
    ...columns.flatMap(({ name }, at) => of(name || `${at + 1}. ölçü`, `columns.${at}.name`)),
    ...rows.flatMap(({ size, values }, at) => {
      const place = size || `${at + 1}. beden`
      return [
        ...of(place, `rows.${at}.size`),
        ...values.flatMap((_, index) => of(`${place}, ${columns[index]?.name ?? ''}`, `rows.${at}.values.${index}`)),
      ]
    }),
  ]
}
