/**
 * Writes the plans of a batch of products in few statements, inside the transaction that holds their rows. Products are locked
 * before their variants and both in the order of their ids, as saves and checkouts take them.
 */

import { and, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm'
import { createCategory } from '../catalog/categories.ts'
import { dropPictures } from '../catalog/edits/variant-edits.ts'
import { textFields } from '../catalog/product-fields.ts'
import { products, slugRedirects, variants } from '../catalog/schema.ts'
import { tellStockCause } from '../catalog/stock/cause.ts'
import { type Ctx, newId } from '../ctx.ts'
import { fold, slugify } from '../turkish.ts'
import { knownCategory, type Plan, type VariantWrite } from './plan.ts'
import type { Present, PresentVariant, World } from './world.ts'

/** A plan that is to be written; `id` is the product's, of a new one the id that it gets. */
export type Write = { id: string; present: Present | undefined; plan: Plan }

/** Locks the products and their variants until the transaction ends. */
export async function lockProducts(ctx: Ctx, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const asked = sql`any(${sql.param(ids)}::uuid[])`
  await ctx.db
    .select({ id: products.id })
    .from(products)
    .where(sql`${products.id} = ${asked}`)
    .orderBy(products.id)
    .for('no key update')
  await ctx.db
    .select({ id: variants.id })
    .from(variants)
    .where(and(isNull(variants.retiredAt), sql`${variants.productId} = ${asked}`))
    .orderBy(variants.id)
    .for('update')
}

/** `actorId`: whose file it is; a job writes it. */
export async function writeAll(ctx: Ctx, writes: Write[], world: World, actorId: string | null): Promise<void> {
  await tellStockCause(ctx, { cause: 'import', actorId })
  await makeCategories(ctx, writes, world)
  await addProducts(ctx, writes, world)
  await changeProducts(ctx, writes, world)
  await changeVariants(ctx, writes)
  await addVariants(ctx, writes)
}

/** Categories that the file names and the shop does not have yet. */
async function makeCategories(ctx: Ctx, writes: Write[], world: World): Promise<void> {
  for (const { plan } of writes) {
    const { category } = plan.product
    if (knownCategory(category, world)) continue
    const made = await createCategory(ctx, { name: category })
    world.categories.set(fold(category), { id: made.id, name: made.name })
  }
}

function fieldsOf({ plan: { product }, present }: Write, world: World, now: Date) {
  const { category, published, images, ...fields } = product
  return {
    ...fields,
    images,
    categoryId: knownCategory(category, world)?.id ?? null,
    publishedAt: published ? (present?.publishedAt ?? now) : null,
  }
}

async function addProducts(ctx: Ctx, writes: Write[], world: World): Promise<void> {
  const added = writes.filter(({ present }) => !present)
  if (added.length === 0) return
  const now = ctx.clock()
  const slugs = await freeSlugs(ctx, added)
  await ctx.db.insert(products).values(
    added.map((write, index) => ({
      ...fieldsOf(write, world, now),
      id: write.id,
      slug: slugs[index] ?? write.plan.product.slug,
      createdAt: now,
      updatedAt: now,
    })),
  )
  await takeAddresses(ctx, slugs)
}

/** Two new products of one name get addresses that differ; one that the file asks for is never changed. */
async function freeSlugs(ctx: Ctx, added: Write[]): Promise<string[]> {
  const choices = added.map(({ plan }) => {
    const { slug } = plan.product
    return [slug, ...plan.variants.slice(0, 1).map(({ sku }) => slugify(`${slug} ${sku}`)), `${slug}-2`, `${slug}-3`]
  })
  const taken = await ctx.db
    .select({ slug: products.slug })
    .from(products)
    .where(and(isNull(products.deletedAt), inArray(products.slug, choices.flat())))
  const used = new Set(taken.map(({ slug }) => slug))
  return choices.map((list) => {
    const free = list.find((slug) => !used.has(slug)) ?? list[0] ?? ''
    used.add(free)
    return free
  })
}

async function takeAddresses(ctx: Ctx, slugs: string[]): Promise<void> {
  await ctx.db.delete(slugRedirects).where(and(eq(slugRedirects.kind, 'product'), inArray(slugRedirects.slug, slugs)))
}

const written = [
  ...([
    'name',
    'slug',
    'description',
    'categoryId',
    'originalPriceKurus',
    'costKurus',
    'publishedAt',
    'images',
  ] as const),
  ...textFields,
]

async function changeProducts(ctx: Ctx, writes: Write[], world: World): Promise<void> {
  const changed = writes.filter(({ present }) => present)
  if (changed.length === 0) return
  const columns = getTableColumns(products)
  const names = written.map((name) => ({ name, column: columns[name].name, type: columns[name].getSQLType() }))
  const rows = changed.map((write) => {
    const fields = fieldsOf(write, world, ctx.clock())
    return { id: write.id, ...Object.fromEntries(names.map(({ name, column }) => [column, fields[name]])) }
  })
  await ctx.db.execute(sql`
    update products p set version = version + 1, updated_at = ${ctx.clock().toISOString()}::timestamptz,
      ${sql.raw(names.map(({ column }) => `${column} = x.${column}`).join(', '))}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as x(id uuid, ${sql.raw(names.map(({ column, type }) => `${column} ${type}`).join(', '))})
    where p.id = x.id`)
  await moveAddresses(ctx, changed)
  for (const { id, present, plan } of changed) {
    const { images } = plan.product
    if (present?.images.some((image) => !images.includes(image))) await dropPictures(ctx, { id, images })
  }
}

async function moveAddresses(ctx: Ctx, changed: Write[]): Promise<void> {
  const moved = changed.flatMap(({ id, present, plan }) =>
    present && present.slug !== plan.product.slug ? [{ id, old: present.slug, slug: plan.product.slug }] : [],
  )
  if (moved.length === 0) return
  await takeAddresses(
    ctx,
    moved.map(({ slug }) => slug),
  )
  await ctx.db
    .insert(slugRedirects)
    .values(moved.map(({ id, old }) => ({ kind: 'product' as const, slug: old, targetId: id, createdAt: ctx.clock() })))
    .onConflictDoUpdate({
      target: [slugRedirects.kind, slugRedirects.slug],
      set: { targetId: sql`excluded.target_id` },
    })
}

type Pair = { before: PresentVariant; after: VariantWrite }

function pairsOf(writes: Write[]): Pair[] {
  return writes.flatMap(({ present, plan }) =>
    plan.variants.flatMap((after) => {
      const before = present?.variants.find(({ id }) => id === after.id)
      return before ? [{ before, after }] : []
    }),
  )
}

/** Each kind of change by itself: what a trigger follows costs only where it happened. */
async function changeVariants(ctx: Ctx, writes: Write[]): Promise<void> {
  const pairs = pairsOf(writes)
  const differing = (names: (keyof VariantWrite)[]) =>
    pairs
      .filter(({ before, after }) => names.some((name) => String(after[name]) !== String(before[name as 'sku'])))
      .map(({ before, after }) => ({ ...after, id: before.id, images: imagesOf(after, writes) }))
  const stock = differing(['stock'])
  if (stock.length > 0)
    await ctx.db.execute(sql`
      update variants v set stock = x.stock
      from jsonb_to_recordset(${JSON.stringify(stock)}::jsonb) as x(id uuid, stock int) where v.id = x.id`)
  const prices = differing(['priceKurus'])
  if (prices.length > 0)
    await ctx.db.execute(sql`
      update variants v set price_kurus = x."priceKurus"
      from jsonb_to_recordset(${JSON.stringify(prices)}::jsonb) as x(id uuid, "priceKurus" int) where v.id = x.id`)
  const rest = differing(['sku', 'barcode', 'color', 'colorHex', 'size', 'images'])
  if (rest.length > 0)
    await ctx.db.execute(sql`
      update variants v set sku = x.sku, barcode = x.barcode, color = x.color, color_hex = x."colorHex", size = x.size,
        images = x.images
      from jsonb_to_recordset(${JSON.stringify(rest)}::jsonb)
        as x(id uuid, sku text, barcode text, color text, "colorHex" text, size text, images text[])
      where v.id = x.id`)
}

/** A color is shown by pictures of its product. */
function imagesOf(variant: VariantWrite, writes: Write[]): string[] {
  const write = writes.find(({ plan }) => plan.variants.includes(variant))
  return variant.images.filter((id) => write?.plan.product.images.includes(id))
}

async function addVariants(ctx: Ctx, writes: Write[]): Promise<void> {
  const createdAt = ctx.clock()
  const added = writes.flatMap(({ id: productId, present, plan }) => {
    const last = Math.max(-1, ...(present?.variants ?? []).map(({ position }) => position))
    return plan.variants
      .filter(({ id }) => id === undefined)
      .map((variant, index) => ({
        ...variant,
        id: newId(),
        productId,
        images: variant.images.filter((image) => plan.product.images.includes(image)),
        position: last + 1 + index,
        createdAt,
      }))
  })
  if (added.length > 0) await ctx.db.insert(variants).values(added)
}
