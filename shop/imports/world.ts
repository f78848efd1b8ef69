/** Reads the shop's own products that a file names, in a few statements for any number of rows. */

import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { skuKey } from '../catalog/edits/sku-key.ts'
import { eachText, type TextField } from '../catalog/product-fields.ts'
import { categories, productGroupMembers, productGroups, products, variants } from '../catalog/schema.ts'
import type { Ctx } from '../ctx.ts'
import { images } from '../media/schema.ts'
import { fold } from '../turkish.ts'
import type { Draft, Matches } from './reading/drafts.ts'
import { importFiles, importPictures } from './schema.ts'

export type PresentVariant = Pick<
  typeof variants.$inferSelect,
  | 'id'
  | 'productId'
  | 'sku'
  | 'barcode'
  | 'color'
  | 'colorHex'
  | 'size'
  | 'priceKurus'
  | 'stock'
  | 'images'
  | 'position'
>

export type Present = {
  id: string
  slug: string
  name: string
  description: string
  categoryId: string | null
  originalPriceKurus: number | null
  costKurus: number | null
  publishedAt: Date | null
  images: string[]
  groupId: string | null
  group: string | null
  variants: PresentVariant[]
} & Record<TextField, string | null>

type Owner = { variantId: string; productId: string; name: string }

export type World = {
  products: Map<string, Present>
  bySku: Map<string, Owner>
  byBarcode: Map<string, Owner>
  bySlug: Map<string, string>
  /** By the folded name, and by the slug. */
  categories: Map<string, { id: string; name: string }>
  /** The id of each picture by the name or address that the file gives. */
  pictures: Map<string, string>
}

/** The codes and addresses by which products are found. */
export type Named = { skus: string[]; barcodes: string[]; slugs: string[] }

export function matchesOf({ bySku, byBarcode, bySlug }: Pick<World, 'bySku' | 'byBarcode' | 'bySlug'>): Matches {
  const products = (owners: Map<string, Owner>) =>
    new Map([...owners].map(([code, { productId }]): [string, string] => [code, productId]))
  return { bySku: products(bySku), byBarcode: products(byBarcode), bySlug }
}

/** Finds the products on these codes and addresses, with all their variants; `ids` are read too. */
export async function readWorld(ctx: Ctx, { skus, barcodes, slugs }: Named, ids: string[] = []): Promise<World> {
  const [bySku, byBarcode] = [
    await findOwners(ctx, sql`sku_key(${variants.sku})`, skus.map(skuKey)),
    await findOwners(ctx, sql`${variants.barcode}`, barcodes),
  ]
  const bySlug = await findBySlug(ctx, slugs)
  const named = [...bySku.values(), ...byBarcode.values()].map(({ productId }) => productId)
  const found = await readProducts(ctx, [...new Set([...ids, ...named, ...bySlug.values()])])
  return { products: found, bySku, byBarcode, bySlug, categories: await readCategories(ctx), pictures: new Map() }
}

async function findOwners(ctx: Ctx, code: SQL, codes: string[]): Promise<Map<string, Owner>> {
  if (codes.length === 0) return new Map()
  const rows = await ctx.db
    .select({
      code: sql<string>`${code}`,
      variantId: variants.id,
      productId: variants.productId,
      name: products.name,
    })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(and(isNull(variants.retiredAt), sql`${code} = any(${sql.param([...new Set(codes)])}::text[])`))
  return new Map(rows.map(({ code, ...owner }) => [code, owner]))
}

async function findBySlug(ctx: Ctx, slugs: string[]): Promise<Map<string, string>> {
  if (slugs.length === 0) return new Map()
  const rows = await ctx.db
    .select({ id: products.id, slug: products.slug })
    .from(products)
    .where(and(isNull(products.deletedAt), sql`${products.slug} = any(${sql.param([...new Set(slugs)])}::text[])`))
  return new Map(rows.map(({ id, slug }) => [slug, id]))
}

