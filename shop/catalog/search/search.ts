/**
 * Triggers keep the folded words of every product on sale in `search_words`, each by itself, and in `product_words`, those of a
 * product together. A search picks the words that a typed one may mean (the same, with a Turkish ending, with one slip of the
 * finger; terms.ts) and ranks their products. `tr_fold` in SQL and `fold` (shop/turkish.ts) agree on every letter. Filters count
 * their options in the products they read, up to the thousand that a listing shows (facets.ts); a longer list offers them without
 * numbers (docs/decisions/0015-choices-in-the-product.md).
 */

import { type SQL, sql } from 'drizzle-orm'
import { askRows, type Ctx } from '../../ctx.ts'
import { fold } from '../../turkish.ts'
import { type CategoryName, listFilledCategories } from '../categories.ts'
import { onSale } from '../on-sale.ts'
import { categories, products, variants } from '../schema.ts'
import { sameSizes } from '../sizing/same-sizes.ts'
import { beginnings, guess, halves, likeness, readWish, sizesAmong } from './terms.ts'

/**
 * A search's hits: `ranked` is a query of `product_id` and `rank` in no order, `total` counts it, and `unknown` are the
 * words that match nothing, `guessed` those that only words of a similar spelling answer. `isJoined`: each time that they are
 * read several words are looked for, or sizes. `several`: more than one of the words is known. `hasChoices`: rows of `ranked` have the
 * choices of their products too. `ids` are the hits, best first, once they have been gathered.
 */
export type Hits = {
  ranked: SQL
  total: SQL
  unknown: string[]
  guessed: string[]
  isJoined: boolean
  several: boolean
  hasChoices?: boolean
  ids?: string[]
}

type Match = { term: number; word: string; score: number }

/**
 * Searches products by their words, forgiving Turkish letters, endings and one typing error. They have all of the words; where no
 * product has, 'most' finds those that have as many as any.
 */
export async function search(ctx: Ctx, q: string, words: 'all' | 'most' = 'all'): Promise<Hits> {
  const wish = readWish(q)
  const { terms } = wish
  const matches = await findMatches(ctx, terms)
  const known = new Set(matches.map((match) => match.term))
  const unanswered = terms.filter((_, term) => !known.has(term))
  const sizes = [...wish.sizes, ...sizesAmong(unanswered)]
  const unknown = unanswered.filter((word) => !sizes.includes(word))
  const sure = new Set(matches.filter(({ score }) => score > guess).map(({ term }) => term))
  const guessed = terms.filter((_, term) => known.has(term) && !sure.has(term))
  const several = known.size > 1
  const isMost = several && words === 'most'
  const hasChoices = several && !isMost && matches.length <= mostWeighed
  const ranked =
    known.size === 0 && unknown.length === 0 && sizes.length > 0
      ? anything
      : isMost
        ? rankedByMost(matches)
        : hasChoices
          ? rankedByAll(matches)
          : rank(matches)
  // One word is read and counted along an index; several have to be looked for first.
  const isJoined = matches.length > 1
  if (sizes.length > 0) return inSizes(ctx, { ranked, unknown, guessed, several, sizes })
  const total = isJoined ? countedAlong : sql`(select count(*) from (${ranked} limit ${mostFound}) counted)`
  return { ranked, total, unknown, guessed, isJoined, several, hasChoices }
}

/** Most hits of one search; nobody pages further. */
const mostFound = 3000

/** The number of hits, from each row of them. */
const countedAlong = sql`least(count(*) over (), ${mostFound})`

type Found = Pick<Hits, 'ranked' | 'unknown' | 'guessed' | 'several'> & { sizes: string[] }

/**
 * Keeps the products that are in stock in one of the sizes, else those in stock under another name of the size: where no dress is
 * sold as 38, M is meant. When there are none, keeps all of them and calls the sizes unknown.
 */
