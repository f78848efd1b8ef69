/**
 * The words that shoppers search and how often, without cookie, address or person. Requests are counted in memory and written once a
 * minute, so a page view costs an addition; words that look like personal data are not counted at all.
 */

import { sql } from 'drizzle-orm'
import { search } from '../catalog/search/search.ts'
import type { Ctx } from '../ctx.ts'
import type { SearchCounts } from '../ports.ts'
import { istanbulDay } from '../time.ts'
import type { Numbers, Row } from './contract.ts'
import { greatestFirst } from './goods.ts'
import { type Period, plus, stepOf, stepsOf } from './periods.ts'
import { addUp } from './sums.ts'

/** Different words that are kept in memory between two writings, and of one day. */
const mostInMemory = 300
const mostOfDay = 100
const longest = 60
/** Products that are counted for a search. */
const mostFound = 1000
/** For how long a day's words are kept. */
const keptDays = 760

/** A page of results as it is first asked for; a later stretch or a choice of filters is no new search. */
const asked = /^\/ara(?:\.data)?\?q=([^&]+)(?:&_routes=|$)/

/** Counts the requests of one process. `key`: a public address in its one form. */
export function countSearches(): SearchCounts {
  let counts = new Map<string, number>()
  return {
    note(key: string) {
      if (!key.startsWith('/ara')) return
      const words = wordsOf(asked.exec(key)?.[1])
      if (!words || (!counts.has(words) && counts.size >= mostInMemory)) return
      counts.set(words, (counts.get(words) ?? 0) + 1)
    },
    take() {
      const taken = counts
      counts = new Map()
      return taken
    },
  }
}

/** As everybody's are written together: small letters, single spaces. Undefined for what may be somebody's data. */
function wordsOf(query: string | undefined): string | undefined {
  if (!query) return undefined
  const text = new URLSearchParams(`q=${query}`).get('q') ?? ''
  const words = text
    .normalize('NFC')
    .toLocaleLowerCase('tr')
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
  if (words === '' || words.length > longest || words.includes('\u{FFFD}')) return undefined
  // Addresses, numbers of phones, orders and people.
  if (words.includes('@') || words.replace(/[^\d]/g, '').length >= 6) return undefined
  return words
}

/** Adds what was counted to today. */
export async function saveSearches(ctx: Ctx, counts: Map<string, number>): Promise<void> {
  const day = istanbulDay(ctx.clock())
  for (const [words, n] of counts) {
    const { rows } = await ctx.db.execute(sql`
      update search_counts set n = n + ${n} where day = ${day}::date and words = ${words} returning 1`)
    if (rows.length > 0) continue
    const found = await countFound(ctx, words)
    await ctx.db.execute(sql`
      insert into search_counts (day, words, n, found)
      select ${day}::date, ${words}, ${n}, ${found}
      where (select count(*) from search_counts where day = ${day}::date) < ${mostOfDay}
      on conflict (day, words) do update set n = search_counts.n + excluded.n`)
  }
}

async function countFound(ctx: Ctx, words: string): Promise<number> {
  const { ranked } = await search(ctx, words)
  const { rows } = await ctx.db.execute<{ n: number }>(
    sql`select count(*)::int as n from (${ranked} limit ${mostFound}) found`,
  )
  return rows[0]?.n ?? 0
}

/** Deletes the words of days long past. */
export async function forgetOldSearches(ctx: Ctx): Promise<void> {
  await ctx.db.execute(sql`delete from search_counts where day < ${plus(istanbulDay(ctx.clock()), -keptDays)}::date`)
}

/** The most frequent searches, and those that found nothing when they were last counted. */
export async function searchesReport(ctx: Ctx, period: Period): Promise<Numbers> {
  const inPeriod = sql`day between ${period.from}::date and ${period.to}::date`
  const { rows: words } = await ctx.db.execute<{ name: string; n: number; found: number }>(sql`
    select words as name, sum(n)::int as n, (array_agg(found order by day desc))[1] as found
    from search_counts where ${inPeriod} group by words`)
  const { rows: days } = await ctx.db.execute<{ step: string; n: number }>(sql`
    select ${stepOf(period, sql`day`)} as step, sum(n)::int as n from search_counts where ${inPeriod} group by 1`)
  const byDay = new Map(days.map(({ step, n }) => [step, n]))
  const rows = greatestFirst(
    words.map((row): Row => ({ id: row.name, ...row })),
    'n',
  )
  const nothing = rows.filter(({ found }) => found === 0)
  const word = { key: 'name', title: 'Aranan', unit: 'text' as const }
  const times = { key: 'n', title: 'Arama', unit: 'count' as const }
  return {
    totals: [
      { key: 'searches', title: 'Arama', unit: 'count', value: addUp(rows, ({ n }) => Number(n)) },
      { key: 'words', title: 'Farklı arama', unit: 'count', value: rows.length },
      { key: 'nothing', title: 'Sonuçsuz arama', unit: 'count', value: addUp(nothing, ({ n }) => Number(n)) },
    ],
    tables: [
      { key: 'nothing', title: 'Sonuç bulunamayanlar', columns: [word, times], rows: nothing, chart: 'n' },
      {
        key: 'words',
        title: 'En çok arananlar',
        columns: [word, times, { key: 'found', title: 'Bulunan ürün', unit: 'count' }],
        rows,
        chart: 'n',
      },
      {
        key: 'days',
        title: 'Günlere göre aramalar',
        columns: [{ key: 'day', title: 'Gün', unit: 'day' }, times],
        rows: words.length === 0 ? [] : stepsOf(period).map((day) => ({ id: day, day, n: byDay.get(day) ?? 0 })),
        chart: 'n',
        series: true,
      },
    ],
  }
}
