import { eq, type SQL, sql } from 'drizzle-orm'
import { type Ctx, inRetriedTransaction, isId, requireRight } from '../../ctx.ts'
import { invalid, notFound, ShopError } from '../../errors.ts'
import { noteChange } from '../edits/catalog-audit.ts'
import { minuteOf, type SaleEnd, type SaleLineState } from './contract.ts'
import { checkDiscount, checkEnd, columnsOf, type Discount, refuseOverlaps } from './plan.ts'
import { factsOf, type Sale } from './sale.ts'
import { sales } from './schema.ts'
import { announceSales } from './signal.ts'
import { endLines, lockProducts, moveDuePrices, noteMoved, refreshShown } from './tend.ts'

/** Changes of a sale; a field left out stays as it is. */
export type SaleChanges = {
  name?: string | undefined
  discount?: Discount | undefined
  from?: Date | undefined
  to?: Date | null | undefined
  version?: number | undefined
}

/** Changes a planned sale, or name and end of one that runs. CONFLICT for one that is over, EDIT_CONFLICT for another version. */
export async function changeSale(ctx: Ctx, id: string, change: SaleChanges): Promise<Sale> {
  requireRight(ctx, 'catalog')
  return inRetriedTransaction(ctx, async (ctx) => {
    const { sale, lines } = await lockSale(ctx, id)
    if (change.version !== undefined && change.version !== sale.version) {
      const message = 'Bu indirim siz düzenlerken başka biri tarafından değiştirildi ya da başladı.'
      throw new ShopError('EDIT_CONFLICT', message, { data: { version: sale.version } })
    }
    const values = changed(ctx, sale, change)
    if (change.discount) checkDiscount(change.discount, lines)
    const ids = lines.map(({ variantId }) => variantId)
    await refuseOverlaps(ctx, ids, values, id)
    const [after] = await ctx.db
      .update(sales)
      .set({ ...values, version: sql`${sales.version} + 1` })
      .where(eq(sales.id, id))
      .returning()
    if (!after) throw missingSale()
    await noteChange(ctx, { action: 'sale.update', subject: after, before: factsOf(sale), after: factsOf(after) })
    if (sale.state === 'RUNNING') await refreshShown(ctx, [...new Set(lines.map(({ productId }) => productId))])
    await announceSales(ctx)
    await moveDuePrices(ctx, id)
    return readSale(ctx, id)
  })
}

function changed(ctx: Ctx, sale: Sale, { name, discount, from, to }: SaleChanges) {
  if (sale.state === 'ENDED' || sale.state === 'CANCELLED') throw over()
  const startsAt = from ?? sale.startsAt
  const endsAt = to === undefined ? sale.endsAt : to
  const moved = from && from.getTime() !== minuteOf(sale.startsAt).getTime()
  if (sale.state === 'RUNNING' && (discount || moved)) {
    throw new ShopError('CONFLICT', 'Başlamış bir indirimin yalnızca adı ve bitişi değiştirilebilir.')
  }
  if (moved && startsAt < minuteOf(ctx.clock())) throw invalid({ from: ['Başlangıç geçmişte olamaz'] })
  if (to !== undefined || moved) checkEnd(ctx, startsAt, endsAt)
  return {
    name: name || sale.name,
    ...(discount ? columnsOf(discount) : { percent: sale.percent, priceKurus: sale.priceKurus }),
    startsAt: moved ? startsAt : sale.startsAt,
    endsAt,
  }
}

/** Ends a sale that runs, or takes some of its products out of it: the prices before come back at once. */
export async function endSale(ctx: Ctx, id: string, { productIds }: SaleEnd = {}): Promise<Sale> {
  requireRight(ctx, 'catalog')
  return inRetriedTransaction(ctx, async (ctx) => {
    const { sale } = await lockSale(ctx, id)
    if (sale.state !== 'RUNNING') {
      throw sale.state === 'PLANNED'
        ? new ShopError('CONFLICT', 'Bu indirim henüz başlamadı; bitirmek yerine iptal edin.')
        : over()
    }
    const which = productIds ? sql`l.product_id = any(${sql.param(productIds)}::uuid[])` : sql`true`
    await noteMoved(ctx, [...new Set(await endLines(ctx, sql`s.id = ${id} and ${which}`))])
    await cancelLines(ctx, id, which)
    if (!(await isRunning(ctx, id))) await close(ctx, sale, 'ENDED')
    const after = await readSale(ctx, id)
    await noteChange(ctx, {
      action: after.state === 'ENDED' ? 'sale.end' : 'sale.update',
      subject: after,
      before: factsOf(sale),
      after: { ...factsOf(after), ...(productIds && { takenOut: productIds.length }) },
    })
    return after
  })
}

