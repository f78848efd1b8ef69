/**
 * A bulk sale with dates becomes one scheduled sale (catalog/sales): its prices go down and come back at their minute, a hundred
 * products a transaction, independently of the bulk change. Taking the change back cancels the sale, or ends it once it runs.
 */

import { eq } from 'drizzle-orm'
import { cancelSale, endSale } from '../catalog/sales/change.ts'
import { minuteOf, readMinute } from '../catalog/sales/contract.ts'
import { findOverlaps, planSale } from '../catalog/sales/plan.ts'
import type { Sale } from '../catalog/sales/sale.ts'
import { sales } from '../catalog/sales/schema.ts'
import type { Ctx } from '../ctx.ts'
import { invalid, ShopError } from '../errors.ts'
import { type Present, readProducts } from '../imports/world.ts'
import { after, minutes } from '../time.ts'
import type { BulkChange, BulkFacts, SaleChange } from './contract.ts'

export function isDated({ sale }: BulkChange): boolean {
  return sale?.from !== undefined || sale?.to !== undefined
}

type Period = { startsAt: Date; endsAt: Date | null }

/** It begins with a full minute, the next one at the earliest: until then every price is still the old one. */
function periodOf(ctx: Ctx, { from, to }: SaleChange): Period {
  const next = after(minuteOf(ctx.clock()), minutes(1))
  const asked = from ? readMinute(from) : undefined
  return { startsAt: asked && asked > next ? asked : next, endsAt: (to && readMinute(to)) || null }
}

/** Refuses dates that are over. */
export function checkDates(ctx: Ctx, { sale }: BulkChange): void {
  if (!sale) return
  const { startsAt, endsAt } = periodOf(ctx, sale)
  const from = sale.from ? readMinute(sale.from) : undefined
  if (from && from < minuteOf(ctx.clock())) throw invalid({ 'change.sale.from': ['Başlangıç geçmişte olamaz'] })
  if (endsAt && endsAt <= startsAt) throw invalid({ 'change.sale.to': ['Bitiş başlangıçtan sonra olmalı'] })
}

/** Sales of these products at the time of the change, by product: for one with dates they are in its way, another ends them. */
export async function findSales(ctx: Ctx, change: BulkChange, found: Present[]): Promise<Map<string, string>> {
  if (!change.sale && !change.price) return new Map()
  const ids = found.flatMap(({ variants }) => variants.map(({ id }) => id))
  const now = ctx.clock()
  const period = change.sale && isDated(change) ? periodOf(ctx, change.sale) : { startsAt: now, endsAt: after(now, 1) }
  const rows = await findOverlaps(ctx, ids, period)
  return new Map(rows.map(({ id, saleName }) => [id, saleName]))
}

type Unit = { position: number; productId: string; before: BulkFacts; after: BulkFacts }
export type SaleOutcome = { unit: Unit; before?: BulkFacts; after?: BulkFacts; refused?: string }

/** Plans one sale of all these products but those that cannot be in it. */
export async function planBulkSale(ctx: Ctx, sale: SaleChange, units: Unit[]): Promise<SaleOutcome[]> {
  const { startsAt, endsAt } = periodOf(ctx, sale)
  const found = await readProducts(
    ctx,
    units.map(({ productId }) => productId),
  )
  const busy = await findSales(ctx, { sale }, [...found.values()])
  const refusalOf = ({ productId }: Unit) => {
    if (!found.get(productId)?.variants.length) return 'Önizlemeden sonra silinmiş'
    const name = busy.get(productId)
    return name === undefined ? undefined : `Bu tarihlerde başka bir indirimde (${name}); olduğu gibi bırakıldı`
  }
  const fit = units.filter((unit) => refusalOf(unit) === undefined)
  if (fit.length === 0) return units.map((unit) => ({ unit, refused: refusalOf(unit) ?? '' }))
  const productIds = fit.map(({ productId }) => productId)
  const { id } = await planSale(ctx, { productIds, percent: sale.percent, from: startsAt, to: endsAt })
  return units.map((unit) => {
    const refused = refusalOf(unit)
    return refused === undefined ? { unit, after: { ...unit.after, saleId: id } } : { unit, refused }
  })
}

/** Takes the sale back: all of it, or once it runs some of its products. */
export async function undoBulkSale(ctx: Ctx, units: Unit[], { whole }: { whole: boolean }): Promise<SaleOutcome[]> {
  const id = units[0]?.after.saleId ?? ''
  const [sale] = await ctx.db.select().from(sales).where(eq(sales.id, id))
  const refused = refusalOf(sale, whole)
  if (refused !== undefined) return units.map((unit) => ({ unit, refused }))
  if (sale?.state === 'PLANNED') await cancelSale(ctx, id)
  else await endSale(ctx, id, whole ? {} : { productIds: units.map(({ productId }) => productId) })
  return units.map((unit) => ({ unit }))
}

function refusalOf(sale: Sale | undefined, whole: boolean): string | undefined {
  if (sale?.state === 'PLANNED')
    return whole ? undefined : 'Henüz başlamamış indirimden ürün tek tek çıkarılamaz; hepsini geri alın'
  return sale?.state === 'RUNNING' ? undefined : 'İndirim zaten sona erdi; fiyat kendiliğinden eski hâline döndü'
}

/** Why none of them could be changed, in a sentence. A bug, or UNAVAILABLE, is thrown again. */
export function sentenceFor(error: unknown): string {
  if (error instanceof ShopError && error.code !== 'UNAVAILABLE') return error.message
  throw error
}
