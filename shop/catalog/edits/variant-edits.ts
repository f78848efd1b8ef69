import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { type Ctx, isId, newId } from '../../ctx.ts'
import { brokenConstraint, conflict, invalid, ShopError } from '../../errors.ts'
import { orderItems } from '../../orders/schema.ts'
import { returnItems } from '../../returns/schema.ts'
import { skuTaken, type VariantRow } from '../contract.ts'
import { variants } from '../schema.ts'
import { tellStockCause } from '../stock/cause.ts'
import { skuKey } from './sku-key.ts'

type Present = typeof variants.$inferSelect

type Holder = { id: string; images: string[] }

/** Makes the variants on sale of a product what the rows say, inside the transaction that holds the product. */
export async function saveVariants(ctx: Ctx, { id: productId, images }: Holder, given: VariantRow[]): Promise<void> {
  checkPictures(images, given)
  await tellStockCause(ctx, { cause: 'edit' })
  const present = await lockVariants(ctx, productId)
  const known = new Map(present.map((variant) => [variant.id, variant]))
  await checkIds(ctx, given, known)
  await checkSkus(ctx, productId, given)
  const rows = withIds(given, present)
  const left = present.filter(({ id }) => !rows.some((row) => row.id === id))
  await takeOff(
    ctx,
    left.map(({ id }) => id),
  )
  await setAside(ctx, rows, known)
  const added: (typeof variants.$inferInsert)[] = []
  for (const [position, row] of rows.entries()) {
    const before = known.get(row.id ?? '')
    if (before) await changeVariant(ctx, before, row, position)
    else added.push(newVariant(ctx, productId, row, position))
  }
  if (added.length === 0) return
  await tellStockCause(ctx, { cause: 'first' })
  await ctx.db.insert(variants).values(added).catch(refuseBrokenVariant('variants'))
}

/** A color is shown by pictures of its product; one that the product no longer has shows none of its colors either. */
export async function dropPictures(ctx: Ctx, { id, images }: Holder): Promise<void> {
  const kept = sql`${sql.param(images)}::text[]`
  await ctx.db
    .update(variants)
    .set({
      images: sql`array(select image from unnest(${variants.images}) with ordinality as own(image, place)
        where image = any(${kept}) order by place)`,
    })
    .where(and(eq(variants.productId, id), sql`not ${variants.images} <@ ${kept}`))
}

function checkPictures(ofProduct: string[], rows: VariantRow[]): void {
  const strange = rows.findIndex(({ images = [] }) => images.some((id) => !ofProduct.includes(id)))
  if (strange >= 0)
    throw invalid({ [`variants.${strange}.images`]: ['Rengin görseli ürünün görsellerinden biri olmalı'] })
}

/** Takes all variants of a product off sale. */
export async function takeOffVariants(ctx: Ctx, productId: string): Promise<void> {
  const present = await lockVariants(ctx, productId)
  await takeOff(
    ctx,
    present.map(({ id }) => id),
  )
}

/** In the order in which a checkout locks them, so that the two never deadlock. */
function lockVariants(ctx: Ctx, productId: string): Promise<Present[]> {
  return ctx.db
    .select()
    .from(variants)
    .where(and(eq(variants.productId, productId), isNull(variants.retiredAt)))
    .orderBy(asc(variants.id))
    .for('update')
}

/**
 * The rows with the ids of the variants that they mean. In a list without any id of ours a row means the variant that has its SKU;
 * else one without is new, whatever was deleted beside it. An id that the client made up for a new variant may look like ours.
 */
function withIds(rows: VariantRow[], present: Present[]): VariantRow[] {
  const ours = new Set(present.map(({ id }) => id))
  const isOurs = ({ id }: VariantRow) => Boolean(id && ours.has(id))
  const ofSku = new Map(rows.some(isOurs) ? [] : present.map(({ sku, id }) => [skuKey(sku), id] as const))
  return rows.map((row) => (isOurs(row) ? row : { ...row, id: ofSku.get(skuKey(row.sku)) }))
}

/** Refuses a variant that is named twice, is off sale or belongs to another product. */
async function checkIds(ctx: Ctx, rows: VariantRow[], known: Map<string, Present>) {
  const ids = rows.map(({ id }) => (id && isId(id) ? id : undefined))
  const unknown = ids.filter((id) => id !== undefined && !known.has(id))
  const elsewhere = unknown.length
    ? await ctx.db
        .select({ id: variants.id })
        .from(variants)
        .where(sql`${variants.id} = any(${sql.param(unknown)}::uuid[])`)
    : []
  const gone = new Set(elsewhere.map(({ id }) => id))
  const strange = ids.findIndex((id, index) => id && (gone.has(id) || (known.has(id) && ids.indexOf(id) !== index)))
  if (strange >= 0) {
    throw invalid({ [`variants.${strange}.id`]: ['Bu varyant artık yok; sayfayı yenileyip yeniden deneyin.'] })
  }
}

