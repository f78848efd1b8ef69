import { and, asc, count, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { type Ctx, inTransaction, isId, newId, requireAdmin } from '../ctx.ts'
import { brokenConstraint, invalid, notFound, ShopError } from '../errors.ts'
import { findImages, type Image, imagesOf } from '../media/images.ts'
import { slugify } from '../turkish.ts'
import { announceCatalogChange } from './changes.ts'
import type { Area, NewProduct, ProductQuery, Sort } from './contract.ts'
import { categories, products, variants } from './schema.ts'
import { search } from './search.ts'
import { compareSizes } from './sizes.ts'

export type ProductVariant = {
  id: string
  sku: string
  color: string
  colorHex: string | null
  size: string
  priceKurus: number
  stock: number
  images: Image[]
}

/** A product on sale with all that a shopper may see of it. Prices in kuruş; `priceKurus` is null without variants. */
export type Product = {
  id: string
  slug: string
  name: string
  description: string
  priceKurus: number | null
  /** What may be struck through beside it by law. */
  originalPriceKurus: number | null
  images: Image[]
  category: { id: string; name: string; slug: string; area: Area }
  variants: ProductVariant[]
  createdAt: Date
}

const columns = {
  id: products.id,
  slug: products.slug,
  name: products.name,
  description: products.description,
  priceKurus: products.priceKurus,
  originalPriceKurus: products.struckPriceKurus,
  images: products.images,
  createdAt: products.createdAt,
  category: { id: categories.id, name: categories.name, slug: categories.slug, area: categories.area },
}
type Row = Omit<Product, 'images' | 'variants'> & { images: string[] }

/** Products on sale that fit the query, one page of them, and how many there are in all. What a search finds comes best first. */
export async function listProducts(ctx: Ctx, query: ProductQuery): Promise<{ items: Product[]; total: number }> {
  const hits = query.q ? await search(ctx, query.q) : undefined
  const where = and(
    isNull(products.deletedAt),
    query.area ? eq(categories.area, query.area) : undefined,
    query.category ? eq(isId(query.category) ? categories.id : categories.slug, query.category) : undefined,
  )
  const found = hits ? sql`(${hits.found}) hits` : sql`(select null::uuid as product_id, 0 as rank) hits`
  const joined = hits ? sql`hits.product_id = ${products.id}` : sql`true`
  const rows: Row[] = await ctx.db
    .select(columns)
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .innerJoin(found, joined)
    .where(where)
    .orderBy(...(hits && query.sort === 'newest' ? [sql`hits.rank desc`] : []), ...order(query.sort))
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
  const [{ total } = { total: 0 }] = await ctx.db
    .select({ total: count() })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .innerJoin(found, joined)
    .where(where)
  return { items: await withVariants(ctx, rows), total }
}

/** By id or slug; undefined when it is not on sale. */
export async function findProduct(ctx: Ctx, idOrSlug: string): Promise<Product | undefined> {
  const rows: Row[] = await ctx.db
    .select(columns)
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(and(isNull(products.deletedAt), isId(idOrSlug) ? eq(products.id, idOrSlug) : eq(products.slug, idOrSlug)))
  const [product] = await withVariants(ctx, rows)
  return product
}

/** By id or slug; NOT_FOUND when it is not on sale. */
export async function getProduct(ctx: Ctx, idOrSlug: string): Promise<Product> {
  const product = await findProduct(ctx, idOrSlug)
  if (!product) throw notFound('Bu ürün artık satışta değil.')
  return product
}

/** Several products by id, in no order; those not on sale are left out. */
export async function findProducts(ctx: Ctx, ids: string[]): Promise<Product[]> {
  if (ids.length === 0) return []
  const rows: Row[] = await ctx.db
    .select(columns)
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(and(isNull(products.deletedAt), inArray(products.id, ids)))
  return withVariants(ctx, rows)
}

function order(sort: Sort): SQL[] {
  const price =
    sort === 'price-asc' ? sql`${products.priceKurus} asc nulls last` : sql`${products.priceKurus} desc nulls last`
  return sort === 'newest' ? [desc(products.createdAt), desc(products.id)] : [price, asc(products.id)]
}

async function withVariants(ctx: Ctx, rows: Row[]): Promise<Product[]> {
  const ids = rows.map((row) => row.id)
  for (const id of ids) ctx.seen?.add(id)
  const variantRows =
    ids.length === 0
      ? []
      : await ctx.db
          .select()
          .from(variants)
          .where(and(inArray(variants.productId, ids), isNull(variants.retiredAt)))
          .orderBy(asc(variants.position))
  const pictures = await findImages(ctx, [
    ...rows.flatMap((row) => row.images),
    ...variantRows.flatMap((v) => v.images),
  ])
  const byProduct = Map.groupBy(variantRows, (variant) => variant.productId)
  return rows.map((row) => ({
    ...row,
    images: imagesOf(pictures, row.images),
    variants: (byProduct.get(row.id) ?? [])
      .map((v) => ({
        id: v.id,
        sku: v.sku,
        color: v.color,
        colorHex: v.colorHex,
        size: v.size,
        priceKurus: v.priceKurus,
        stock: v.stock,
        images: imagesOf(pictures, v.images),
      }))
      .sort((a, b) => compareSizes(a.size, b.size)),
  }))
}

/** Adds a product with its variants. The slug is made from the name when none is given. */
export async function createProduct(ctx: Ctx, input: NewProduct): Promise<Product> {
  await requireAdmin(ctx)
  const slug = slugify(input.slug || input.name)
  if (!slug) throw invalid({ name: ['Ürün adı en az bir harf veya rakam içermeli'] })
  const known = await findImages(ctx, input.images)
  if (known.size !== new Set(input.images).size) throw invalid({ images: ['Görsel bulunamadı, yeniden yükleyin'] })

  const id = await inTransaction(ctx, async (ctx) => {
    const now = ctx.clock()
    const id = newId()
    await ctx.db
      .insert(products)
      .values({
        id,
        slug,
        name: input.name,
        description: input.description,
        categoryId: input.categoryId,
        originalPriceKurus: input.originalPriceKurus ?? null,
        images: input.images,
        publishedAt: now,
        createdAt: now,
        updatedAt: now,
      })
      .catch(refuseBrokenProduct)
    await ctx.db
      .insert(variants)
      .values(
        input.variants.map((variant, position) => ({
          ...variant,
          colorHex: variant.colorHex?.toLowerCase() ?? null,
          id: newId(),
          productId: id,
          images: [],
          position,
          createdAt: now,
        })),
      )
      .catch(refuseBrokenProduct)
    await announceCatalogChange(ctx, 'everything')
    return id
  })
  return getProduct(ctx, id)
}

function refuseBrokenProduct(error: unknown): never {
  switch (brokenConstraint(error)) {
    case 'products_slug_key':
      throw new ShopError('CONFLICT', 'Bu adreste bir ürün zaten var, başka bir ad veya adres seçin.')
    case 'variants_sku_key':
      throw new ShopError('CONFLICT', 'Bu SKU zaten kullanılıyor', {
        fields: { variants: ['Bu SKU zaten kullanılıyor'] },
      })
    case 'products_category_id_fk':
      throw invalid({ categoryId: ['Kategori bulunamadı, yeniden seçin'] })
    default:
      throw error
  }
}
