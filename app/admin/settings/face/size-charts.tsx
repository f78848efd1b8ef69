import { useState } from 'react'
import { api } from '#app/browser/api-client.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Button } from '#app/ui/button.tsx'
import { Select } from '#app/ui/select.tsx'
import { sizeChartOf } from '#shop/catalog/size-charts.ts'
import type { CategoryChart, SizeCharts } from '#shop/settings/face/size-charts.ts'
import { adminCall } from '../../parts/api.ts'
import { ListState } from '../../parts/list-parts.tsx'
import type { SectionProps } from '../section.ts'
import { SaveBar, SectionHead } from '../section-parts.tsx'
import { useNestedSection } from '../use-nested-section.ts'
import { ChartGrid } from './chart-grid.tsx'
import { History } from './history.tsx'

type Category = Parameters<typeof sizeChartOf>[0] & { id: string }

/** The size chart of each category. */
export function SizeChartsSection({ settings: { sizes }, onSaved, onReload }: SectionProps) {
  const { state, again } = useLoaded('categories', (signal) =>
    api.call<'GET /categories'>('GET', '/categories', undefined, { signal }),
  )
  const { edited, change, restored, wrong, form, bar } = useNestedSection({
    send: (body) => adminCall<'PUT /admin/settings/size-charts'>('PUT', '/admin/settings/size-charts', body),
    initial: sizes.settings,
    version: sizes.version,
    valuesOf,
    onSaved(saved) {
      onSaved(saved)
      return saved.sizes.settings
    },
  })
  const { charts } = edited
  return (
    <form {...form}>
      <SectionHead title="Beden tabloları">
        Ürün sayfasındaki beden tablosu, santimetre olarak. Kendi tablonuzu yazmadığınız kategorilerde mağazanın genel
        vücut ölçüleri görünür; aksesuarlarda tablo yoktur.
      </SectionHead>
      <ListState state={state} what="Kategoriler" otherwise="Kategoriler alınamadı" onAgain={again} />
      {state.kind === 'ready' && (
        <div className="grid gap-6">
          <Charts
            categories={state.value.data}
            charts={charts}
            wrong={wrong}
            onChange={(charts) => change({ charts })}
          />
          <SaveBar {...bar} onReload={onReload} />
          <History part="sizes" version={sizes.version} onSaved={restored} />
        </div>
      )}
    </form>
  )
}

type ChartsProps = {
  categories: Category[]
  charts: CategoryChart[]
  wrong: (name: string) => string | undefined
  onChange: (charts: CategoryChart[]) => void
}

function Charts({ categories, charts, wrong, onChange }: ChartsProps) {
  const [chosen, setChosen] = useState(() => charts[0]?.categoryId ?? categories[0]?.id ?? '')
  const category = categories.find(({ id }) => id === chosen)
  const at = charts.findIndex(({ categoryId }) => categoryId === chosen)
  const chart = charts[at]
  // Categories with a mistake in their chart: one that is not chosen would otherwise stay unseen.
  const others = charts.flatMap(({ categoryId }, index) =>
    index !== at && Object.keys(valuesOf({ charts })).some((name) => name.startsWith(`charts.${index}.`) && wrong(name))
      ? (categories.find(({ id }) => id === categoryId)?.name ?? [])
      : [],
  )
  if (!category) return <p className="text-muted">Önce bir kategori ekleyin.</p>
  return (
    <>
      <Select
        label="Kategori"
        className="sm:max-w-96"
        value={chosen}
        options={categories.map(({ id, name }) => ({
          value: id,
          label: charts.some(({ categoryId }) => categoryId === id) ? `${name} (sizin tablonuz)` : name,
        }))}
        onChange={({ target }) => setChosen(target.value)}
      />
      {others.length > 0 && (
        <p role="alert" className="text-bad text-sm">
          Düzeltilecek yerler var: {others.join(', ')}
        </p>
      )}
      {chart ? (
        <>
          <ChartGrid
            key={chosen}
            name={category.name}
            chart={chart}
            wrong={(name) => wrong(`charts.${at}.${name}`)}
            onChange={(chart) => onChange(charts.with(at, chart))}
          />
          <Button look="quiet" className="-ml-2 justify-self-start" onClick={() => onChange(charts.toSpliced(at, 1))}>
            Bu tabloyu sil, genel tabloya dön
          </Button>
        </>
      ) : (
        <NoChart
          category={category}
          charts={charts}
          nameOf={(id) => categories.find((one) => one.id === id)?.name ?? ''}
          onStart={(chart) => onChange([...charts, { ...chart, categoryId: category.id }])}
        />
      )}
    </>
  )
}

const letters = ['XS', 'S', 'M', 'L', 'XL', 'XXL']
const numbers = ['34', '36', '38', '40', '42', '44']

type Start = Omit<CategoryChart, 'categoryId'>
type NoChartProps = {
  category: Category
  charts: CategoryChart[]
  nameOf: (id: string) => string
  onStart: (chart: Start) => void
}

/** The ways to begin a chart: from the usual one, from another category's, or empty. */
function NoChart({ category, charts, nameOf, onStart }: NoChartProps) {
  const starts = [letters, numbers].flatMap((sizes) => startOf(category, sizes) ?? [])
  return (
    <div className="grid justify-items-start gap-3 border border-line bg-surface p-4">
      <p className="text-muted text-sm">
        {starts.length > 0
          ? `${category.name} kategorisinde şimdi genel vücut ölçüleri görünüyor.`
          : `${category.name} kategorisinde şimdi beden tablosu yok.`}
      </p>
      <div className="flex flex-wrap gap-3">
        {starts.map((start) => (
          <Button key={start.rows[0]?.size} look="secondary" size="small" onClick={() => onStart(start)}>
            {start.rows[0]?.size}–{start.rows.at(-1)?.size} tablosundan başla
          </Button>
        ))}
        {charts.map(({ categoryId, columns, rows }) => (
          <Button key={categoryId} look="secondary" size="small" onClick={() => onStart({ columns, rows })}>
            {nameOf(categoryId)} tablosunu kopyala
          </Button>
        ))}
        <Button look="secondary" size="small" onClick={() => onStart(empty)}>
          Boş tabloyla başla
        </Button>
      </div>
    </div>
  )
}

const empty: Start = { columns: [{ name: '', tip: '' }], rows: [{ size: '', values: [''] }] }

function startOf(category: Category, sizes: string[]): Start | undefined {
  const chart = sizeChartOf(category, sizes)
  return chart && { columns: chart.tips.map(({ name, text }) => ({ name, tip: text })), rows: chart.rows }
}

function valuesOf({ charts }: SizeCharts): Record<string, unknown> {
  return Object.fromEntries(
    charts.flatMap(({ columns, rows }, index) => [
      [`charts.${index}.columns`, columns.length],
      [`charts.${index}.rows`, rows.length],
      ...columns.flatMap(({ name, tip }, at) => [
        [`charts.${index}.columns.${at}.name`, name],
        [`charts.${index}.columns.${at}.tip`, tip],
      ]),
      ...rows.flatMap(({ size, values }, at) => [
        [`charts.${index}.rows.${at}.size`, size],
        ...values.map((value, place) => [`charts.${index}.rows.${at}.values.${place}`, value]),
      ]),
    ]),
  )
}
