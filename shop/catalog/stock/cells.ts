/**
 * One cell of the list of products, saved by itself. Stock is changed by the difference to what the owner saw: what was sold
 * since stays sold, and she is told. Where a person changed it since, she decides: two who counted the same shelf would add up.
 */

import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import { users } from '../../accounts/schema.ts'
import { announceCatalogChange } from '../../catalog-changes.ts'
import { type Ctx, inRetriedTransaction, isId, requireRight } from '../../ctx.ts'
import { notFound, ShopError } from '../../errors.ts'
import { formatKurus } from '../../money.ts'
import { type AdminProduct, getAdminProduct, missingProduct } from '../edits/admin-products.ts'
import { noteChange } from '../edits/catalog-audit.ts'
import { changeProduct } from '../edits/product-edits.ts'
import { products, variants } from '../schema.ts'
import { because } from './cause.ts'
import type { CellChange, StockCause } from './contract.ts'
import { stockMoves } from './schema.ts'
import { serveWaiting } from './serving.ts'

/** The product as it is now, and what has to be said of the change. */
type Saved = { product: AdminProduct; told: string | undefined }

/** Saves one cell. CONFLICT when somebody else changed it meanwhile; its sentence says what. */
export async function changeCell(ctx: Ctx, productId: string, change: CellChange): Promise<Saved> {
  requireRight(ctx, 'catalog')
  return inRetriedTransaction(ctx, async (ctx) => {
    await lockProduct(ctx, productId)
    const told = await changed(ctx, productId, change)
    return { product: await getAdminProduct(ctx, productId), told }
  })
}

/** In the order in which a save of the whole product locks. */
async function lockProduct(ctx: Ctx, id: string): Promise<void> {
  const [row] = isId(id)
    ? await ctx.db
        .select({ deletedAt: products.deletedAt })
        .from(products)
        .where(eq(products.id, id))
        .for('no key update')
    : []
  if (!row || row.deletedAt) throw missingProduct()
}

async function changed(ctx: Ctx, id: string, change: CellChange): Promise<string | undefined> {
  const { variantId = '', stock, add, price, published, lowStock } = change
  if (stock) return setStock(ctx, id, variantId, stock)
  if (add !== undefined) return addStock(ctx, id, variantId, add)
  if (price) return setPrice(ctx, id, change.variantId, price)
  if (published) await changeProduct(ctx, id, { published: published.set })
  if (lowStock) await setLowStock(ctx, id, lowStock)
  return undefined
}

type Size = typeof variants.$inferSelect

async function lockSize(ctx: Ctx, productId: string, variantId: string): Promise<Size> {
  const [size] = await ctx.db
    .select()
    .from(variants)
    .where(and(eq(variants.id, variantId), eq(variants.productId, productId), isNull(variants.retiredAt)))
    .for('update')
  if (!size) throw missingSize()
  return size
}

function missingSize() {
  return notFound('Bu beden artık yok; sayfayı yenileyin.')
}

type Seen<T> = { set: T; seen: T }

async function setStock(ctx: Ctx, productId: string, variantId: string, { set, seen }: Seen<number>) {
  const size = await lockSize(ctx, productId, variantId)
  const since = size.stock === seen ? [] : await movesSince(ctx, variantId, seen)
  const byHand = since?.find(({ cause }) => handMade.has(cause))
  if (!since || byHand) throw await stockConflict(ctx, size, byHand)
  const result = size.stock + set - seen
  if (result < 0) throw soldMeanwhile(size)
  const kept = await moveStock(ctx, size, result)
  return (
    [since.length > 0 && `${toldOf(set, result, size.stock - seen, since)}${kept ? '.' : ''}`, kept]
      .filter(Boolean)
      .join(' ') || undefined
  )
}

async function addStock(ctx: Ctx, productId: string, variantId: string, add: number) {
  const size = await lockSize(ctx, productId, variantId)
  if (size.stock + add < 0) throw soldMeanwhile(size)
  return moveStock(ctx, size, size.stock + add)
}

/** Where a person said how many there are, not how many went or came. */
const handMade = new Set<StockCause>(['first', 'edit', 'import', 'bulk', 'count', 'other'])

type Move = Pick<typeof stockMoves.$inferSelect, 'before' | 'after' | 'cause' | 'actorId'>

/** As many moves as are looked back over. */
const lookBack = 100

/** The moves since the stock was last what was seen, newest first; undefined when it was not for a long time. */
async function movesSince(ctx: Ctx, variantId: string, seen: number): Promise<Move[] | undefined> {
  const moves = await ctx.db
    .select({
      before: stockMoves.before,
      after: stockMoves.after,
      cause: stockMoves.cause,
      actorId: stockMoves.actorId,
    })
    .from(stockMoves)
    .where(eq(stockMoves.variantId, variantId))
    .orderBy(desc(stockMoves.id))
    .limit(lookBack)
  const last = moves.findIndex(({ before }) => before === seen)
  return last < 0 ? undefined : moves.slice(0, last + 1)
}

