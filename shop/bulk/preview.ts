import { and, eq, sql } from 'drizzle-orm'
import { listAdminProductIds } from '../catalog/edits/admin-products.ts'
import { type Ctx, newId, requireRight } from '../ctx.ts'
import { invalid } from '../errors.ts'
import { readProducts } from '../imports/world.ts'
import { formatWhole } from '../money.ts'
import { type BulkChange, type BulkCounts, mostProducts, type NewBulk, type Span } from './contract.ts'
import { type Plan, planOf } from './plan.ts'
import { checkDates, findSales } from './sale.ts'
import { bulkChanges, bulkUnits } from './schema.ts'
import { titleOf } from './words.ts'
import { type BulkWorld, checkTargets, readBulkWorld, readLows } from './world.ts'

type Unit = Plan & { productId: string; name: string }

/** Products read and kept at once. */
const chunk = 250

/**
 * Says what a change would do to each product, and changes nothing. Written piece by piece, each in a statement of its own:
 * shoppers of a shop with one connection wait for no long transaction.
 */
export async function previewBulk(ctx: Ctx, { ids, filter, change }: NewBulk): Promise<string> {
  const actorId = requireRight(ctx, 'catalog')
  const asked = filter ? await listAdminProductIds(ctx, filter) : [...new Set(ids)]
  if (asked.length === 0) throw invalid({ [filter ? 'filter' : 'ids']: ['Bu seçime uyan ürün yok'] })
  if (asked.length > mostProducts)
    throw invalid({
      filter: [`Tek seferde en çok ${formatWhole(mostProducts)} ürün değiştirilebilir; süzgeci daraltın`],
    })
  const world = await readBulkWorld(ctx)
  checkTargets(change, world)
  checkDates(ctx, change)
  const id = newId()
  await ctx.db.insert(bulkChanges).values({
    ...{ id, change, filter: filter ?? null, counts: nothing, warnings: [], total: 0 },
    state: 'PREPARING',
    title: titleOf(change, world),
    actorId: actorId ?? null,
    createdAt: ctx.clock(),
  })
  const { counts, laws } = await planAll(ctx, id, { asked, change, world })
  const found = counts.changed + counts.same + counts.failed
  if (found === 0) throw invalid({ ids: ['Seçilen ürünler silinmiş'] })
  const warnings = warningsOf({ counts, laws, missing: asked.length - found })
  await ctx.db
    .update(bulkChanges)
    .set({ state: 'READY', counts, warnings, total: counts.changed })
    .where(and(eq(bulkChanges.id, id), eq(bulkChanges.state, 'PREPARING')))
  return id
}

type Asked = { asked: string[]; change: BulkChange; world: BulkWorld }

async function planAll(ctx: Ctx, id: string, { asked, change, world }: Asked) {
  let counts = nothing
  let laws = 0
  let position = 0
  for (let start = 0; start < asked.length; start += chunk) {
    const part = asked.slice(start, start + chunk)
    const found = await readProducts(ctx, part)
    const presents = part.flatMap((productId) => found.get(productId) ?? [])
    world.lows = await readLows(ctx, change, presents)
    world.sales = await findSales(ctx, change, presents)
    const units = presents.map((present): Unit => {
      return { ...planOf(change, present, world), productId: present.id, name: present.name }
    })
    await keepUnits(ctx, id, units, position)
    position += units.length
    counts = units.reduce(counted, counts)
    laws += units.filter(({ notes }) => notes.some(({ kind }) => kind === 'LAW')).length
  }
  return { counts, laws }
}

/** As one JSON value: a parameter for each column of each row takes longer than the query. */
async function keepUnits(ctx: Ctx, bulkId: string, units: Unit[], from: number): Promise<void> {
  if (units.length === 0) return
  const rows = units.map((unit, index) => ({ ...unit, position: from + index }))
  await ctx.db.execute(sql`
    insert into ${bulkUnits} (bulk_id, position, product_id, plan, name, before, after, changes, notes)
    select ${bulkId}, x.position, x."productId", x.plan, x.name, x.before, x.after, x.changes, x.notes
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(position int, "productId" uuid, plan text, name text,
      before jsonb, after jsonb, changes jsonb, notes jsonb)`)
}

const nothing: BulkCounts = { changed: 0, same: 0, failed: 0, marked: 0, variants: 0, priceKurus: null, stock: null }

function counted(counts: BulkCounts, { plan, notes, before, after }: Unit): BulkCounts {
  const changed = plan === 'CHANGED'
  return {
    changed: counts.changed + Number(changed),
    same: counts.same + Number(plan === 'SAME'),
    failed: counts.failed + Number(plan === 'FAILED'),
    marked: counts.marked + Number(changed && notes.length > 0),
    variants: counts.variants + (changed ? (after.variants?.length ?? 0) : 0),
    priceKurus: changed ? summed(counts.priceKurus, before.variants, after.variants, 'priceKurus') : counts.priceKurus,
    stock: changed ? summed(counts.stock, before.variants, after.variants, 'stock') : counts.stock,
  }
}

type Numbers = { priceKurus?: number; stock?: number }[] | undefined

function summed(span: Span | null, before: Numbers, after: Numbers, field: 'priceKurus' | 'stock'): Span | null {
  const sum = (list: Numbers) => (list ?? []).reduce((total, one) => total + (one[field] ?? 0), 0)
  if (!after?.some((one) => one[field] !== undefined)) return span
  return { before: (span?.before ?? 0) + sum(before), after: (span?.after ?? 0) + sum(after) }
}

function warningsOf({ counts, laws, missing }: { counts: BulkCounts; laws: number; missing: number }): string[] {
  return [
    ...(missing > 0 ? [`Seçtiğiniz ${formatWhole(missing)} ürün artık yok.`] : []),
    ...(counts.failed > 0 ? [`${formatWhole(counts.failed)} ürün değiştirilemiyor; nedeni yanında yazıyor.`] : []),
    ...(laws > 0
      ? [`${formatWhole(laws)} üründe üstü çizili fiyat yasa gereği gösterilmez ya da daha düşük gösterilir.`]
      : []),
  ]
}
