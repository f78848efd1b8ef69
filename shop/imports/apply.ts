/**
 * The job that writes an import: a hundred products in one transaction that also marks them as written, so that a process
 * which dies between two batches, or within one, leaves nothing half and nothing to do twice. Two processes take turns: the
 * import's row is locked for as long as a batch takes. The plan is made again from the shop's state at that moment.
 */

import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { announceCatalogChange } from '../catalog-changes.ts'
import { type Ctx, inRetriedTransaction, inTransaction, newId } from '../ctx.ts'
import { brokenConstraint, isRefusal, ShopError } from '../errors.ts'
import { paceOf } from '../jobs/pace.ts'
import { seconds } from '../time.ts'
import { slugify } from '../turkish.ts'
import { joinGroups } from './groups.ts'
import { type Import, lockImport } from './imports.ts'
import { fetchPictures } from './pictures.ts'
import { type Plan, planOf } from './plan.ts'
import { type Matches, productOf } from './reading/drafts.ts'
import type { RowError } from './reading/lines.ts'
import { importFiles, imports, importUnits } from './schema.ts'
import { findPictures, matchesOf, type Present, readWorld, type World } from './world.ts'
import { lockProducts, type Write, writeAll } from './writes.ts'

/** Milliseconds after which another job goes on, so that other imports have their turn and a restart loses little. */
const turn = seconds(20)

type Unit = Pick<typeof importUnits.$inferSelect, 'position' | 'firstRow' | 'productId' | 'draft' | 'notes'>

/** The job 'import-products'. */
export async function runImport(ctx: Ctx, id: string, stopping: AbortSignal): Promise<void> {
  const until = Date.now() + turn
  const pace = paceOf(ctx)
  try {
    for (;;) {
      if (stopping.aborted || Date.now() > until) return await ctx.jobs.add(ctx, 'import-products', { importId: id })
      if (!(await pace.run((ctx, size) => writeNext(ctx, id, size)))) return
    }
  } finally {
    await pace.end()
  }
}

/** Says whether there may be more to do. */
async function writeNext(ctx: Ctx, id: string, size: number): Promise<boolean> {
  const units = await nextUnits(ctx, id, size)
  // Pictures take seconds, so they are fetched before rows are locked.
  const failed = await fetchPictures(ctx, id, units)
  return inRetriedTransaction(ctx, (ctx) => writeBatch(ctx, id, units, failed)).catch((error: unknown) => {
    if (!isRefusal(error)) throw error
    return writeOneByOne(ctx, id, units, failed)
  })
}

/** At a start: imports that a process left in the middle go on at once. */
export async function resumeImports(ctx: Ctx): Promise<void> {
  const rows = await ctx.db.select({ id: imports.id }).from(imports).where(eq(imports.state, 'RUNNING'))
  for (const { id } of rows) await ctx.jobs.add(ctx, 'import-products', { importId: id })
}

function nextUnits(ctx: Ctx, id: string, limit: number): Promise<Unit[]> {
  const { position, firstRow, productId, draft, notes } = importUnits
  return ctx.db
    .select({ position, firstRow, productId, draft, notes })
    .from(importUnits)
    .where(
      and(eq(importUnits.importId, id), isNull(importUnits.appliedAt), inArray(importUnits.plan, ['NEW', 'CHANGED'])),
    )
    .orderBy(asc(position))
    .limit(limit)
}

/** Writes these products, unless another process has meanwhile; says whether there may be more to do. */
async function writeBatch(ctx: Ctx, id: string, units: Unit[], failed: Map<string, string>): Promise<boolean> {
  const row = await lockImport(ctx, id)
  if (row.state !== 'RUNNING') return false
  if (units.length === 0) {
    await finish(ctx, id)
    return false
  }
  const open = new Set((await nextUnits(ctx, id, units.length)).map(({ position }) => position))
  const own = units.filter(({ position }) => open.has(position))
  if (own.length > 0) await writeUnits(ctx, row, own, failed)
  return true
}

async function finish(ctx: Ctx, id: string): Promise<void> {
  await joinGroups(ctx, id)
  await ctx.db.delete(importFiles).where(eq(importFiles.importId, id))
  await ctx.db.update(imports).set({ state: 'DONE', endedAt: ctx.clock() }).where(eq(imports.id, id))
}

async function writeUnits(
  ctx: Ctx,
  { id, actorId }: Import,
  units: Unit[],
  failed: Map<string, string>,
): Promise<void> {
  const { plans, world } = await planUnits(ctx, id, units)
  const writes: Write[] = plans.flatMap(({ plan, present, id }) =>
    plan.plan === 'NEW' || plan.plan === 'CHANGED' ? [{ id, present, plan }] : [],
  )
  await writeAll(ctx, writes, world, actorId)
  await mark(
    ctx,
    id,
    plans.map(({ unit, plan, present, id: productId }) => ({
      position: unit.position,
      notes: [...new Set([...unit.notes, ...plan.notes, ...failuresOf(unit, failed)])],
      errors: plan.errors,
      productId: plan.plan === 'NEW' ? productId : (present?.id ?? null),
    })),
  )
  // Once a batch: everything that lists products may look different. Drafts that stay drafts are seen nowhere.
  if (writes.some(({ present, plan }) => present?.publishedAt || plan.product.published))
    await announceCatalogChange(ctx, 'everything')
}

