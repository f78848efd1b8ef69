import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { ensureChromium } from '../scripts/chromium.ts'
import { median } from './figures.ts'
import { shopPort } from './processes.ts'

const pages = ['/', '/ust-giyim', '/urun/saten-askili-elbise-zumrut']
const runs = 5

/**
 * Lighthouse's phone preset on the main pages: of each figure the median of some runs. Blocking time follows the machine
 * (a phone is taken to be four times as slow); `machine` is Lighthouse's own index of its speed in the run. False when a
 * figure misses its floor.
 */
export async function askLighthouse(): Promise<boolean> {
  const chrome = await launch({
    chromePath: ensureChromium(),
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const rows = []
    for (const page of pages) rows.push(await mediansOf(page, chrome.port))
    console.table(rows)
    return rows.every(
      (row) =>
        row.performance >= 95 &&
        row.accessibility === 100 &&
        row.practices === 100 &&
        row.seo === 100 &&
        row['LCP s'] <= 1.2 &&
        row['TBT ms'] <= 150 &&
        row.CLS <= 0.02,
    )
  } finally {
    chrome.kill()
  }
}

async function mediansOf(page: string, port: number) {
  const results: Figures[] = []
  for (let run = 0; run < runs; run++) results.push(await measure(page, port))
  const names = Object.keys(results[0] ?? {}) as (keyof Figures)[]
  const medians = names.map((name) => [name, median(results.map((result) => result[name]))])
  return { page, ...(Object.fromEntries(medians) as Figures) }
}

type Figures = Awaited<ReturnType<typeof measure>>

async function measure(page: string, port: number) {
  const result = await lighthouse(`http://127.0.0.1:${shopPort}${page}`, { port, output: 'json', logLevel: 'error' })
  if (!result) throw new Error(`Lighthouse had nothing to say about ${page}`)
  const { categories, audits, environment } = result.lhr
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
  const number = (name: string) => audits[name]?.numericValue ?? Number.NaN
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    practices: score('best-practices'),
    seo: score('seo'),
    'FCP s': Math.round(number('first-contentful-paint') / 10) / 100,
    'LCP s': Math.round(number('largest-contentful-paint') / 10) / 100,
    'TBT ms': Math.round(number('total-blocking-time')),
    CLS: Math.round(number('cumulative-layout-shift') * 1000) / 1000,
    machine: Math.round(environment.benchmarkIndex),
  }
}
