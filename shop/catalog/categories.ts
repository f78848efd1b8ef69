import { and, asc, count, eq, exists, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import { announceCatalogChange } from '../catalog-changes.ts'
import { askRows, type Ctx, fixed, inTransaction, isId, newId, readOnce, requireRight } from '../ctx.ts'
import { brokenConstraint, conflict, invalid, notFound, ShopError } from '../errors.ts'
import { slugify } from '../turkish.ts'
import { areaOf } from './area-of.ts'
import type { CategoryChange, NewCategory } from './contract.ts'
import { noteChange } from './edits/catalog-audit.ts'
import { findMoved, forgetOldAddresses, keepOldAddress, takeAddress } from './moved.ts'
import { onSale } from './on-sale.ts'
import { categories, productCounts, products } from './schema.ts'

export type CategoryName = Pick<typeof categories.$inferSelect, 'id' | 'name' | 'slug' | 'area'>
/** With the number of its products on sale, by the counts that triggers keep. */
type CountedCategory = CategoryName & { products: number }

const names = { id: categories.id, name: categories.name, slug: categories.slug, area: categories.area }
const counted = fixed({ ...names, products: sql`coalesce(sum(${productCounts.n}), 0)::int` })
const inOrder = [asc(categories.position), sql`${categories.name} collate tr_tr`]

/** Returns all categories in their order, for the menus of every page and the facets of its list. */
export async function listCategoryNames(ctx: Ctx): Promise<CountedCategory[]> {
  const onSaleCounts = and(eq(productCounts.categoryId, categories.id), eq(productCounts.state, 'on-sale'))
  return readOnce(ctx, 'category names', () =>
    askRows<CountedCategory>(
      ctx,
      ctx.db
        .select(counted)
        .from(categories)
        .leftJoin(productCounts, onSaleCounts)
        .groupBy(categories.id)
        .orderBy(...inOrder),
      { isByKeys: true },
    ),
  )
}

/** NOT_FOUND unless there is such a category; by its id or slug, as its products are asked for. */
export async function requireCategory(ctx: Ctx, idOrSlug: string): Promise<void> {
  const known = await listCategoryNames(ctx)
  if (!known.some(({ id, slug }) => id === idOrSlug.toLowerCase() || slug === idOrSlug))
    throw notFound('Kategori bulunamadı.')
}

/** Returns the categories with something on sale. */
export async function listFilledCategories(ctx: Ctx): Promise<CategoryName[]> {
  return ctx.db
    .select(names)
    .from(categories)
    .where(
      exists(
        ctx.db
          .select({ one: sql`1` })
          .from(products)
          .where(and(eq(products.categoryId, categories.id), onSale)),
      ),
    )
    .orderBy(...inOrder)
}

/** Returns all categories in their order, with the number of products that each has on sale. */
export async function listCategories(ctx: Ctx) {
  return ctx.db
    .select({
      ...names,
      createdAt: categories.createdAt,
      productCount: countIn(sql`${productCounts.state} = 'on-sale'`),
    })
    .from(categories)
    .leftJoin(productCounts, eq(productCounts.categoryId, categories.id))
    .groupBy(categories.id)
    .orderBy(...inOrder)
}

function countIn(condition: SQL) {
  return sql<number>`(coalesce(sum(${productCounts.n}) filter (where ${condition}), 0))::int`
}

export type AdminCategory = Awaited<ReturnType<typeof listAdminCategories>>[number]

/** For the panel: with the numbers of products on sale and of drafts, and the version to edit. */
export async function listAdminCategories(ctx: Ctx) {
  requireRight(ctx, 'catalog')
  return ctx.db
    .select({
      ...getTableColumns(categories),
      productCount: countIn(sql`${productCounts.state} = 'on-sale'`),
      draftCount: countIn(sql`${productCounts.state} = 'draft'`),
    })
    .from(categories)
    .leftJoin(productCounts, eq(productCounts.categoryId, categories.id))
    .groupBy(categories.id)
    .orderBy(...inOrder)
}

export async function createCategory(ctx: Ctx, input: NewCategory) {
  requireRight(ctx, 'catalog')
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
    await takeAddress(ctx, 'category', slug)
    await noteChange(ctx, { action: 'category.create', subject: category, after: factsOf(category) })
    await announceCatalogChange(ctx, 'everything')
    return category
  })
}

