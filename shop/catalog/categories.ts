import { and, asc, count, eq, isNotNull, sql } from 'drizzle-orm'
import { type Ctx, inTransaction, isId, newId, requireAdmin } from '../ctx.ts'
import { brokenConstraint, invalid, notFound, ShopError } from '../errors.ts'
import { fold, slugify } from '../turkish.ts'
import { announceCatalogChange } from './changes.ts'
import type { Area, NewCategory } from './contract.ts'
import { onSale } from './on-sale.ts'
import { categories, products } from './schema.ts'

export type Category = Awaited<ReturnType<typeof listCategories>>[number]

/** All categories in their order, with how many products each has on sale. */
export async function listCategories(ctx: Ctx) {
  return ctx.db
    .select({
      id: categories.id,
      name: categories.name,
      slug: categories.slug,
      area: categories.area,
      createdAt: categories.createdAt,
      productCount: count(products.id),
    })
    .from(categories)
    .leftJoin(products, and(eq(products.categoryId, categories.id), onSale))
    .groupBy(categories.id)
    .orderBy(asc(categories.position), sql`${categories.name} collate tr_tr`)
}

export async function createCategory(ctx: Ctx, input: NewCategory) {
  await requireAdmin(ctx)
  const slug = slugify(input.slug || input.name)
  checkSlug(slug)
  return inTransaction(ctx, async (ctx) => {
    const [{ next } = { next: 0 }] = await ctx.db
      .select({ next: sql<number>`coalesce(max(${categories.position}) + 1, 0)::int` })
      .from(categories)
    const [category] = await ctx.db
      .insert(categories)
      .values({
        id: newId(),
        name: input.name,
        slug,
        area: input.area ?? areaOf(input.name),
        position: next,
        createdAt: ctx.clock(),
      })
      .returning()
      .catch(refuseTakenSlug)
    if (!category) throw new Error('insert returned no row')
    await announceCatalogChange(ctx, 'everything')
    return category
  })
}

export async function updateCategory(ctx: Ctx, id: string, input: NewCategory) {
  await requireAdmin(ctx)
  if (!isId(id)) throw notFound('Kategori bulunamadı.')
  const slug = slugify(input.slug || input.name)
  checkSlug(slug)
  return inTransaction(ctx, async (ctx) => {
    const [category] = await ctx.db
      .update(categories)
      .set({ name: input.name, slug, ...(input.area ? { area: input.area } : {}) })
      .where(eq(categories.id, id))
      .returning()
      .catch(refuseTakenSlug)
    if (!category) throw notFound('Kategori bulunamadı.')
    await announceCatalogChange(ctx, 'everything')
    return category
  })
}

/** Deletes an empty category; CATEGORY_NOT_EMPTY while products are in it. */
export async function deleteCategory(ctx: Ctx, id: string): Promise<void> {
  await requireAdmin(ctx)
  if (!isId(id)) throw notFound('Kategori bulunamadı.')
  await inTransaction(ctx, async (ctx) => {
    // Deleted products that orders still show no longer need their category.
    await ctx.db
      .update(products)
      .set({ categoryId: null })
      .where(and(eq(products.categoryId, id), isNotNull(products.deletedAt)))
    const removed = await ctx.db
      .delete(categories)
      .where(eq(categories.id, id))
      .returning({ id: categories.id })
      .catch((error: unknown) => {
        if (brokenConstraint(error) !== 'products_category_id_fk') throw error
        throw new ShopError('CATEGORY_NOT_EMPTY', 'Bu kategoride ürün var; önce ürünleri taşıyın veya silin.')
      })
    if (removed.length === 0) throw notFound('Kategori bulunamadı.')
    await announceCatalogChange(ctx, 'everything')
  })
}

const words: [Area, RegExp][] = [
  ['special', /^ozel\b/],
  ['aksesuar', /canta|aksesuar|cuzdan|kemer|sapka|\bsal\b|esarp|taki\b|kupe|kolye|bileklik|handbag|\bbag\b/],
  ['alt-giyim', /etek|pantolon|\bsort\b|tayt|jean|kot\b/],
]

/** The area a category's name suggests. */
export function areaOf(name: string): Area {
  const folded = fold(name)
  return words.find(([, pattern]) => pattern.test(folded))?.[0] ?? 'ust-giyim'
}

/** Addresses that pages of the shop already have. */
const reserved = new Set([
  'ust-giyim',
  'alt-giyim',
  'aksesuar',
  'special',
  'tum-urunler',
  'bilgi',
  'verify-email',
  'reset-password',
  'logo',
  'admin',
  'api',
  'urun',
  'ara',
  'media',
  'assets',
  'odeme',
  'demo-bank',
  'healthz',
  'readyz',
  'metrics',
  'robots-txt',
  'sitemap-xml',
])

function checkSlug(slug: string) {
  if (!slug) throw invalid({ slug: ['Adres en az bir harf veya rakam içermeli'] })
  if (reserved.has(slug))
    throw invalid({ slug: ['Bu adres mağazanın kendi sayfalarına ayrılmış, başka bir adres seçin'] })
}

function refuseTakenSlug(error: unknown): never {
  if (brokenConstraint(error) !== 'categories_slug_key') throw error
  throw new ShopError('CONFLICT', 'Bu adreste bir kategori zaten var, başka bir ad seçin.')
}