async function inSizes(ctx: Ctx, { ranked, unknown, guessed, several, sizes }: Found): Promise<Hits> {
  const kept = { total: countedAlong, guessed, several, isJoined: true }
  const same = sizes.flatMap((size) => sameSizes(size, 'ust-giyim'))
  for (const condition of [isThereIn(sizes), sql`${isThereIn(same)} and ${isWorn}`]) {
    const rows = await askRows<{ id: string; there: boolean }>(
      ctx,
      sql`select product_id as id, ${condition} as there from (${ranked} limit ${mostFound}) found`,
    )
    // Any of them may come back in the size, or sell out of it.
    for (const { id } of rows) ctx.tags?.add(id)
    if (rows.some(({ there }) => there)) {
      return { ...kept, ranked: sql`select product_id, rank from (${ranked}) found where ${condition}`, unknown }
    }
  }
  return { ...kept, ranked, unknown: [...unknown, ...sizes.map((size) => size.toLowerCase())] }
}

/** Whether the product `found` is there in one of these sizes. */
function isThereIn(sizes: string[]): SQL {
  return sql`exists (select 1 from ${variants} v where v.product_id = found.product_id
    and v.retired_at is null and v.stock > 0 and upper(v.size) = any(${sql.param(sizes)}::text[]))`
}

/** A bag or a shoe in 38 is no M. */
const isWorn = sql`exists (select 1 from ${products} p join ${categories} c on c.id = p.category_id
  where p.id = found.product_id and c.area <> 'aksesuar')`

/** Returns the words of the shop that each typed word may mean; guesses only where nothing matches better. */
async function findMatches(ctx: Ctx, terms: string[]): Promise<Match[]> {
  const known = await findLike(ctx, terms.flatMap(beginnings))
  const sure = matchesOf(terms, known).filter((match) => match.score > guess)
  const unanswered = terms.filter((_, term) => !sure.some((match) => match.term === term))
  if (unanswered.length === 0) return sure
  const similar = await findLike(ctx, unanswered.flatMap(halves))
  const guessed = matchesOf(terms, similar).filter(({ term }) => unanswered.includes(terms[term] ?? ''))
  return [...sure, ...guessed]
}

/** Returns the words of products on sale that match one of the patterns. */
async function findLike(ctx: Ctx, patterns: string[]): Promise<string[]> {
  if (patterns.length === 0) return []
  const rows = await askRows<{ word: string }>(
    ctx,
    sql`select v.word from search_vocabulary v
      where v.word like any(${sql.param([...new Set(patterns)])}::text[])
        and exists (select 1 from search_words w where w.word = v.word)`,
  )
  return rows.map(({ word }) => word)
}

function matchesOf(terms: string[], words: string[]): Match[] {
  return terms.flatMap((typed, term) =>
    words.map((word) => ({ term, word, score: likeness(typed, word) })).filter((match) => match.score > 0),
  )
}

/** For a size alone. */
const anything = sql`select ${products.id} as product_id, 1::real as rank from ${products} where ${onSale}`

function rank(matches: Match[]): SQL {
  const [match] = matches
  if (!match) return sql`select null::uuid as product_id, 0::real as rank where false`
  return matches.length === 1 ? rankedByWord(match.word) : rankedByJoin(matches)
}

/** A word of the name weighs more than the others (db/migrations/0009_filters_and_search.sql). */
function rankedByWord(word: string): SQL {
  return sql`select product_id, weight as rank from search_words where word = ${word}`
}

/** Products that match every term, ranked by the best match of each, which is found word by word. */
function rankedByJoin(matches: Match[]): SQL {
  const terms = new Set(matches.map(({ term }) => term)).size
  const answers = answersOf(matches)
  if (terms === 1) return answers
  return sql`
    select product_id, sum(rank)::real as rank from (${answers}) answers group by product_id having count(*) = ${terms}`
}

