import { globSync } from 'node:fs'
import { basename, dirname } from 'node:path'

/** Tests that take very long, try everything at random, or look at a server of their own, which is not damaged. */
const leftOut =
  /fuzz|random-events|^(demo|mutants|node_modules|build|e2e|bench|chaos|scripts)\/|media\/|crash|faults|secrecy|processes|slow-bank/

/** Areas whose rules are also seen by tests with other names. */
const alsoNamed: Record<string, string[]> = {
  checkout: ['payment', 'contract', 'hold', 'iyzico', 'refund'],
  payment: ['refund', 'iyzico', 'installment', 'checkout', 'tracing'],
  order: ['refund', 'payment', 'parcel', 'sale', 'event', 'dashboard', 'desk'],
  account: ['auth', 'limit', 'security', 'session', 'address', 'mail'],
  campaign: ['coupon', 'customer', 'charge', 'checkout'],
  restock: ['inbox', 'customer'],
  server: ['page', 'machine', 'media', 'request', 'attack', 'log', 'limit', 'env'],
}

const wordsOf = (path: string) =>
  basename(path)
    .replace(/(\.pg)?(\.test)?\.tsx?$/, '')
    .split('-')
    .map(singular)
const singular = (word: string) => word.replace(/ies$/, 'y').replace(/s$/, '')

/** The folders of a path below its first, which says nothing of what it is about. */
const foldersOf = (path: string) => dirname(path).split('/').slice(1).map(singular)

/** The area of a file: shop/payments for all below it, server for all of that. */
const areaOf = (path: string) =>
  dirname(path)
    .split('/')
    .slice(0, path.startsWith('shop/') ? 2 : 1)
    .join('/')

/** How near a test file is to source files: of their area, or they or their folders are named by the same words. */
export function nearness(test: string, sources: readonly string[]): number {
  const areas = new Set(sources.map(areaOf))
  const names = [...areas].map((area) => singular(basename(area)))
  const area = new Set(names.flatMap((name) => [name, ...(alsoNamed[name] ?? [])]))
  const words = new Set(sources.flatMap((path) => [...wordsOf(path), ...foldersOf(path)]))
  const own = [...wordsOf(test), ...foldersOf(test), singular(basename(areaOf(test)))]
  return (
    (areas.has(areaOf(test)) ? 4 : 0) +
    (own.some((word) => words.has(word)) ? 2 : 0) +
    (own.some((word) => area.has(word)) ? 1 : 0)
  )
}

/** Whether a test and a source file share a word of their names. */
export function namesakes(test: string, source: string): boolean {
  const words = wordsOf(source)
  return wordsOf(test).some((word) => words.includes(word))
}

/** Whether a test or a folder of it is named like a folder of a source file. */
export function neighbours(test: string, source: string): boolean {
  const own = [...wordsOf(test), ...foldersOf(test)]
  return foldersOf(source).some((folder) => own.includes(folder))
}

const filesOf = (mutants: readonly { file: string }[]) => [...new Set(mutants.map(({ file }) => file))]

const fitting = (pattern: string) => globSync(pattern).filter((path) => !leftOut.test(path))

/** Tests without PostgreSQL: those that are likely to see damage to these files, and all others. */
export function testsFor(mutants: readonly { file: string }[]): { near: string[]; far: string[] } {
  const sources = filesOf(mutants)
  const all = fitting('{*,{api,app,db,ops,server,shop}/**/*}.test.{ts,tsx}').filter(
    (path) => !/\.(pg|browser)\./.test(path),
  )
  const near = all.filter((path) => nearness(path, sources) > 0)
  return { near, far: all.filter((path) => !near.includes(path)) }
}

/** Those that see it on a real PostgreSQL, where others wait for locks. */
export const testsOnPostgres = (mutant: { file: string }) =>
  fitting('shop/**/*.pg.test.ts').filter((path) => nearness(path, [mutant.file]) > 0)
