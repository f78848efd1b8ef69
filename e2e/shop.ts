import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import type { AxeResults, NodeResult, Result, RunOptions } from 'axe-core'
import { faultsOf } from '../test/valid-html.ts'
import { dataDir } from './settings.ts'

export { expect }

/** The small form: two thirds of the time that `axe.source` takes in each document. */
const axeSource = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

type Fixtures = {
  /** An address that nobody else uses. */
  email: string
  /** Nothing on the screen as it is breaks an accessibility rule or is no valid HTML. */
  checkAccessibility: (where: string) => Promise<void>
  /** Fails the test when the page logs an error or breaks its security policy. */
  quiet: undefined
}

export const test = base.extend<Fixtures>({
  page: async ({ page, javaScriptEnabled }, use) => {
    if (!javaScriptEnabled) return use(page)
    const { goto, reload } = page
    page.goto = async (...address) => {
      const answer = await goto.apply(page, address)
      await pageWorks(page)
      return answer
    }
    page.reload = async (...options) => {
      const answer = await reload.apply(page, options)
      await pageWorks(page)
      return answer
    }
    await use(page)
  },
  email: async ({}, use, info) => use(`ayse-${info.project.name}-${Date.now()}-${info.workerIndex}@posta.example`),
  checkAccessibility: async ({ page }, use) => {
    await use(async (where) => {
      // An element that fades in does not have its colors yet, and a notice may come at any moment: nothing fades meanwhile.
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.evaluate(() => {
        for (const each of document.getAnimations()) {
          const ends = each.effect?.getComputedTiming().endTime !== Infinity
          if (ends && each.playState === 'running' && each.timeline === document.timeline) each.finish()
        }
      })
      // A part that is read again is dimmed until it is there.
      await expect(page.locator('.aria-busy\\:opacity-60[aria-busy="true"]')).toHaveCount(0)
      const violations = await violationsOf(page)
      await page.emulateMedia({ reducedMotion: isPhone(page) ? null : 'reduce' })
      const found = violations.flatMap((v) =>
        v.nodes.map((node) => `${v.id}: ${node.target.join(' ')}: ${node.failureSummary} ${node.html}`),
      )
      expect(found, where).toEqual([])
      if (!isSeenOnPhone(page)) expect(await faultsOf(await page.content()), where).toEqual([])
    })
  },
  quiet: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('console', (message) => {
        // A refused call is the browser's own line; the page shows what it means.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          complaints.push(message.text())
      })
      page.on('pageerror', (error) => complaints.push(String(error)))
      await use(undefined)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

/** No page here has frames of others, and a document keeps axe: the package for Playwright, which minds both, takes a third longer. */
async function violationsOf(page: Page): Promise<Result[]> {
  // A list that is read again is dimmed meanwhile; in a screen that goes on waiting that is what is judged.
  const busy = page.locator('[aria-busy="true"]').first()
  await busy.waitFor({ state: 'detached', timeout: 1000 }).catch(() => {})
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return page.evaluate(
    async (options) => {
      type Run = (where: Document | Element, options: RunOptions) => Promise<AxeResults>
      const { axe } = window as unknown as { axe: { run: Run } }
      // A bar may happen to cover an element that scrolls away under it: such an element is judged again in the middle of the screen.
      const isCovered = ({ any }: NodeResult) => any.some(({ data }) => data?.messageKey === 'partiallyObscured')
      const isFault = async (node: NodeResult) => {
        const element = isCovered(node) && document.querySelector(String(node.target[0]))
        if (!element) return true
        element.scrollIntoView({ block: 'center', behavior: 'instant' })
        return (await axe.run(element, { runOnly: ['target-size'] })).violations.length > 0
      }
      const { violations } = await axe.run(document, options)
      const [x, y] = [scrollX, scrollY]
      const faults: Result[] = []
      for (const found of violations) {
        const nodes: NodeResult[] = []
        for (const node of found.nodes) if (await isFault(node)) nodes.push(node)
        if (nodes.length > 0) faults.push({ ...found, nodes })
      }
      window.scrollTo({ left: x, top: y, behavior: 'instant' })
      return faults
    },
    {
      resultTypes: ['violations'],
      runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] },
      rules: { 'color-contrast': { enabled: !isSeenOnPhone(page) } },
    } satisfies RunOptions,
  )
}

/**
 * Contrast is more than half of what a check costs, and HTML a third of the rest. The panel has one set of colors, components and
 * documents for every screen, and each of its states is checked on the phone too.
 */
function isSeenOnPhone(page: Page): boolean {
  return !isPhone(page) && new URL(page.url()).pathname.startsWith('/admin')
}

/** Until the page's script, which comes after the first paint, has taken over; at once on a page without one. */
async function pageWorks(page: Page) {
  await page.waitForFunction(() => {
    const scripted = document.querySelector('script[type="text/plain"]') !== null
    return !scripted || 'ready' in document.documentElement.dataset
  })
}

/** The link of the newest mail of this kind to the address. */
export async function linkInMail(to: string, path: string): Promise<string> {
  const link = await foundInMail(to, new RegExp(`https?://[^\\s"<>]*${path}\\?[^\\s"<>]*`))
  return link.replaceAll('&amp;', '&')
}

/** The code of six digits in the newest mail that has one on a line of its own. */
export async function codeInMail(to: string): Promise<string> {
  return (await foundInMail(to, /^\d{6}\s*$/m)).trim()
}

/** The first match of the pattern in the newest mail to the address. */
export async function foundInMail(to: string, pattern: RegExp): Promise<string> {
  const folder = join(dataDir, 'mail')
  let found: string | undefined
  await expect
    .poll(
      () => {
        for (const name of (existsSync(folder) ? readdirSync(folder) : []).sort().reverse()) {
          // One that is being written has another ending.
          if (!name.endsWith('.eml')) continue
          const text = decodeQuotedPrintable(readFileSync(join(folder, name), 'utf8'))
          if (!text.includes(to)) continue
          found = pattern.exec(text)?.[0]
          if (found) return true
        }
        return false
      },
      { message: `a mail to ${to} with ${pattern}`, timeout: 20_000 },
    )
    .toBe(true)
  return found ?? ''
}

function decodeQuotedPrintable(text: string): string {
  return text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

export const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768

/**
 * How much of the page jumps from now on without her doing, as the browser counts it, until so many frames after it is asked, and what
 * moved from where to where: what comes onto the screen takes its height some frames later.
 */
export async function countJumps(page: Page): Promise<(frames: number) => Promise<{ sum: number; moved: string }>> {
  const jumps = await page.evaluateHandle(() => {
    type Moved = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Moved[] }
    let sum = 0
    const moved: string[] = []
    const add = (entries: PerformanceEntryList) => {
      for (const shift of entries as Shift[]) {
        if (shift.hadRecentInput) continue
        sum += shift.value
        for (const { node, previousRect: was, currentRect: is } of shift.sources)
          moved.push(
            `${node?.nodeName} ${node?.textContent?.slice(0, 40)}: ${was.y} to ${is.y}, ${was.height} to ${is.height} high`,
          )
      }
    }
    const observer = new PerformanceObserver((list) => add(list.getEntries()))
    observer.observe({ type: 'layout-shift' })
    return async (frames: number) => {
      for (let frame = 0; frame < frames; frame++) await new Promise(requestAnimationFrame)
      add(observer.takeRecords())
      return { sum, moved: moved.join('\n') }
    }
  })
  return (frames) => jumps.evaluate((sumUp, frames) => sumUp(frames), frames)
}