type Planned = { unit: Unit; plan: Plan; present: Present | undefined; id: string }

/** The plans as of now, with their products locked. */
async function planUnits(ctx: Ctx, importId: string, units: Unit[]): Promise<{ plans: Planned[]; world: World }> {
  const drafts = units.map(({ draft }) => draft)
  const named = {
    skus: drafts.flatMap(({ variants }) => variants.flatMap(({ sku }) => sku ?? [])),
    barcodes: drafts.flatMap(({ variants }) => variants.flatMap(({ barcode }) => barcode ?? [])),
    slugs: drafts.flatMap(({ slug }) => (slug ? [slugify(slug)] : [])),
  }
  const ids = units.flatMap(({ productId }) => productId ?? [])
  // Which products they are is read first; then those are locked and read again.
  const before = await readWorld(ctx, named, ids)
  await lockProducts(ctx, [...before.products.keys()])
  const world = await readWorld(ctx, named, ids)
  world.pictures = await findPictures(ctx, importId, drafts)
  const matches = matchesOf(world)
  return { world, plans: units.map((unit) => planUnit(unit, world, matches)) }
}

function planUnit(unit: Unit, world: World, matches: Matches): Planned {
  const { draft, firstRow } = unit
  // One that was new at the dry run and is there by now is that one.
  const productId =
    unit.productId ??
    draft.variants.flatMap((variant) => productOf(variant, matches) ?? [])[0] ??
    (draft.slug ? matches.bySlug.get(slugify(draft.slug)) : undefined)
  const present = productId ? world.products.get(productId) : undefined
  const plan = planOf({ draft, firstRow, present, world })
  if (unit.productId && !present) {
    const message = 'Ürün dosya yüklendikten sonra silinmiş; yeniden eklemek için dosyayı yeniden yükleyin'
    const error = { row: firstRow, column: 'SKU', message }
    return { unit, present, plan: { ...plan, plan: 'FAILED', errors: [error] }, id: unit.productId }
  }
  return { unit, present, plan, id: present?.id ?? newId() }
}

/** The sentences about pictures that could not be fetched. */
function failuresOf({ draft }: Unit, failed: Map<string, string>): string[] {
  return (draft.images ?? []).flatMap((ref) => {
    const sentence = failed.get(ref)
    return sentence ? [`${ref.slice(0, 200)}: ${sentence}`] : []
  })
}

type Marked = { position: number; notes: string[]; errors: RowError[]; productId: string | null }

async function mark(ctx: Ctx, id: string, marked: Marked[]): Promise<void> {
  const rows = marked.map(({ errors, ...rest }) => ({ ...rest, errors, failed: errors.length > 0 }))
  await ctx.db.execute(sql`
    update import_units u set applied_at = ${ctx.clock().toISOString()}::timestamptz, notes = x.notes, errors = x.errors,
      product_id = x."productId", plan = case when x.failed then 'FAILED' else u.plan end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as x(position int, notes text[], errors jsonb, "productId" uuid, failed boolean)
    where u.import_id = ${id} and u.position = x.position`)
  const refused = rows.filter(({ failed }) => failed).length
  await ctx.db
    .update(imports)
    .set({ done: sql`${imports.done} + ${rows.length}`, refused: sql`${imports.refused} + ${refused}` })
    .where(eq(imports.id, id))
}

/** Something of the batch was taken by others meanwhile: each product for itself, so that one that is refused keeps none back. */
async function writeOneByOne(ctx: Ctx, id: string, units: Unit[], failed: Map<string, string>): Promise<boolean> {
  for (const unit of units) {
    await inRetriedTransaction(ctx, (ctx) => writeBatch(ctx, id, [unit], failed)).catch(async (error: unknown) => {
      if (!isRefusal(error)) throw error
      await inTransaction(ctx, async (ctx) => {
        const row = await lockImport(ctx, id)
        const open = await nextUnits(ctx, id, units.length)
        if (row.state !== 'RUNNING' || !open.some(({ position }) => position === unit.position)) return
        const errors = [{ row: unit.draft.variants[0]?.row ?? 0, column: '', message: sentenceOf(error) }]
        await mark(ctx, id, [{ position: unit.position, notes: unit.notes, errors, productId: unit.productId }])
      })
    })
  }
  return true
}

const sentences: Record<string, string> = {
  variants_sku_key: 'Bu SKU zaten kullanılıyor',
  variants_barcode_key: 'Bu barkod zaten kullanılıyor',
  variants_choice_key: 'Bu renk ve beden üründe zaten var',
  products_slug_key: 'Bu adreste bir ürün zaten var, başka bir adres yazın',
}

function sentenceOf(error: unknown): string {
  if (error instanceof ShopError) return error.message
  return sentences[brokenConstraint(error) ?? ''] ?? 'Bu ürün yazılamadı; satırlarını kontrol edip yeniden yükleyin'
}