/** Products that match as many terms as any product does. */
function rankedByMost(matches: Match[]): SQL {
  return sql`
    select product_id, rank from (
      select product_id, sum(rank)::real as rank, count(*) as terms, max(count(*)) over () as most
      from (${answersOf(matches)}) answers group by product_id
    ) counted where terms = most`
}

/** The best match of each term in each product. */
function answersOf(matches: Match[]): SQL {
  const matched = sql`
    unnest(
      ${sql.param(matches.map(({ term }) => term))}::int[],
      ${sql.param(matches.map(({ word }) => word))}::text[],
      ${sql.param(matches.map(({ score }) => score))}::real[]
    ) as m (term, word, score)`
  return sql`
    select w.product_id, max(w.weight * m.score)::real as rank
    from ${matched} join search_words w on w.word = m.word group by w.product_id, m.term`
}

/** Most words that are weighed one by one for each product; the letters of a model code may mean thousands. */
const mostWeighed = 50

/** The same, found along one index, where a few words stand for several terms: joined, they took three times as long. */
function rankedByAll(matches: Match[]): SQL {
  const terms = [...new Set(matches.map(({ term }) => term))].map((term) => matches.filter((one) => one.term === term))
  const has = terms.map((some) => sql`words && ${sql.param(some.map(({ word }) => word))}::text[]`)
  const weighed = ({ word, score }: Match) => sql`weights[array_position(words, ${word})] * ${score}::real`
  const best = terms.map((some) => sql`greatest(${sql.join(some.map(weighed), sql`, `)})`)
  return sql`
    select product_id, (${sql.join(best, sql` + `)})::real as rank, choices
    from product_words where ${sql.join(has, sql` and `)}`
}

/** Whether any product is among the hits. */
export async function isAnythingFound(ctx: Ctx, { ranked }: Hits): Promise<boolean> {
  const [row] = await askRows<{ any: boolean }>(ctx, sql`select exists (${ranked}) as any`)
  return row?.any ?? false
}

/** The best hits, as a query to join. */
export function bestOf({ ranked, ids }: Hits, most = mostFound): SQL {
  return ids ? listed(ids.slice(0, most)) : sql`${ranked} order by rank desc, product_id desc limit ${most}`
}

/**
 * One stretch of the hits, best first and the newest of equals first, each row with the total. Only products on sale have
 * words, so without further conditions only the products of one stretch need to be read.
 */
export function stretchOf({ ranked, total, ids }: Hits, { offset, limit }: { offset: number; limit: number }): SQL {
  const most = Math.max(Math.min(limit, mostFound - offset), 0)
  if (ids) {
    return sql`select product_id, rank, ${ids.length}::int as total from (${listed(ids.slice(offset, offset + most))}) listed`
  }
  return sql`
    select product_id, rank, (${total})::int as total from (${ranked}) ranked
    order by rank desc, product_id desc limit ${most} offset ${offset}`
}

/** Products in this order, as hits. As one text: the driver would quote an array of thousands element by element. */
function listed(ids: string[]): SQL {
  return sql`select product_id, (${mostFound} - place)::real as rank
    from unnest(string_to_array(${ids.join(',')}, ',')::uuid[]) with ordinality as listed (product_id, place)`
}

/** Reads the hits once for all statements that use them. */
export async function gather(ctx: Ctx, hits: Hits): Promise<Hits> {
  return ranking(ctx, hits, bestOf(hits))
}

/** `some`: of each of the wishes. */
type Sifted = { all: Hits; fitting: Hits | undefined; some: Hits[] }

/**
 * The `condition` for a product; `told`: the part of it that the rows of `ranked` can answer, so that fewer products are looked up.
 * `wishes` are answered by those rows alone.
 */
type Sieve = { told: SQL | undefined; condition: SQL; wishes: SQL[] }

/** Most hits of each wish. */
export const mostWished = 240