async function checkSkus(ctx: Ctx, productId: string, rows: VariantRow[]) {
  if (rows.length === 0) return
  const taken = await ctx.db
    .select({ sku: variants.sku })
    .from(variants)
    .where(
      and(
        sql`sku_key(${variants.sku}) = any(${sql.param(rows.map(({ sku }) => skuKey(sku)))}::text[])`,
        isNull(variants.retiredAt),
        ne(variants.productId, productId),
      ),
    )
  const skus = new Set(taken.map(({ sku }) => skuKey(sku)))
  const fields = rows.flatMap(({ sku }, index) =>
    skus.has(skuKey(sku)) ? [[`variants.${index}.sku`, [skuTaken]]] : [],
  )
  if (fields.length > 0) throw conflict(Object.fromEntries(fields))
}

/** Deletes the variants that no order and no exchange references and retires the others. */
async function takeOff(ctx: Ctx, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const held = await ctx.db
    .selectDistinct({ id: orderItems.variantId })
    .from(orderItems)
    .where(inArray(orderItems.variantId, ids))
    .union(
      ctx.db
        .selectDistinct({ id: returnItems.newVariantId })
        .from(returnItems)
        .where(inArray(returnItems.newVariantId, ids)),
    )
  const kept = held.flatMap(({ id }) => id ?? [])
  const gone = ids.filter((id) => !kept.includes(id))
  if (kept.length > 0) await ctx.db.update(variants).set({ retiredAt: ctx.clock() }).where(inArray(variants.id, kept))
  if (gone.length > 0) await ctx.db.delete(variants).where(inArray(variants.id, gone))
}

/** Renames variants that change to temporary SKUs and sizes first: variants that swap theirs would break a unique key. */
async function setAside(ctx: Ctx, rows: VariantRow[], known: Map<string, Present>): Promise<void> {
  const moving = rows.flatMap((row) => {
    const before = known.get(row.id ?? '')
    const moves = before && (before.sku !== row.sku || before.color !== row.color || before.size !== row.size)
    return moves ? [before.id] : []
  })
  if (moving.length < 2) return
  await ctx.db
    .update(variants)
    .set({ sku: sql`'~' || ${variants.id}`, size: sql`'~' || ${variants.id}` })
    .where(inArray(variants.id, moving))
}

async function changeVariant(ctx: Ctx, before: Present, row: VariantRow, position: number): Promise<void> {
  const { sku, color, colorHex, size, priceKurus, images = before.images } = row
  const after = { sku, color, colorHex, size, priceKurus, stock: stockOf(before, row, position), position, images }
  const names = Object.keys(after) as (keyof typeof after)[]
  if (names.every((name) => String(after[name]) === String(before[name]))) return
  await ctx.db
    .update(variants)
    .set(after)
    .where(eq(variants.id, before.id))
    .catch(refuseBrokenVariant(`variants.${position}.sku`))
}

/** The entered stock less the units sold since the owner saw it. The row is locked, so nothing is sold meanwhile. */
function stockOf(before: Present, { stock, stockSeen }: VariantRow, position: number): number {
  if (stockSeen === undefined || stockSeen === null) return stock
  const result = before.stock + stock - stockSeen
  if (result >= 0) return result
  const message = `Siz düzenlerken satış oldu: bu bedenden stokta ${before.stock} adet var. Stoku yeniden girin.`
  throw new ShopError('CONFLICT', message, {
    fields: { [`variants.${position}.stockQuantity`]: [message] },
    data: { variantId: before.id, stockQuantity: before.stock },
  })
}

function newVariant(ctx: Ctx, productId: string, row: VariantRow, position: number): typeof variants.$inferInsert {
  const { sku, color, colorHex, size, priceKurus, stock, images = [] } = row
  const createdAt = ctx.clock()
  return { id: newId(), productId, sku, color, colorHex, size, priceKurus, stock, images, position, createdAt }
}

/** Two saves at once pass the check of SKUs before; the unique key decides. */
function refuseBrokenVariant(field: string) {
  return (error: unknown): never => {
    if (brokenConstraint(error) !== 'variants_sku_key') throw error
    throw conflict({ [field]: [skuTaken] })
  }
}
