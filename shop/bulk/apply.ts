/**
 * The job that writes a bulk change, or takes it back: a hundred products in one transaction that also marks them, so that a
 * process which dies leaves nothing half and nothing to do twice. Two processes take turns: the row of the change is locked for
 * as long as a batch takes.
 */

import { and, asc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { tellStockCause } from '../catalog/stock/cause.ts'
import { type Ctx, inRetriedTransaction, inTransaction } from '../ctx.ts'
import { brokenConstraint, isRefusal, ShopError } from '../errors.ts'
import { readProducts } from '../imports/world.ts'
import { lockProducts } from '../imports/writes.ts'
import { paceOf } from '../jobs/pace.ts'
import { seconds } from '../time.ts'
import { askedBy, type Bulk, lockBulk } from './bulk.ts'
import { type BulkFacts, mostProducts } from './contract.ts'
import { type Move, moveOf } from './move.ts'
import { resumeSales } from './overtaken.ts'
import { lockRemoved, restoreProducts } from './removal.ts'
import { isDated, planBulkSale, sentenceFor, undoBulkSale } from './sale.ts'
import { bulkChanges, bulkUnits } from './schema.ts'
import { findGroups } from './world.ts'
import { joinGroups, writeMoves } from './write.ts'

/** Milliseconds after which another job goes on, so that other work has its turn. */
const turn = seconds(20)

type Unit = Pick<typeof bulkUnits.$inferSelect, 'position' | 'productId' | 'before' | 'after'>
/** The result for a product: the facts as written, or why it was left as it is. */
type Outcome = { unit: Unit; before?: BulkFacts; after?: BulkFacts; refused?: string }

/** The job 'change-products'. */
export async function runBulk(ctx: Ctx, id: string, stopping: AbortSignal): Promise<void> {
  const until = Date.now() + turn
  const pace = paceOf(ctx)
  try {
    for (;;) {
      if (stopping.aborted || Date.now() > until) return await ctx.jobs.add(ctx, 'change-products', { bulkId: id })
      if (!(await pace.run((ctx, size) => workNext(ctx, id, size)))) return
    }
  } finally {
    await pace.end()
  }
}

function workNext(ctx: Ctx, id: string, size: number): Promise<boolean> {
  return inRetriedTransaction(ctx, (ctx) => workBatch(ctx, id, size)).catch((error: unknown) => {
    if (!isRefusal(error)) throw error
    return workOneByOne(ctx, id, size)
  })
}

/** At a start: changes that a process left in the middle go on at once. */
export async function resumeBulks(ctx: Ctx): Promise<void> {
  const rows = await ctx.db
    .select({ id: bulkChanges.id })
    .from(bulkChanges)
    .where(inArray(bulkChanges.state, ['RUNNING', 'UNDOING']))
  for (const { id } of rows) await ctx.jobs.add(ctx, 'change-products', { bulkId: id })
}

/** Products to write: not yet applied, or asked back. */
function waiting({ id, state }: Bulk): SQL | undefined {
  const own = eq(bulkUnits.bulkId, id)
  return state === 'UNDOING'
    ? and(own, isNotNull(bulkUnits.undoAskedAt), isNull(bulkUnits.undoneAt), isNull(bulkUnits.kept))
    : and(own, isNull(bulkUnits.appliedAt), eq(bulkUnits.plan, 'CHANGED'))
}

function nextUnits(ctx: Ctx, row: Bulk, limit: number): Promise<Unit[]> {
  const { position, productId, before, after } = bulkUnits
  return ctx.db
    .select({ position, productId, before, after })
    .from(bulkUnits)
    .where(waiting(row))
    .orderBy(asc(position))
    .limit(limit)
}

/** Says whether there may be more to do. */
async function workBatch(ctx: Ctx, id: string, limit: number): Promise<boolean> {
  const row = await lockBulk(ctx, id)
  if (row.state !== 'RUNNING' && row.state !== 'UNDOING') return false
  if (isDated(row.change)) return workSale(ctx, row)
  const units = await nextUnits(ctx, row, limit)
  if (units.length === 0) {
    await finish(ctx, row)
    return false
  }
  await mark(ctx, row, await work(ctx, row, units))
  return true
}

/** All at once: no price changes here. */
async function workSale(ctx: Ctx, row: Bulk): Promise<boolean> {
  const units = await nextUnits(ctx, row, mostProducts)
  const { sale } = row.change
  if (units.length > 0 && sale) {
    const whole = units.length === row.done - row.refused - row.undone
    const outcomes = await inTransaction(ctx, (ctx) =>
      row.state === 'UNDOING' ? undoBulkSale(ctx, units, { whole }) : planBulkSale(ctx, sale, units),
    ).catch((error: unknown) => units.map((unit) => ({ unit, refused: sentenceFor(error) })))
    await mark(ctx, row, outcomes)
  }
  await finish(ctx, row)
  return false
}

/** One that was stopped before goes on to wait after its undoing. */
async function finish(ctx: Ctx, row: Bulk): Promise<void> {
  const left = row.state === 'UNDOING' ? await nextUnits(ctx, { ...row, state: 'RUNNING' }, 1) : []
  await ctx.db
    .update(bulkChanges)
    .set({ state: left.length > 0 ? 'STOPPED' : 'DONE', endedAt: ctx.clock() })
    .where(eq(bulkChanges.id, row.id))
}

async function work(ctx: Ctx, row: Bulk, units: Unit[]): Promise<Outcome[]> {
  if (row.change.stock) await tellStockCause(ctx, { cause: 'bulk', actorId: await askedBy(ctx, row) })
  const back = row.state === 'UNDOING'
  return back && row.change.delete ? restore(ctx, units) : move(ctx, units, back)
}

async function move(ctx: Ctx, units: Unit[], back: boolean): Promise<Outcome[]> {
  const ids = units.map(({ productId }) => productId)
  await lockProducts(ctx, ids)
  const found = await readProducts(ctx, ids)
  const groups = await findGroups(
    ctx,
    units.flatMap((unit) => (back ? unit.before : unit.after).groupId ?? []),
  )
  const asked = units.map((unit) => ({ unit, result: moveUnit(unit, { found, groups, back }) }))
  const moves = asked.flatMap(({ result }) => (typeof result === 'string' ? [] : [result]))
  const written = new Map((await writeMoves(ctx, moves)).map((one) => [one.present.id, one]))
  return asked.map(({ unit, result }) => {
    if (typeof result === 'string') return { unit, refused: result }
    const { before, after } = written.get(unit.productId) ?? result
    return { unit, before, after }
  })
}

type Found = { found: Awaited<ReturnType<typeof readProducts>>; groups: Set<string>; back: boolean }

function moveUnit({ productId, before, after }: Unit, { found, groups, back }: Found): Move | string {
  const [from, to] = back ? [after, before] : [before, after]
  if (to.groupId && !groups.has(to.groupId)) return 'Renk grubu silinmiş; olduğu gibi bırakıldı'
  return moveOf(found.get(productId), { from, to, since: back ? 'Toplu değişiklikten sonra' : 'Önizlemeden sonra' })
}

async function restore(ctx: Ctx, units: Unit[]): Promise<Outcome[]> {
  const removed = await lockRemoved(
    ctx,
    units.map(({ productId }) => productId),
  )
  const coming = units
    .filter(({ productId }) => removed.has(productId))
    .map(({ productId, before }) => ({ id: productId, facts: before }))
  await restoreProducts(ctx, coming)
  await resumeSales(ctx, coming)
  // Into a group that is gone nobody comes back; the product does.
  await joinGroups(ctx, coming)
  return units.map((unit) => (removed.has(unit.productId) ? { unit } : { unit, refused: 'Ürün zaten mağazada' }))
}

async function mark(ctx: Ctx, row: Bulk, outcomes: Outcome[]): Promise<void> {
  const rows = outcomes.map(({ unit: { position }, before, after, refused }) => ({ position, before, after, refused }))
  const listed = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as x(position int, before jsonb, after jsonb, refused text)`
  const now = sql`${ctx.clock().toISOString()}::timestamptz`
  const refused = rows.filter((one) => one.refused !== undefined).length
  const own = sql`u.bulk_id = ${row.id} and u.position = x.position`
  if (row.state === 'UNDOING') {
    await ctx.db.execute(sql`
      update bulk_units u set kept = x.refused, undone_at = case when x.refused is null then ${now} end
      from ${listed} where ${own}`)
    await ctx.db
      .update(bulkChanges)
      .set({
        undone: sql`${bulkChanges.undone} + ${rows.length - refused}`,
        kept: sql`${bulkChanges.kept} + ${refused}`,
      })
      .where(eq(bulkChanges.id, row.id))
    return
  }
  await ctx.db.execute(sql`
    update bulk_units u set applied_at = ${now}, refused = x.refused, before = coalesce(x.before, u.before),
      after = coalesce(x.after, u.after)
    from ${listed} where ${own}`)
  await ctx.db
    .update(bulkChanges)
    .set({ done: sql`${bulkChanges.done} + ${rows.length}`, refused: sql`${bulkChanges.refused} + ${refused}` })
    .where(eq(bulkChanges.id, row.id))
}

/** Something of the batch was taken by others meanwhile: each product for itself, so that one that is refused keeps none back. */
async function workOneByOne(ctx: Ctx, id: string, size: number): Promise<boolean> {
  for (let n = 0; n < size; n++) {
    const more = await inRetriedTransaction(ctx, (ctx) => workBatch(ctx, id, 1)).catch(async (error: unknown) => {
      if (!isRefusal(error)) throw error
      await inTransaction(ctx, async (ctx) => {
        const row = await lockBulk(ctx, id)
        const [unit] = row.state === 'RUNNING' || row.state === 'UNDOING' ? await nextUnits(ctx, row, 1) : []
        if (unit) await mark(ctx, row, [{ unit, refused: sentenceOf(error) }])
      })
      return true
    })
    if (!more) return false
  }
  return true
}

const sentences: Record<string, string> = {
  products_slug_key: 'Adresini başka bir ürün almış; olduğu gibi bırakıldı',
  variants_sku_key: 'SKU’sunu başka bir ürün almış; olduğu gibi bırakıldı',
  variants_barcode_key: 'Barkodunu başka bir ürün almış; olduğu gibi bırakıldı',
  products_category_id_fk: 'Kategorisi silinmiş; olduğu gibi bırakıldı',
}

function sentenceOf(error: unknown): string {
  if (error instanceof ShopError) return error.message
  return sentences[brokenConstraint(error) ?? ''] ?? 'Bu ürün değiştirilemedi; olduğu gibi bırakıldı'
}