async function stockConflict(ctx: Ctx, size: Size, move: Move | undefined): Promise<ShopError> {
  const who = move?.actorId ? await nameOf(ctx, move.actorId) : undefined
  const what = `bu arada ${who ? `${who} tarafından ` : ''}değiştirildi: ${size.color} ${size.size} stoğu şimdi ${size.stock}.`
  return new ShopError('CONFLICT', `Kaydedilmedi; ${what} Gerekirse yeniden yazın.`, {
    data: { stockQuantity: size.stock },
  })
}

async function nameOf(ctx: Ctx, id: string): Promise<string | undefined> {
  const [user] = await ctx.db
    .select({ first: users.firstName, last: users.lastName })
    .from(users)
    .where(eq(users.id, id))
  return user && `${user.first} ${user.last}`
}

function soldMeanwhile(size: Size): ShopError {
  const message = `Kaydedilmedi; bu bedenden stokta ${size.stock} adet var. Stoğu yeniden yazın.`
  return new ShopError('CONFLICT', message, { data: { stockQuantity: size.stock } })
}

function toldOf(written: number, result: number, difference: number, since: Move[]): string {
  const units = Math.abs(difference)
  const sold = since.every(({ cause }) => cause === 'order')
  const happened = sold ? `${units} adet satıldı` : difference < 0 ? `stok ${units} azaldı` : `stok ${units} arttı`
  return `${written} yazdınız; bu arada ${happened}: ${result}`
}

/** Returns the words for pieces of it that are now kept for shoppers who waited. */
async function moveStock(ctx: Ctx, size: Size, stock: number): Promise<string | undefined> {
  if (stock === size.stock) return undefined
  await ctx.db
    .update(variants)
    .set({ stock })
    .where(and(eq(variants.id, size.id), because(ctx, { cause: 'edit' })))
  const facts = ({ sku, color, size: name, priceKurus }: Size, stock: number) => ({
    variants: [{ sku, color, size: name, priceKurus, stock }],
  })
  await noteChange(ctx, {
    action: 'product.update',
    subject: await subjectOf(ctx, size.productId),
    before: facts(size, size.stock),
    after: facts(size, stock),
  })
  await announceCatalogChange(ctx, { productIds: [size.productId] })
  return stock > size.stock ? keptOf(ctx, size.id, stock) : undefined
}

async function keptOf(ctx: Ctx, id: string, stock: number): Promise<string | undefined> {
  await serveWaiting(ctx)
  const [now] = await ctx.db.select({ stock: variants.stock }).from(variants).where(eq(variants.id, id))
  const kept = stock - (now?.stock ?? stock)
  return kept > 0
    ? `${kept} adet, bu bedeni bekleyenlere sırayla ayrıldı; satışta ${stock - kept} adet var.`
    : undefined
}

async function subjectOf(ctx: Ctx, id: string): Promise<{ id: string; name: string }> {
  const [row] = await ctx.db.select({ name: products.name }).from(products).where(eq(products.id, id))
  return { id, name: row?.name ?? '' }
}

/** The price of one size, or of all that have the price that was seen. */
async function setPrice(ctx: Ctx, id: string, variantId: string | undefined, { set, seen }: Seen<number>) {
  const locked = await ctx.db
    .select()
    .from(variants)
    .where(and(eq(variants.productId, id), isNull(variants.retiredAt)))
    .orderBy(asc(variants.id))
    .for('update')
  const asked = variantId ? locked.filter((size) => size.id === variantId) : locked
  if (asked.length === 0) throw missingSize()
  const other = asked.find(({ priceKurus }) => priceKurus !== seen)
  if (other) throw priceConflict(other)
  const ids = new Set(asked.map((size) => size.id))
  const rows = locked
    .toSorted((a, b) => a.position - b.position)
    .map(({ id, sku, color, colorHex, size, priceKurus, stock }) => {
      const price = ids.has(id) ? set : priceKurus
      return { id, sku, color, colorHex, size, priceKurus: price, stock, stockSeen: stock }
    })
  await changeProduct(ctx, id, { variants: rows })
  return undefined
}

function priceConflict({ color, size, priceKurus }: Size): ShopError {
  const price = formatKurus(priceKurus)
  const message = `Kaydedilmedi; fiyat bu arada değişti: ${color} ${size} şimdi ${price}. Gerekirse yeniden yazın.`
  return new ShopError('CONFLICT', message)
}

async function setLowStock(ctx: Ctx, id: string, { set, seen }: Seen<number | null>): Promise<void> {
  const [before] = await ctx.db.select({ lowStock: products.lowStock }).from(products).where(eq(products.id, id))
  if (before?.lowStock !== seen) {
    const now = before?.lowStock ?? 'mağaza ayarı'
    throw new ShopError('CONFLICT', `Kaydedilmedi; uyarı sınırı bu arada değişti: ${now}. Gerekirse yeniden yazın.`)
  }
  await ctx.db.update(products).set({ lowStock: set, updatedAt: ctx.clock() }).where(eq(products.id, id))
  await noteChange(ctx, {
    action: 'product.update',
    subject: await subjectOf(ctx, id),
    before: { lowStock: seen },
    after: { lowStock: set },
  })
  // A large shop counts its stock now and then only; the new limit is to be seen at once.
  await ctx.db.execute(sql`delete from stock_counts`)
}
