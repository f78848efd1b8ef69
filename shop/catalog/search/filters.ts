import { and, eq, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Area } from '../contract.ts'
import { onSale } from '../on-sale.ts'
import { categories, products, variants } from '../schema.ts'
import type { PlacedSizes } from '../sizing/placed.ts'
import type { Hits } from './search.ts'

/** The products that a list covers: an area, a category, a search's hits, or everything on sale. */
export type Scope = Place | { hits: Found; area?: never; category?: never }
type Place = { area?: Area; category?: string; hits?: never }

/** The kinds of chosen options that have alternatives; being in stock has none. */
export type Kind = 'size' | 'color' | 'price'

/**
 * When they have been read already: `fitting` are the hits that pass the filter, `beside` the first of those that are made as the rest of
 * it asks, without a kind.
 */
export type Found = Hits & { fitting?: Hits; beside?: Partial<Record<Kind, Hits>> }

/** A shopper's filter. Several sizes mean any of them, and so do several colors. */
export type Filter = {
  sizes: string[]
  /** Sizes that count in some categories only: a shopper's own. Products of other categories do not pass by them. */
  placed?: PlacedSizes[]
  /** Slugs of color families. */
  colors: string[]
  fromKurus?: number
  toKurus?: number
  inStock: boolean
}

export const noFilter: Filter = { sizes: [], colors: [], inStock: false }

/** The condition of a scope, on products joined with their categories. */
export function inScope({ area, category }: Scope): SQL | undefined {
  return and(onSale, area ? eq(categories.area, area) : undefined, category ? eq(categories.slug, category) : undefined)
}

/** Whether sizes are asked for, everywhere or in some categories. */
export function asksForSizes({ sizes, placed = [] }: Filter): boolean {
  return sizes.length + placed.length > 0
}

/** Products, or the same under another name. */
type Filtered = Record<'id' | 'priceKurus' | 'choices' | 'categoryId', AnyPgColumn>

/** The condition of a filter: one variant meets all of it, as a shopper buys one variant. */
export function passes(filter: Filter, of: Filtered = products): SQL | undefined {
  return and(mayPass(filter, of), isThere(filter, of))
}

/** The part of a filter that the product's own row answers: its price, and whether it is made in the size and color. */
export function mayPass(filter: Filter, of: Filtered = products) {
  const { fromKurus, toKurus } = filter
  return and(
    fromKurus === undefined ? undefined : sql`${of.priceKurus} >= ${fromKurus}`,
    toKurus === undefined ? undefined : sql`${of.priceKurus} <= ${toKurus}`,
    isMadeSo(filter, of.choices),
  )
}

/** Whether these choices of a product have one that is asked for. */
export function isMadeSo({ sizes, placed = [], colors }: Filter, choices: SQLWrapper): SQL | undefined {
  const everySize = [...sizes, ...placed.flatMap((one) => one.sizes)]
  if (everySize.length + colors.length === 0) return undefined
  return sql`${choices} && ${sql.param(choicesOf(everySize, colors))}::text[]`
}

/** The rest: whether it is in stock so, in its place. A filter by size finds only products that have the size in stock. */
export function isThere(filter: Filter, of: Filtered = products): SQL | undefined {
  const { sizes, placed = [], inStock } = filter
  return and(
    placed.length > 0 && sizes.length === 0
      ? sql`${of.categoryId} = any(${sql.param(placed.flatMap((one) => one.categoryIds))}::uuid[])`
      : undefined,
    inStock || asksForSizes(filter) ? hasVariant(filter, of) : undefined,
  )
}

/** The condition that one variant in stock meets what is asked of variants. */
function hasVariant(filter: Filter, of: Filtered): SQL {
  const { placed = [], colors } = filter
  const rows = sql`from ${variants} v where ${and(
    sql`v.product_id = ${of.id} and v.retired_at is null and v.stock > 0`,
    asksForSizes(filter) ? inSizes(filter, of.categoryId) : undefined,
    colors.length > 0 ? sql`v.color_family = any(${sql.param(colors)}::text[])` : undefined,
  )}`
  // Not `exists` where sizes differ by place: the planner would read all variants once for it.
  return placed.length > 0 ? sql`coalesce((select true ${rows} limit 1), false)` : sql`exists (select 1 ${rows})`
}

/** The condition of sizes on a variant `v` of a product of this category. */
export function inSizes({ sizes, placed = [] }: Filter, categoryId: AnyPgColumn): SQL | undefined {
  return or(
    sizes.length > 0 ? sql`v.size = any(${sql.param(sizes)}::text[])` : undefined,
    ...placed.map(
      (one) =>
        sql`(${categoryId} = any(${sql.param(one.categoryIds)}::uuid[]) and v.size = any(${sql.param(one.sizes)}::text[]))`,
    ),
  )
}

/** As choices_of() in the database writes them. */
function choicesOf(sizes: string[], colors: string[]): string[] {
  const any = (list: string[]) => (list.length > 0 ? list : [''])
  return any(colors).flatMap((color) => any(sizes).map((size) => `${color}|${size}`))
}
