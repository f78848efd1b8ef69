/**
 * Saves a product with its pictures and variants in one transaction: it locks the product and its variants in the order in
 * which a checkout takes them, compares `version`, and applies stock as the difference to the stock that the owner saw, so a
 * sale meanwhile is not undone. A variant that an order holds is retired instead of deleted; deleted and retired rows free
 * their address and SKU (partial unique indexes). An address that changes is kept in `slug_redirects` (../moved.ts).
 */

import { eq, sql } from 'drizzle-orm'
import { announceCatalogChange } from '../../catalog-changes.ts'
import { type Ctx, inRetriedTransaction, inTransaction, isId, newId, requireRight } from '../../ctx.ts'
import { brokenConstraint, conflict, invalid, ShopError } from '../../errors.ts'
import { findImages } from '../../media/images.ts'
import type { CatalogChange } from '../../ports.ts'
import { slugify } from '../../turkish.ts'
import type { NewProduct, ProductForm } from '../contract.ts'
import { leaveGroup } from '../groups.ts'
import { forgetOldAddresses, keepOldAddress, takeAddress } from '../moved.ts'
import { eachText, type ProductFact, type TextField } from '../product-fields.ts'
import { getProduct, type Product } from '../products.ts'
import { products } from '../schema.ts'
import { pricesTag } from '../sorting.ts'
import { serveWaiting } from '../stock/serving.ts'
import { type AdminProduct, getAdminProduct, missingProduct, seesCosts } from './admin-products.ts'
import { noteChange } from './catalog-audit.ts'
import { freeSlug } from './free-names.ts'
import { checkOutfit } from './outfit-pieces.ts'
import { dropPictures, saveVariants, takeOffVariants } from './variant-edits.ts'

/** The product's form as the panel sends it; new files are stored already and given by their ids. */
type ProductInput = ProductForm & { newMain?: string; newImages?: string[] }

/** The columns of a product that its form fills. */
type Fields = Pick<
  typeof products.$inferInsert,
  'name' | 'slug' | 'description' | 'originalPriceKurus' | 'publishedAt' | 'images' | TextField
> & { categoryId: string | null; costKurus: number | null; outfit: string[] }

const nothing: Fields = {
  name: '',
  slug: '',
  description: '',
  categoryId: null,
  originalPriceKurus: null,
  costKurus: null,
  ...eachText(() => null),
  publishedAt: null,
  images: [],
  outfit: [],
}

/** Adds a product, on sale unless it is to be a draft. Two of one name get addresses that differ; one that is asked for is never changed. */
export async function addProduct(ctx: Ctx, input: ProductInput): Promise<AdminProduct> {
  requireRight(ctx, 'catalog')
  return inTransaction(ctx, async (ctx) => {
    const fields = merged(ctx, nothing, { ...input, published: input.published ?? true })
    if (fields.slug && !slugify(input.slug ?? '')) fields.slug = await freeSlug(ctx, fields.slug)
    const hasMain = Boolean(input.newMain ?? input.mainImageId)
    await checkFields(ctx, fields, { hasMain, variants: input.variants?.length ?? 0 })
    await checkOutfit(ctx, undefined, fields.outfit)
    const id = await insertProduct(ctx, fields)
    await saveVariants(ctx, { id, images: fields.images }, input.variants ?? [])
    const product = await getAdminProduct(ctx, id)
    await noteChange(ctx, { action: 'product.create', subject: product, after: factsOf(product) })
    await announceCatalogChange(ctx, 'everything')
    return product
  })
}

