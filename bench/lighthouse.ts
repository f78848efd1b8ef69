import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { ensureChromium } from '../scripts/chromium.ts'
import { shopPort } from './processes.ts'

const pages = ['/', '/ust-giyim', '/urun/saten-askili-elbise-zumrut']
const runs = 3

/** Lighthouse's phone preset on the main pages, the median of some runs. False when a score is below its floor. */
export async function askLighthouse(): Promise<boolean> {
  const chrome = await launch({
    chromePath: ensureChromium(),
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const rows = []
    for (const page of pages) rows.push(await median(page, chrome.port))
    console.table(rows)
    return rows.every(
      (row) => row.performance >= 95 && row.accessibility === 100 && row.practices === 100 && row.seo === 100,
    )
  } finally {
    chrome.kill()
  }
}

async function median(page: string, port: number) {
  const results = []
  for (let run = 0; run < runs; run++) results.push(await measure(page, port))
  return results.toSorted((a, b) => a.performance - b.performance)[Math.floor(runs / 2)] ?? (await measure(page, port))
}

async function measure(page: string, port: number) {
  const result = await lighthouse(`http://127.0.0.1:${shopPort}${page}`, { port, output: 'json', logLevel: 'error' })
  if (!result) throw new Error(`Lighthouse had nothing to say about ${page}`)
  const { categories, audits } = result.lhr
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
  const number = (name: string) => audits[name]?.numericValue ?? Number.NaN
  return {
    page,
    performance: score('performance'),
    accessibility: score('accessibility'),
    practices: score('best-practices'),
    seo: score('seo'),
    'FCP s': Math.round(number('first-contentful-paint') / 100) / 10,
    'LCP s': Math.round(number('largest-contentful-paint') / 100) / 10,
    'TBT ms': Math.round(number('total-blocking-time')),
    CLS: Math.round(number('cumulative-layout-shift') * 1000) / 1000,
  }
}