/** Keeps a redirect from the old address. EDIT_CONFLICT when the given version is no longer the category's. */
export async function updateCategory(ctx: Ctx, id: string, input: CategoryChange) {
  requireRight(ctx, 'catalog')
  return inTransaction(ctx, async (ctx) => {
    const before = await lockCategory(ctx, id)
    const slug = input.slug === undefined ? before.slug : slugify(input.slug || input.name)
    checkSlug(slug)
    if (input.version !== undefined && input.version !== before.version) {
      throw new ShopError('EDIT_CONFLICT', 'Bu kategori siz düzenlerken başka biri tarafından değiştirildi.', {
        data: { version: before.version },
      })
    }
    // An area that the old name had suggested follows the new name; one of the owner's choice stays.
    const usual = before.area === areaOf(before.name) ? areaOf(input.name) : before.area
    const [after = before] = await ctx.db
      .update(categories)
      .set({ name: input.name, slug, area: input.area ?? usual, version: before.version + 1 })
      .where(eq(categories.id, id))
      .returning()
      .catch(refuseTakenSlug)
    if (slug !== before.slug) {
      await takeAddress(ctx, 'category', slug)
      await keepOldAddress(ctx, 'category', before.slug, id)
    }
    await noteChange(ctx, {
      action: 'category.update',
      subject: after,
      before: factsOf(before),
      after: factsOf(after),
    })
    await announceCatalogChange(ctx, 'everything')
    return after
  })
}

/** Puts the categories into this order; unnamed ones follow in the order they had. */
export async function orderCategories(ctx: Ctx, ids: string[]): Promise<void> {
  requireRight(ctx, 'catalog')
  await inTransaction(ctx, async (ctx) => {
    const before = await namesInOrder(ctx)
    await ctx.db.execute(sql`
      update categories c set position = o.place
      from (
        select id, (row_number() over (order by coalesce(array_position(${sql.param(ids)}::uuid[], id), 100000), position) - 1)::int as place
        from categories
      ) o where o.id = c.id and c.position <> o.place`)
    const subject = { id: 'category-order', name: 'Kategori sırası' }
    const after = { order: await namesInOrder(ctx) }
    await noteChange(ctx, { action: 'category.update', subject, before: { order: before }, after })
    await announceCatalogChange(ctx, 'everything')
  })
}

/** Deletes an empty category; CATEGORY_NOT_EMPTY while products are in it. */
export async function deleteCategory(ctx: Ctx, id: string): Promise<void> {
  requireRight(ctx, 'catalog')
  await inTransaction(ctx, async (ctx) => {
    const category = await lockCategory(ctx, id)
    const [{ inside } = { inside: 0 }] = await ctx.db
      .select({ inside: count() })
      .from(products)
      .where(and(eq(products.categoryId, id), isNull(products.deletedAt)))
    if (inside > 0) throw notEmpty(inside)
    // Deleted products that orders still show no longer need their category.
    await ctx.db.update(products).set({ categoryId: null }).where(eq(products.categoryId, id))
    await ctx.db.delete(categories).where(eq(categories.id, id))
    await forgetOldAddresses(ctx, 'category', id)
    await noteChange(ctx, { action: 'category.delete', subject: category, before: factsOf(category) })
    await announceCatalogChange(ctx, 'everything')
  })
}

/** The lock also keeps new products out of the category until the transaction ends. */
async function lockCategory(ctx: Ctx, id: string) {
  const [row] = isId(id) ? await ctx.db.select().from(categories).where(eq(categories.id, id)).for('update') : []
  if (!row) throw notFound('Kategori bulunamadı.')
  return row
}

function notEmpty(products: number): ShopError {
  const message = `Bu kategoride ${products} ürün var; önce ürünleri başka bir kategoriye taşıyın veya silin.`
  return new ShopError('CATEGORY_NOT_EMPTY', message, { data: { products } })
}

async function namesInOrder(ctx: Ctx): Promise<string[]> {
  const rows = await ctx.db.select({ name: categories.name }).from(categories).orderBy(asc(categories.position))
  return rows.map(({ name }) => name)
}

function factsOf({ name, slug, area }: typeof categories.$inferSelect) {
  return { name, slug, area }
}

/** Returns the current slug of the category that once had this one. */
export async function findMovedCategory(ctx: Ctx, slug: string): Promise<string | undefined> {
  const id = await findMoved(ctx, 'category', slug)
  const [row] = id ? await ctx.db.select({ slug: categories.slug }).from(categories).where(eq(categories.id, id)) : []
  return row?.slug
}

/** Addresses of the shop's own pages. */
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
  'abonelikten-cik',
  'gelince-haber',
  'son-bakilanlar',
  'demo-bank',
  'healthz',
  'readyz',
  'metrics',
  'robots-txt',
  'sitemap-xml',
])

function checkSlug(slug: string) {
  const message = wrongCategorySlug(slug)
  if (message) throw invalid({ slug: [message] })
}

/** Why no category can have this address; undefined when one can. */
export function wrongCategorySlug(slug: string): string | undefined {
  if (!slug) return 'Adres en az bir harf veya rakam içermeli'
  return reserved.has(slug) ? 'Bu adres mağazanın kendi sayfalarına ayrılmış, başka bir adres seçin' : undefined
}

function refuseTakenSlug(error: unknown): never {
  if (brokenConstraint(error) !== 'categories_slug_key') throw error
  throw conflict({ slug: ['Bu adreste bir kategori zaten var, başka bir ad seçin.'] })
}