/** Changes what is given. EDIT_CONFLICT when the given version is no longer the product's. */
export async function changeProduct(ctx: Ctx, id: string, input: ProductInput): Promise<AdminProduct> {
  requireRight(ctx, 'catalog')
  return inRetriedTransaction(ctx, async (ctx) => {
    const row = await lockProduct(ctx, id)
    if (input.version !== undefined && input.version !== row.version) throw editConflict(row.version)
    const before = await getAdminProduct(ctx, id)
    const fields = merged(ctx, row, input)
    const hasMain = Boolean(input.newMain ?? input.mainImageId ?? row.images[0])
    await checkFields(ctx, fields, { hasMain, variants: (input.variants ?? before.variants).length })
    if (input.outfit && !sameIds(input.outfit, before.outfit)) await checkOutfit(ctx, id, input.outfit)
    await updateProduct(ctx, id, row.slug, fields)
    const holder = { id, images: fields.images }
    if (before.images.some((image) => !fields.images.includes(image.id))) await dropPictures(ctx, holder)
    if (input.variants) await saveVariants(ctx, holder, input.variants)
    if (fields.publishedAt) await serveWaiting(ctx)
    const after = await getAdminProduct(ctx, id)
    await noteChange(ctx, { action: 'product.update', subject: after, before: factsOf(before), after: factsOf(after) })
    await announceCatalogChange(ctx, changeOf(before, after))
    return after
  })
}

/** As it was saved, less what was deleted since: another field is saved although too few pieces are left. */
function sameIds(ids: string[], pieces: { id: string }[]): boolean {
  return ids.join() === pieces.map(({ id }) => id).join()
}

/** Takes a product out of the shop. Orders keep showing it; its address and SKUs are free again. */
export async function deleteProduct(ctx: Ctx, id: string): Promise<void> {
  requireRight(ctx, 'catalog')
  await inRetriedTransaction(ctx, async (ctx) => {
    await lockProduct(ctx, id)
    const before = await getAdminProduct(ctx, id)
    const now = ctx.clock()
    await takeOffVariants(ctx, id)
    await ctx.db.update(products).set({ deletedAt: now, updatedAt: now }).where(eq(products.id, id))
    await forgetOldAddresses(ctx, 'product', id)
    if (before.groupId) await leaveGroup(ctx, before.groupId, id)
    await noteChange(ctx, { action: 'product.delete', subject: before, before: factsOf(before) })
    await announceCatalogChange(ctx, 'everything')
  })
}

/** Adds a whole product at once, for imports and the demo. Prices in kuruş, pictures already stored. */
export async function createProduct(ctx: Ctx, input: NewProduct): Promise<Product> {
  const { images, originalPriceKurus = null, ...rest } = input
  const rows = input.variants.map((variant) => ({ ...variant, colorHex: variant.colorHex?.toLowerCase() ?? null }))
  const { id } = await addProduct(ctx, {
    ...rest,
    originalPrice: originalPriceKurus,
    mainImageId: images[0],
    existingImages: images.slice(1),
    variants: rows,
  })
  return getProduct(ctx, id)
}

/** Locks the row until the transaction ends, without blocking orders that reference the product. */
async function lockProduct(ctx: Ctx, id: string) {
  const [row] = isId(id) ? await ctx.db.select().from(products).where(eq(products.id, id)).for('no key update') : []
  if (!row || row.deletedAt) throw missingProduct()
  return row
}

function editConflict(version: number): ShopError {
  return new ShopError('EDIT_CONFLICT', 'Bu ürün siz düzenlerken başka biri tarafından değiştirildi.', {
    data: { version },
  })
}

function merged(ctx: Ctx, row: Fields, input: ProductInput): Fields {
  const name = input.name ?? row.name
  const published = input.published ?? row.publishedAt !== null
  return {
    name,
    slug: slugify(input.slug ?? '') || row.slug || slugify(name),
    description: input.description ?? row.description,
    categoryId: input.categoryId ?? row.categoryId,
    originalPriceKurus: input.originalPrice === undefined ? row.originalPriceKurus : input.originalPrice,
    costKurus: input.cost === undefined || !seesCosts(ctx) ? row.costKurus : input.cost,
    ...eachText((name) => (input[name] === undefined ? row[name] : input[name])),
    publishedAt: published ? (row.publishedAt ?? ctx.clock()) : null,
    images: imagesOf(row.images, input),
    outfit: input.outfit ?? row.outfit,
  }
}

/** The main picture, the extra ones that stay, then the new ones. */
function imagesOf(present: string[], { mainImageId, existingImages, newMain, newImages = [] }: ProductInput): string[] {
  const [oldMain, ...oldExtras] = present
  const main = newMain ?? mainImageId ?? oldMain
  // Choosing another existing picture as the main one removes none; a new file replaces the old main picture.
  const extras = existingImages ?? (newMain || !mainImageId ? oldExtras : present)
  return [...new Set([...(main ? [main] : []), ...extras, ...newImages])]
}

