/**
 * One change of many products. It is previewed product by product (preview.ts), and nothing is changed; once its owner says so
 * a job writes a hundred products a transaction (apply.ts), and for thirty days takes them back the same way.
 */

import { and, asc, count, desc, eq, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { recordChange } from '../audit/audit.ts'
import { auditEntries } from '../audit/schema.ts'
import { type Ctx, inTransaction, isId, requireRight } from '../ctx.ts'
import { notFound, ShopError } from '../errors.ts'
import { after, days } from '../time.ts'
import { type BulkQuery, type BulkUnitQuery, type ShownUnits, type UndoBulk, undoDays } from './contract.ts'
import { bulkChanges, bulkUnits } from './schema.ts'

export type Bulk = typeof bulkChanges.$inferSelect
export type BulkUnit = typeof bulkUnits.$inferSelect

/** Lets the job write what was previewed; once more after a stop, or when a job was lost. */
export async function applyBulk(ctx: Ctx, id: string): Promise<Bulk> {
  const actorId = requireRight(ctx, 'catalog')
  return inTransaction(ctx, async (ctx) => {
    const row = await lockBulk(ctx, id)
    if (row.state === 'DONE' || row.state === 'UNDOING')
      throw new ShopError('CONFLICT', 'Bu değişiklik zaten uygulandı; yeni bir değişiklik için baştan başlayın.')
    if (row.total === 0) throw new ShopError('CONFLICT', 'Bu değişiklikle değişecek ürün yok.')
    if (row.state === 'READY') await note(ctx, 'bulk.apply', row, actorId, row.counts.changed)
    const [running = row] = await ctx.db
      .update(bulkChanges)
      .set({ state: 'RUNNING', appliedAt: row.appliedAt ?? ctx.clock() })
      .where(eq(bulkChanges.id, id))
      .returning()
    await ctx.jobs.add(ctx, 'change-products', { bulkId: id })
    return running
  })
}

/** One entry for all products; before and after of each stand in the change itself. */
async function note(ctx: Ctx, action: 'bulk.apply' | 'bulk.undo', row: Bulk, actorId: string | undefined, n: number) {
  await recordChange(ctx, {
    action,
    subject: { id: row.id, name: row.title },
    after: { changedProducts: n },
    ...(actorId ? { actorId } : {}),
  })
}

/** The person who applied the change or took it back, who need not be the one who planned it. */
export async function askedBy(ctx: Ctx, { id, state, actorId }: Bulk): Promise<string | null> {
  const action = state === 'UNDOING' ? 'bulk.undo' : 'bulk.apply'
  const [entry] = await ctx.db
    .select({ actorId: auditEntries.actorId })
    .from(auditEntries)
    .where(and(eq(auditEntries.subjectId, id), eq(auditEntries.action, action)))
    .orderBy(desc(auditEntries.createdAt), desc(auditEntries.id))
    .limit(1)
  return entry?.actorId ?? actorId
}

/** Stops after the batch that is being written; what is written stays. */
export async function stopBulk(ctx: Ctx, id: string): Promise<Bulk> {
  requireRight(ctx, 'catalog')
  return inTransaction(ctx, async (ctx) => {
    const row = await lockBulk(ctx, id)
    if (row.state !== 'RUNNING') throw new ShopError('CONFLICT', 'Bu değişiklik şu anda uygulanmıyor.')
    const [stopped = row] = await ctx.db
      .update(bulkChanges)
      .set({ state: 'STOPPED' })
      .where(eq(bulkChanges.id, id))
      .returning()
    return stopped
  })
}

export function undoUntil({ appliedAt }: Pick<Bulk, 'appliedAt'>): Date | undefined {
  return appliedAt ? after(appliedAt, days(undoDays)) : undefined
}

/** Takes the products back, or those that are named, unless they changed since; a job does it. */
export async function undoBulk(ctx: Ctx, id: string, { productIds }: UndoBulk): Promise<Bulk> {
  const actorId = requireRight(ctx, 'catalog')
  return inTransaction(ctx, async (ctx) => {
    const row = await lockBulk(ctx, id)
    refuseUndo(ctx, row)
    const { applied, kept, ...units } = bulkUnitStates
    const asked = await ctx.db
      .update(bulkUnits)
      .set({ undoAskedAt: ctx.clock(), kept: null })
      .where(
        and(
          eq(bulkUnits.bulkId, id),
          applied,
          units.here,
          productIds && sql`${bulkUnits.productId} = any(${sql.param(productIds)}::uuid[])`,
        ),
      )
      .returning({ position: bulkUnits.position })
    if (asked.length === 0) throw new ShopError('CONFLICT', 'Bu değişiklikte geri alınacak ürün yok.')
    await note(ctx, 'bulk.undo', row, actorId, asked.length)
    const [{ left } = { left: 0 }] = await ctx.db
      .select({ left: count() })
      .from(bulkUnits)
      .where(and(eq(bulkUnits.bulkId, id), kept))
    const [undoing = row] = await ctx.db
      .update(bulkChanges)
      .set({ state: 'UNDOING', kept: left })
      .where(eq(bulkChanges.id, id))
      .returning()
    await ctx.jobs.add(ctx, 'change-products', { bulkId: id })
    return undoing
  })
}

function refuseUndo(ctx: Ctx, row: Bulk): void {
  const until = undoUntil(row)
  if (row.state === 'RUNNING')
    throw new ShopError('CONFLICT', 'Değişiklik uygulanıyor; önce durdurun ya da bitmesini bekleyin.')
  if (!until || row.state === 'READY' || row.state === 'PREPARING')
    throw new ShopError('CONFLICT', 'Bu değişiklik henüz uygulanmadı; geri alınacak bir şey yok.')
  if (until < ctx.clock())
    throw new ShopError('CONFLICT', `Toplu değişiklikler ${undoDays} gün içinde geri alınabilir; bunun süresi doldu.`)
}

/** Conditions on the units of a change. */
const bulkUnitStates = {
  applied: and(isNotNull(bulkUnits.appliedAt), isNull(bulkUnits.refused)),
  here: isNull(bulkUnits.undoneAt),
  kept: isNotNull(bulkUnits.kept),
}

export async function lockBulk(ctx: Ctx, id: string): Promise<Bulk> {
  const [row] = isId(id) ? await ctx.db.select().from(bulkChanges).where(eq(bulkChanges.id, id)).for('update') : []
  if (!row || row.state === 'PREPARING') throw missingBulk()
  return row
}

export async function getBulk(ctx: Ctx, id: string): Promise<Bulk> {
  requireRight(ctx, 'catalog')
  const [row] = isId(id) ? await ctx.db.select().from(bulkChanges).where(eq(bulkChanges.id, id)) : []
  if (!row || row.state === 'PREPARING') throw missingBulk()
  return row
}

function missingBulk() {
  return notFound('Toplu değişiklik bulunamadı; baştan başlayın.')
}

/** Earlier changes, newest first. */
export async function listBulks(ctx: Ctx, { page, limit }: BulkQuery): Promise<{ items: Bulk[]; total: number }> {
  requireRight(ctx, 'catalog')
  const where = ne(bulkChanges.state, 'PREPARING')
  const items = await ctx.db
    .select()
    .from(bulkChanges)
    .where(where)
    .orderBy(desc(bulkChanges.createdAt), desc(bulkChanges.id))
    .limit(limit)
    .offset((page - 1) * limit)
  const [{ total } = { total: 0 }] = await ctx.db.select({ total: count() }).from(bulkChanges).where(where)
  return { items, total }
}

const shown: Record<ShownUnits, SQL | undefined> = {
  CHANGED: and(eq(bulkUnits.plan, 'CHANGED'), isNull(bulkUnits.refused)),
  MARKED: and(eq(bulkUnits.plan, 'CHANGED'), ne(bulkUnits.notes, [])),
  FAILED: or(eq(bulkUnits.plan, 'FAILED'), isNotNull(bulkUnits.refused)),
  SAME: eq(bulkUnits.plan, 'SAME'),
  KEPT: bulkUnitStates.kept,
}

/** The products of a change, a page at a time. */
export async function listBulkUnits(
  ctx: Ctx,
  id: string,
  { show, page, limit }: BulkUnitQuery,
): Promise<{ items: BulkUnit[]; total: number }> {
  requireRight(ctx, 'catalog')
  const where = and(eq(bulkUnits.bulkId, id), show && shown[show])
  const items = await ctx.db
    .select()
    .from(bulkUnits)
    .where(where)
    .orderBy(asc(bulkUnits.position))
    .limit(limit)
    .offset((page - 1) * limit)
  const [{ total } = { total: 0 }] = await ctx.db.select({ total: count() }).from(bulkUnits).where(where)
  return { items, total }
}

/** Deletes previews that were never applied, after a week. Applied changes stay, as the history names them. */
export async function forgetOldPreviews(ctx: Ctx): Promise<void> {
  await ctx.db
    .delete(bulkChanges)
    .where(
      and(inArray(bulkChanges.state, ['PREPARING', 'READY']), lt(bulkChanges.createdAt, after(ctx.clock(), -days(7)))),
    )
}