const columns = {
  id: products.id,
  slug: products.slug,
  name: products.name,
  description: products.description,
  categoryId: products.categoryId,
  originalPriceKurus: products.originalPriceKurus,
  costKurus: products.costKurus,
  publishedAt: products.publishedAt,
  images: products.images,
  groupId: productGroupMembers.groupId,
  group: productGroups.name,
  ...eachText((name) => products[name]),
}

/** Products that are not deleted, with their variants. */
export async function readProducts(ctx: Ctx, ids: string[]): Promise<Map<string, Present>> {
  if (ids.length === 0) return new Map()
  const asked = sql`${sql.param(ids)}::uuid[]`
  const rows = await ctx.db
    .select(columns)
    .from(products)
    .leftJoin(productGroupMembers, eq(productGroupMembers.productId, products.id))
    .leftJoin(productGroups, eq(productGroups.id, productGroupMembers.groupId))
    .where(and(isNull(products.deletedAt), sql`${products.id} = any(${asked})`))
  const { id, productId, sku, barcode, color, colorHex, size, priceKurus, stock, images, position } = variants
  const pieces = await ctx.db
    .select({ id, productId, sku, barcode, color, colorHex, size, priceKurus, stock, images, position })
    .from(variants)
    .where(and(isNull(variants.retiredAt), sql`${productId} = any(${asked})`))
    .orderBy(asc(position), asc(id))
  const byProduct = Map.groupBy(pieces, ({ productId }) => productId)
  return new Map(rows.map((row) => [row.id, { ...row, variants: byProduct.get(row.id) ?? [] }]))
}

async function readCategories(ctx: Ctx): Promise<World['categories']> {
  const rows = await ctx.db.select({ id: categories.id, name: categories.name, slug: categories.slug }).from(categories)
  return new Map(
    rows.flatMap(({ slug, ...category }) => [
      [slug, category] as const,
      [fold(category.name).trim(), category] as const,
    ]),
  )
}

/** The category that a cell means: a name of ours, or the end of a path such as 'Kadın > Giyim > Elbise'. */
export function categoryNameOf(text: string, known: World['categories']): string {
  if (known.has(fold(text).trim())) return text.trim()
  const [path = ''] = text.split(/[;|]|,(?=\s*\S)/)
  return (path.split(/>|›|»/).at(-1) ?? '').trim()
}

/** The pictures of drafts that the shop has already: by id, by an address of ours, or by one that was fetched before. */
export async function findPictures(ctx: Ctx, importId: string, drafts: Draft[]): Promise<Map<string, string>> {
  const refs = [...new Set(drafts.flatMap(({ images = [] }) => images))]
  if (refs.length === 0) return new Map()
  const ids = [...new Set(refs.flatMap((ref) => idIn(ref) ?? []))]
  const stored = await ctx.db.select({ id: images.id }).from(images).where(inArray(images.id, ids))
  const waiting = await ctx.db
    .select({ id: importFiles.imageId })
    .from(importFiles)
    .where(eq(importFiles.importId, importId))
  const fetched = await ctx.db
    .select({ source: importPictures.source, id: importPictures.imageId })
    .from(importPictures)
    .innerJoin(images, eq(images.id, importPictures.imageId))
    .where(sql`${importPictures.source} = any(${sql.param(refs)}::text[])`)
  const known = new Set([...stored, ...waiting].map(({ id }) => id))
  return new Map([
    ...fetched.map(({ source, id }): [string, string] => [source, id]),
    ...refs.flatMap((ref): [string, string][] => {
      const id = idIn(ref)
      return id && known.has(id) ? [[ref, id]] : []
    }),
  ])
}

/** The id of a picture of the shop in an address of it. */
function idIn(ref: string): string | undefined {
  return /^(?:(?:https?:\/\/[^/]+)?\/media\/)?([0-9a-f]{32})(?:-\d+\.\w+)?$/.exec(ref)?.[1]
}
