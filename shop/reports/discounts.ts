import { inArray } from 'drizzle-orm'
import { campaigns } from '../campaigns/schema.ts'
import { sales } from '../catalog/sales/schema.ts'
import { type Ctx, isId } from '../ctx.ts'
import type { Column, Numbers, Row } from './contract.ts'
import { greatestFirst } from './goods.ts'
import type { Period } from './periods.ts'
import { addUp, type Sum, sumOf, sumsOf } from './sums.ts'

const cost: Column = { key: 'cost', title: 'Maliyeti', unit: 'money' }
const of: Column = { key: 'of', title: 'Getirdiği', unit: 'money' }

/** The cost of campaigns, dated sales and discounts by hand, and the sales made with them. */
export async function discountsReport(ctx: Ctx, period: Period): Promise<Numbers> {
  const used = await sumsOf(ctx, 'campaign', period)
  const inSale = await sumsOf(ctx, 'sale', period)
  const manual = await sumOf(ctx, 'manual', period)
  const costs = {
    campaigns: addUp(used, ({ kurus }) => kurus),
    sales: addUp(inSale, ({ kurus }) => kurus),
    manual: manual.kurus,
  }
  const kinds: Row[] = [
    { id: 'campaigns', name: 'Kampanyalar', cost: costs.campaigns },
    { id: 'sales', name: 'Tarihli indirimler', cost: costs.sales },
    { id: 'manual', name: 'Elle yazılan siparişlerde', cost: costs.manual },
  ]
  return {
    totals: [
      { key: 'cost', title: 'İndirimlerin maliyeti', unit: 'money', value: addUp(kinds, (row) => Number(row.cost)) },
      ...kinds.map(({ id, name, cost }) => ({
        ...{ key: String(id), title: String(name), unit: 'money' as const, value: Number(cost) },
      })),
    ],
    tables: [
      {
        key: 'kinds',
        title: 'Türlere göre',
        columns: [{ key: 'name', title: 'Tür', unit: 'text' }, cost],
        rows: addUp(kinds, (row) => Number(row.cost)) === 0 ? [] : kinds,
        chart: 'cost',
      },
      {
        key: 'campaigns',
        title: 'Kampanyalar',
        columns: [
          { key: 'name', title: 'Kampanya', unit: 'text' },
          { key: 'partner', title: 'Ortak', unit: 'text' },
          { key: 'orders', title: 'Sipariş', unit: 'count' },
          cost,
          of,
        ],
        rows: greatestFirst(await campaignRows(ctx, used), 'cost'),
        chart: 'cost',
      },
      {
        key: 'sales',
        title: 'Tarihli indirimler',
        columns: [
          { key: 'name', title: 'İndirim', unit: 'text' },
          { key: 'units', title: 'Satılan', unit: 'count' },
          cost,
          of,
        ],
        rows: greatestFirst(await saleRows(ctx, inSale), 'cost'),
        chart: 'cost',
      },
    ],
  }
}

async function campaignRows(ctx: Ctx, sums: Sum[]): Promise<Row[]> {
  const { id, name, code, partner } = campaigns
  const ids = sums.map(({ key }) => key).filter(isId)
  const known = await ctx.db.select({ id, name, code, partner }).from(campaigns).where(inArray(id, ids))
  return sums.map(({ key, n, kurus, ofKurus }) => {
    const campaign = known.find(({ id }) => id === key)
    const name = [campaign?.code, campaign?.name].filter(Boolean).join(' · ') || 'Silinen kampanya'
    return { id: key, name, partner: campaign?.partner ?? '', orders: n, cost: kurus, of: ofKurus }
  })
}

async function saleRows(ctx: Ctx, sums: Sum[]): Promise<Row[]> {
  const ids = sums.map(({ key }) => key).filter(isId)
  const known = await ctx.db.select({ id: sales.id, name: sales.name }).from(sales).where(inArray(sales.id, ids))
  return sums.map(({ key, units, kurus, ofKurus }) => ({
    ...{ id: key, name: known.find(({ id }) => id === key)?.name ?? 'Silinen indirim', units },
    ...{ cost: kurus, of: ofKurus },
  }))
}
