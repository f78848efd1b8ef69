import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { tenths } from './figures.ts'

/** How long one thing takes at each size. */
export type Series = {
  engine: string
  what: string
  /** Rows of the answer, and how many were found. */
  figures: {
    products: number
    orders: number
    best: number
    ms: number
    p95: number
    processor: number
    shown: number
    found: number
  }[]
  /** More than the logarithm of the catalog allows. */
  tooFast: boolean
}

const document = 'docs/performance.md'

/** Puts the figures between the marks of docs/performance.md, and a chart of each engine into docs/. */
export function writeScale(series: Series[]): void {
  let text = readFileSync(document, 'utf8')
  for (const [engine, own] of Map.groupBy(series, (one) => one.engine)) {
    text = text.replace(
      new RegExp(`(<!-- scale ${engine} -->\\n)[\\s\\S]*?(<!-- end -->)`),
      (_, begin: string, end: string) => `${begin}${tableOf(own)}\n${end}`,
    )
    writeFileSync(`docs/scale-${engine}.svg`, chartOf(own))
  }
  writeFileSync(document, text)
}

function tableOf(series: Series[]): string {
  const sizes = series[0]?.figures ?? []
  const heads = sizes.map(({ products, orders }) => `${grouped(products)} / ${grouped(orders)}`)
  const rows = series.map(({ what, figures }) =>
    cells([what, ...figures.map(({ best, ms, p95 }) => `${best} · ${ms} · ${p95}`)]),
  )
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB`
  const day = new Date().toISOString().slice(0, 10)
  return [
    `${day}, ${machine}, Node ${process.version}, load ${loadavg().map(tenths).join(' ')}. Each: fastest · median · 95 of 100, in ms.`,
    '',
    cells(['Products / orders', ...heads]),
    cells(['---', ...heads.map(() => '--:')]),
    ...rows,
  ].join('\n')
}

function cells(row: string[]): string {
  return `| ${row.join(' | ')} |`
}

function grouped(n: number): string {
  return n.toLocaleString('en')
}

const box = { left: 52, top: 16, width: 460, height: 420 }
const lowest = 1
const highest = 10_000

/** Products to the right, milliseconds up, both by tens; a line per thing. Colors that show on light and dark. */
function chartOf(series: Series[]): string {
  const most = Math.max(...series.flatMap(({ figures }) => figures.map(({ products }) => products)))
  const x = (products: number) => box.left + (Math.log10(products / 100) / Math.log10(most / 100 || 10)) * box.width
  const y = (ms: number) =>
    box.top + box.height - (Math.log10(Math.max(ms, lowest) / lowest) / Math.log10(highest / lowest)) * box.height
  const steps = [100, 1000, 10_000, 100_000].filter((products) => products <= most)
  const grid = [
    ...steps.map(
      (n) =>
        `<path class="g" d="M${x(n)} ${box.top}v${box.height}"/><text x="${x(n)}" y="${box.top + box.height + 18}" text-anchor="middle">${grouped(n)}</text>`,
    ),
    ...[1, 10, 100, 1000, 10_000].map(
      (n) =>
        `<path class="g" d="M${box.left} ${y(n)}h${box.width}"/><text x="${box.left - 6}" y="${y(n) + 4}" text-anchor="end">${grouped(n)}</text>`,
    ),
  ]
  const lines = series.map(({ what, figures }, index) => {
    const color = `hsl(${Math.round((index * 360) / series.length)} 65% 50%)`
    const points = figures.map(({ products, best }) => `${tenths(x(products))},${tenths(y(best))}`).join(' ')
    const dash = index % 2 ? ' stroke-dasharray="5 3"' : ''
    const at = box.top + 12 + index * 24
    return `<polyline points="${points}" stroke="${color}"${dash}/><path d="M${box.left + box.width + 24} ${at - 4}h24" stroke="${color}"${dash}/><text x="${box.left + box.width + 54}" y="${at}">${what}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 860 470" role="img" aria-label="Milliseconds by number of products">
<style>text{font:12px system-ui,sans-serif;fill:#666}.g{stroke:#888;stroke-opacity:.3}polyline,path{fill:none;stroke-width:2}.g{stroke-width:1}@media(prefers-color-scheme:dark){text{fill:#bbb}}</style>
${grid.join('\n')}
${lines.join('\n')}
<text x="${box.left + box.width / 2}" y="466" text-anchor="middle">products (ten times as many orders); up: fastest answer in ms</text>
</svg>
`
}
