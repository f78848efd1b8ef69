/** Looks as the owner puts them together; what shoppers see of them is in shown.ts. */

import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { announceCatalogChange } from '../../catalog-changes.ts'
import { type Ctx, inTransaction, isId, newId, requireRight } from '../../ctx.ts'
import { invalid, notFound, refuseStale, ShopError } from '../../errors.ts'
import { findImages, type Image } from '../../media/images.ts'
import { noteChange } from '../edits/catalog-audit.ts'
import { lineColumns, type ProductLine, withPictures } from '../product-lines.ts'
import { products } from '../schema.ts'
import type { LookChange, NewLook } from './contract.ts'
import { lookPieces, looks } from './schema.ts'
import { looksTag } from './tag.ts'

export type Look = { id: string; title: string; image: Image | undefined; pieces: ProductLine[] }

/** All of them in their order, drafts among their pieces too. */
export async function listLooks(ctx: Ctx): Promise<Look[]> {
  requireRight(ctx, 'catalog')
  return readLooks(ctx)
}

/** The newest stands first. */
export async function createLook(ctx: Ctx, input: NewLook): Promise<Look> {
  requireRight(ctx, 'catalog')
  return inTransaction(ctx, async (ctx) => {
    await requireImage(ctx, input.imageId)
    const id = newId()
    const first = sql`(select coalesce(min(position), 0) - 1 from looks)`
    await ctx.db
      .insert(looks)
      .values({ id, title: input.title, imageId: input.imageId, position: first, createdAt: ctx.clock() })
    await putPieces(ctx, id, input.productIds)
    const created = await getLook(ctx, id)
    await noteChange(ctx, { action: 'look.create', subject: subjectOf(created), after: factsOf(created) })
    await announceLooks(ctx, input.productIds)
    return created
  })
}

/** Gives a look its title, its picture and exactly these pieces in this order. EDIT_CONFLICT when it is no longer as it was read. */
export async function updateLook(ctx: Ctx, id: string, { seen, ...input }: LookChange): Promise<Look> {
  requireRight(ctx, 'catalog')
  return inTransaction(ctx, async (ctx) => {
    const before = await lockLook(ctx, id)
    refuseStale(before.title, { seen, now: inputOf(before), wanted: input })
    await requireImage(ctx, input.imageId)
    await ctx.db.update(looks).set({ title: input.title, imageId: input.imageId }).where(eq(looks.id, id))
    await ctx.db.delete(lookPieces).where(eq(lookPieces.lookId, id))
    await putPieces(ctx, id, input.productIds)
    const after = await getLook(ctx, id)
    const subject = subjectOf(after)
    await noteChange(ctx, { action: 'look.update', subject, before: factsOf(before), after: factsOf(after) })
    await announceLooks(ctx, [...before.pieces.map((piece) => piece.id), ...input.productIds])
    return after
  })
}

/** Deletes the look; its pieces stay. */
export async function deleteLook(ctx: Ctx, id: string): Promise<void> {
  requireRight(ctx, 'catalog')
  await inTransaction(ctx, async (ctx) => {
    const look = await lockLook(ctx, id)
    await ctx.db.delete(looks).where(eq(looks.id, id))
    await noteChange(ctx, { action: 'look.delete', subject: subjectOf(look), before: factsOf(look) })
    await announceLooks(
      ctx,
      look.pieces.map((piece) => piece.id),
    )
  })
}

/** CONFLICT when somebody made or deleted one meanwhile. */
export async function orderLooks(ctx: Ctx, ids: string[]): Promise<Look[]> {
  requireRight(ctx, 'catalog')
  return inTransaction(ctx, async (ctx) => {
    const known = await ctx.db.select({ id: looks.id }).from(looks).orderBy(looks.id).for('update')
    const given = new Set(ids)
    if (given.size !== known.length || known.some(({ id }) => !given.has(id))) {
      throw new ShopError('CONFLICT', 'Kombinler bu arada değişti. Sayfayı yenileyip yeniden sıralayın.')
    }
    await ctx.db.execute(sql`
      update looks set position = o.n
      from unnest(${sql.param([...given])}::uuid[]) with ordinality as o(id, n) where looks.id = o.id`)
    const ordered = await readLooks(ctx)
    const subject = { id: 'looks', name: 'Kombinler' }
    await noteChange(ctx, { action: 'look.order', subject, after: { looks: ordered.map(({ title }) => title) } })
    await announceLooks(
      ctx,
      ordered.flatMap(({ pieces }) => pieces.map((piece) => piece.id)),
    )
    return ordered
  })
}

/** The pages of these pieces, and those that show looks by themselves. */
async function announceLooks(ctx: Ctx, productIds: string[]): Promise<void> {
  await announceCatalogChange(ctx, { productIds: [...new Set([...productIds, looksTag])] })
}

async function requireImage(ctx: Ctx, imageId: string | null): Promise<void> {
  if (imageId === null || (await findImages(ctx, [imageId])).has(imageId)) return
  throw invalid({ imageId: ['Görsel bulunamadı; yeniden yükleyin'] })
}

async function putPieces(ctx: Ctx, lookId: string, productIds: string[]): Promise<void> {
  const ids = [...new Set(productIds)]
  const known = await ctx.db.$count(products, and(inArray(products.id, ids), isNull(products.deletedAt)))
  if (known < ids.length) throw invalid({ productIds: ['Seçilen ürünlerden biri bulunamadı'] })
  await ctx.db.insert(lookPieces).values(ids.map((productId, position) => ({ lookId, productId, position })))
}

async function lockLook(ctx: Ctx, id: string): Promise<Look> {
  if (!isId(id)) throw missing()
  await ctx.db.select({ id: looks.id }).from(looks).where(eq(looks.id, id)).for('update')
  return getLook(ctx, id)
}

async function getLook(ctx: Ctx, id: string): Promise<Look> {
  const [look] = await readLooks(ctx, id)
  if (!look) throw missing()
  return look
}

function missing() {
  return notFound('Kombin bulunamadı.')
}

async function readLooks(ctx: Ctx, id?: string): Promise<Look[]> {
  const found = await ctx.db
    .select()
    .from(looks)
    .where(id ? eq(looks.id, id) : undefined)
    .orderBy(asc(looks.position), asc(looks.id))
  const rows = await ctx.db
    .select({ lookId: lookPieces.lookId, ...lineColumns })
    .from(lookPieces)
    .innerJoin(products, and(eq(products.id, lookPieces.productId), isNull(products.deletedAt)))
    .where(id ? eq(lookPieces.lookId, id) : undefined)
    .orderBy(asc(lookPieces.position))
  const pieces = Map.groupBy(await withPictures(ctx, rows), (row) => row.lookId)
  const pictures = await findImages(
    ctx,
    found.flatMap(({ imageId }) => imageId ?? []),
  )
  return found.map(({ id, title, imageId }) => ({
    ...{ id, title, image: pictures.get(imageId ?? '') },
    pieces: (pieces.get(id) ?? []).map(({ lookId: _, ...piece }) => piece),
  }))
}

/** The input that would leave the look as it is. */
function inputOf({ title, image, pieces }: Look): NewLook {
  return { title, imageId: image?.id ?? null, productIds: pieces.map(({ id }) => id) }
}

function subjectOf({ id, title }: Look) {
  return { id, name: title }
}

function factsOf({ title, image, pieces }: Look) {
  return { name: title, lookPicture: image !== undefined, products: pieces.map((piece) => piece.name) }
}