/** A draft needs a name and a category; a product on sale needs every field. */
async function checkFields(ctx: Ctx, fields: Fields, { hasMain, variants }: { hasMain: boolean; variants: number }) {
  const wrong: Record<string, string[]> = {}
  if (!fields.name) wrong.name = ['Ürün adı zorunludur']
  else if (!fields.slug) wrong.name = ['Ürün adı en az bir harf veya rakam içermeli']
  if (!fields.categoryId) wrong.categoryId = ['Kategori seçin']
  if (fields.publishedAt && !fields.description) wrong.description = ['Ürün açıklaması zorunludur']
  if (fields.publishedAt && !hasMain) wrong.mainImage = ['Ana görsel zorunludur']
  if (fields.publishedAt && variants === 0) wrong.variants = ['En az bir varyant eklenmelidir']
  if (fields.images.length > 20) wrong.images = ['En çok 20 görsel eklenebilir']
  const known = await findImages(ctx, fields.images)
  const unknown = fields.images.findIndex((id) => !known.has(id))
  if (unknown >= 0) wrong[unknown === 0 ? 'mainImageId' : 'existingImages'] = ['Görsel bulunamadı, yeniden yükleyin']
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
}

async function insertProduct(ctx: Ctx, fields: Fields): Promise<string> {
  const id = newId()
  const now = ctx.clock()
  await ctx.db
    .insert(products)
    .values({ ...fields, id, createdAt: now, updatedAt: now })
    .catch(refuseBrokenProduct)
  await takeAddress(ctx, 'product', fields.slug)
  return id
}

async function updateProduct(ctx: Ctx, id: string, oldSlug: string, fields: Fields): Promise<void> {
  await ctx.db
    .update(products)
    .set({ ...fields, version: sql`${products.version} + 1`, updatedAt: ctx.clock() })
    .where(eq(products.id, id))
    .catch(refuseBrokenProduct)
  if (fields.slug === oldSlug) return
  await takeAddress(ctx, 'product', fields.slug)
  await keepOldAddress(ctx, 'product', oldSlug, id)
}

function refuseBrokenProduct(error: unknown): never {
  switch (brokenConstraint(error)) {
    case 'products_slug_key':
      throw conflict({ slug: ['Bu adreste bir ürün zaten var, başka bir ad veya adres seçin.'] })
    case 'products_category_id_fk':
      throw invalid({ categoryId: ['Kategori bulunamadı, yeniden seçin'] })
    default:
      throw error
  }
}

/** A new price moves it into lists that stand in the order of prices, hold some prices only, or are of its category. */
function changeOf(before: AdminProduct, after: AdminProduct): CatalogChange {
  if (isWide(before, after)) return 'everything'
  const isSame = before.priceKurus === after.priceKurus && before.struckPriceKurus === after.struckPriceKurus
  return { productIds: isSame ? [after.id] : [after.id, pricesTag] }
}

/** Whether the change may move the product into any list that did not show it before, or change where addresses lead. */
function isWide(before: AdminProduct, after: AdminProduct): boolean {
  return (
    before.published !== after.published ||
    before.slug !== after.slug ||
    before.name !== after.name ||
    before.category.id !== after.category.id ||
    before.variants.length !== after.variants.length ||
    before.variants.some(({ color, size }, index) => {
      const now = after.variants[index]
      return color !== now?.color || size !== now.size
    })
  )
}

function factsOf(product: AdminProduct) {
  return {
    name: product.name,
    slug: product.slug,
    description: product.description,
    category: product.category.name,
    originalPriceKurus: product.originalPriceKurus,
    costKurus: product.costKurus,
    published: product.published,
    ...eachText((name) => product[name]),
    outfit: product.outfit.map(({ name }) => name),
    images: product.images.map(({ id }) => id),
    variants: product.variants.map(({ id: _, images, ...variant }) => ({
      ...variant,
      ...(images.length > 0 && { images: images.map(({ id }) => id) }),
    })),
  } satisfies Record<ProductFact, unknown>
}
