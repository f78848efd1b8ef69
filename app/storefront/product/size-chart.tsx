import { Panel } from '#app/ui/panel.tsx'
import type { Product } from '#shop/catalog/products.ts'
import { type SizeChart, sizeChartOf } from '#shop/catalog/size-charts.ts'

export type SizeChartProps = { open: boolean; onClose: () => void; product: Product; own: boolean | SizeChart }

/** The sizes with their body measures, and how to measure. */
export function SizeChartPanel({ open, onClose, product, own }: SizeChartProps) {
  const sizes = product.variants.map((variant) => variant.size)
  const chart = typeof own === 'object' ? own : sizeChartOf(product.category, sizes)
  if (!chart) return null
  return (
    <Panel open={open} onClose={onClose} title="Beden Tablosu" side="center" wide>
      <div className="grid grid-cols-1 gap-6 pb-2">
        <div className="overflow-x-auto">
          <SizeTable chart={chart} category={product.category.name} />
        </div>
        <section aria-labelledby="nasil-olculur">
          <h3 id="nasil-olculur" className={chart.tips.length > 0 ? 'font-semibold' : 'sr-only'}>
            Nasıl ölçülür?
          </h3>
          <dl className="mt-2 grid gap-1.5 text-muted">
            {chart.tips.map(({ name, text }) => (
              <div key={name}>
                <dt className="inline font-medium text-ink">{name}: </dt>
                <dd className="inline">{text}</dd>
              </div>
            ))}
          </dl>
          <p className="mt-3 text-muted">İki beden arasında kalırsanız büyük olanı seçmenizi öneririz.</p>
        </section>
      </div>
    </Panel>
  )
}

type SizeTableProps = { chart: SizeChart; category: string }

function SizeTable({ chart, category }: SizeTableProps) {
  return (
    <table className="w-full text-center tabular-nums">
      <caption className="mb-3 text-left text-muted text-sm">
        {category} · Vücut ölçüleri santimetre (cm) olarak verilmiştir.
      </caption>
      <thead>
        <tr className="border-ink border-b">
          <th scope="col" className="py-2 text-left font-semibold">
            Beden
          </th>
          {chart.columns.map((name) => (
            <th key={name} scope="col" className="px-1 py-2 font-semibold">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {chart.rows.map(({ size, values }) => (
          <tr key={size} className="border-line border-b">
            <th scope="row" className="py-2.5 text-left font-semibold">
              {size}
            </th>
            {values.map((value, index) => (
              <td key={chart.columns[index]} className="px-1">
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