/** The same; where there are more than `many` hits, also the best `many + 1` that meet the condition, and some of each wish. */
export async function gatherAndSift(ctx: Ctx, hits: Hits, sieve: Sieve, many: number): Promise<Sifted> {
  const asked = sieve.wishes.map((wish, place) => sql`, ${wish} as ${wished(place)}`)
  const isMany = sql`(select count(*) from hits) > ${many}`
  const found = sieve.wishes.map(
    (_, place) => sql`(select string_agg(product_id::text, ',') from (select product_id from hits
      where ${isMany} and ${wished(place)} order by rank desc, product_id desc limit ${mostWished}) best)`,
  )
  const [row] = await askRows<{ ids: string | null; fitting: string | null; some: (string | null)[] }>(
    ctx,
    sql`with hits as materialized (
        select product_id, rank, ${sieve.told ?? sql`true`} as told${sql.join(asked)} from (${hits.ranked}) ranked
        order by rank desc, product_id desc limit ${mostFound})
      select (select string_agg(product_id::text, ',') from hits) as ids,
        (select string_agg(product_id::text, ',') from (
          select product_id from hits join ${products} on ${products.id} = product_id
          where ${isMany} and told and ${sieve.condition}
          order by rank desc, product_id desc limit ${many + 1}) fitting) as fitting,
        array[${sql.join(found, sql`, `)}]::text[] as some`,
  )
  const all = inOrder(hits, row?.ids)
  if ((all.ids?.length ?? 0) <= many) return { all, fitting: undefined, some: [] }
  return { all, fitting: inOrder(hits, row?.fitting), some: row?.some.map((ids) => inOrder(hits, ids)) ?? [] }
}

/** A column of the hits. */
function wished(place: number): SQL {
  return sql.raw(`wished_${place}`)
}

/** Reads hits in the order in which a query of `product_id` gives them. */
export async function ranking(ctx: Ctx, hits: Hits, best: SQL): Promise<Hits> {
  const [row] = await askRows<{ ids: string | null }>(
    ctx,
    sql`select string_agg(product_id::text, ',') as ids from (${best}) best`,
  )
  return inOrder(hits, row?.ids)
}

function inOrder(hits: Hits, text: string | null | undefined): Hits {
  return { ...hits, hasChoices: false, ids: text ? text.split(',') : [] }
}

/** Returns the categories that match every typed word. */
export async function searchCategories(ctx: Ctx, q: string): Promise<CategoryName[]> {
  const { terms } = readWish(q)
  const all = await listFilledCategories(ctx)
  const scored = all.map((category) => {
    const words = fold(category.name).split(/[^a-z0-9]+/)
    const scores = terms.map((term) => Math.max(...words.map((word) => likeness(term, word))))
    return { category, score: terms.length === 0 ? 0 : Math.min(...scores) }
  })
  const sure = scored.filter(({ score }) => score > guess)
  const answering = sure.length > 0 ? sure : scored.filter(({ score }) => score > 0)
  return answering.sort((a, b) => b.score - a.score).map(({ category }) => category)
}

/** Words of many names that nobody searches for alone. */
const plain = ['yaka', 'kollu', 'kolu', 'askili', 'kesim', 'gorunumlu', 'paca', 'belli', 'uzun', 'kisa', 'isi']

/** Returns the words that the names of the newest products use most, as they are written. */
export async function listPopularWords(ctx: Ctx, most: number): Promise<string[]> {
  const rows = await ctx.db
    .select({ word: sql<string>`mode() within group (order by word)` })
    .from(
      sql`(select string_to_table(name, ' ') as word
        from (select ${products.name} from ${products} where ${onSale}
          order by ${products.createdAt} desc, ${products.id} desc limit 1000) newest) words`,
    )
    .where(sql`length(word) >= 4 and not tr_fold(word) = any(${sql.param(plain)}::text[])`)
    .groupBy(sql`tr_fold(word)`)
    .orderBy(sql`count(*) desc, tr_fold(word)`)
    .limit(most)
  return rows.map(({ word }) => word)
}