/** Takes back a sale before it starts. */
export async function cancelSale(ctx: Ctx, id: string): Promise<void> {
  requireRight(ctx, 'catalog')
  await inRetriedTransaction(ctx, async (ctx) => {
    const { sale } = await lockSale(ctx, id)
    if (sale.state !== 'PLANNED') {
      throw sale.state === 'RUNNING'
        ? new ShopError('CONFLICT', 'Bu indirim başladı; iptal etmek yerine bitirin.')
        : over()
    }
    await cancelLines(ctx, id, sql`true`)
    await close(ctx, sale, 'CANCELLED')
    await noteChange(ctx, {
      action: 'sale.cancel',
      subject: sale,
      before: factsOf(sale),
      after: factsOf(await readSale(ctx, id)),
    })
  })
}

/** Lines that have not started never do. */
async function cancelLines(ctx: Ctx, saleId: string, which: SQL): Promise<void> {
  await ctx.db.execute(sql`
    update sale_lines l set state = 'CANCELLED' where l.sale_id = ${saleId} and l.state = 'PLANNED' and ${which}`)
}

async function close(ctx: Ctx, { id }: Sale, state: 'ENDED' | 'CANCELLED'): Promise<void> {
  await ctx.db
    .update(sales)
    .set({ state, endedAt: ctx.clock(), version: sql`${sales.version} + 1` })
    .where(eq(sales.id, id))
  await announceSales(ctx)
}

type Locked = { productId: string; variantId: string; name: string; priceKurus: number; state: SaleLineState }

/** First the products, in the order in which the job takes them, then the sale; with the lines that are not over. */
async function lockSale(ctx: Ctx, id: string): Promise<{ sale: Sale; lines: Locked[] }> {
  if (!isId(id)) throw missingSale()
  const { rows: products } = await ctx.db.execute<{ id: string }>(
    sql`select product_id as id from sale_products where sale_id = ${id}`,
  )
  await lockProducts(
    ctx,
    products.map(({ id }) => id),
  )
  const [sale] = await ctx.db.select().from(sales).where(eq(sales.id, id)).for('update')
  if (!sale) throw missingSale()
  const { rows: lines } = await ctx.db.execute<Locked>(sql`
    select l.product_id as "productId", l.variant_id as "variantId", p.name, v.price_kurus as "priceKurus", l.state
    from sale_lines l join variants v on v.id = l.variant_id join products p on p.id = l.product_id
    where l.sale_id = ${id} and l.state in ('PLANNED', 'RUNNING') and v.retired_at is null`)
  // The job moves it a hundred products at a time: one that has begun to start has started.
  const begun = sale.state === 'PLANNED' && lines.some(({ state }) => state === 'RUNNING')
  return { sale: begun ? { ...sale, state: 'RUNNING' } : sale, lines }
}

async function readSale(ctx: Ctx, id: string): Promise<Sale> {
  const [sale] = await ctx.db.select().from(sales).where(eq(sales.id, id))
  if (!sale) throw missingSale()
  return sale
}

async function isRunning(ctx: Ctx, id: string): Promise<boolean> {
  const { rows } = await ctx.db.execute(
    sql`select 1 from sale_lines where sale_id = ${id} and state = 'RUNNING' limit 1`,
  )
  return rows.length > 0
}

export function missingSale(): ShopError {
  return notFound('İndirim bulunamadı.')
}

function over(): ShopError {
  return new ShopError('CONFLICT', 'Bu indirim sona erdi; artık değiştirilemez.')
}
