/** Reports that set the stock of this moment beside what was sold in a period. */

import { sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { istanbulDay } from '../time.ts'
import type { Numbers, Row } from './contract.ts'
import { byCategory, findGoods, greatestFirst } from './goods.ts'
import { daysOf, type Period, plus, within } from './periods.ts'
import { addUp, percent, sumsOf } from './sums.ts'

/** How much of what there was to sell was sold: pieces sold, of those and the ones still there. */
export async function sellThroughReport(ctx: Ctx, period: Period): Promise<Numbers> {
  const sold = new Map((await sumsOf(ctx, 'product', period)).map((sum) => [sum.key, sum.units - sum.backUnits]))
  const products = [...(await findGoods(ctx)).values()]
    .map((product): Row => {
      const units = sold.get(product.id) ?? 0
      return withShare({ id: product.id, name: product.name, category: product.category, units, stock: product.stock })
    })
    .filter(({ units, stock }) => Number(units) > 0 || Number(stock) > 0)
  const categories = byCategory(products, ['units', 'stock']).map(withShare)
  const columns = (title: string) => [
    { key: 'name', title, unit: 'text' as const },
    { key: 'units', title: 'Satılan', unit: 'count' as const },
    { key: 'stock', title: 'Stokta', unit: 'count' as const },
    { key: 'share', title: 'Satış oranı', unit: 'percent' as const },
  ]
  const units = addUp(products, (row) => Number(row.units))
  const stock = addUp(products, (row) => Number(row.stock))
  return {
    totals: [
      { key: 'share', title: 'Satış oranı', unit: 'percent', value: percent(units, units + stock) },
      { key: 'units', title: 'Satılan ürün adedi', unit: 'count', value: units },
      { key: 'stock', title: 'Stoktaki adet', unit: 'count', value: stock },
    ],
    tables: [
      {
        key: 'categories',
        title: 'Kategorilere göre',
        columns: columns('Kategori'),
        rows: greatestFirst(categories, 'share'),
        chart: 'share',
      },
      {
        key: 'products',
        title: 'Ürünlere göre',
        columns: columns('Ürün'),
        rows: greatestFirst(products, 'share'),
        chart: 'share',
      },
    ],
  }
}

function withShare(row: Row): Row {
  const [units, stock] = [Math.max(0, Number(row.units)), Number(row.stock)]
  return { ...row, share: percent(units, units + stock) }
}

/** Products that were on sale all the period long, of which no piece was bought and some are there. */
export async function deadStockReport(ctx: Ctx, period: Period): Promise<Numbers> {
  const bought = new Set((await sumsOf(ctx, 'product', period)).filter(({ units }) => units > 0).map(({ key }) => key))
  const today = istanbulDay(ctx.clock())
  const dead = [...(await findGoods(ctx)).values()].filter(
    ({ id, isShown, stock, publishedAt }) =>
      isShown && stock > 0 && publishedAt !== null && publishedAt <= period.from && !bought.has(id),
  )
  const rows = dead.map(
    ({ id, name, category, stock, tiedKurus, publishedAt }): Row => ({
      ...{ id, name, category, stock, tied: tiedKurus },
      age: daysOf({ from: publishedAt ?? today, to: today }) - 1,
    }),
  )
  const tied = [{ key: 'tied', title: 'Bağlı tutar', unit: 'money' as const }]
  return {
    totals: [
      { key: 'tied', title: 'Bağlı tutar', unit: 'money', value: addUp(rows, (row) => Number(row.tied)) },
      { key: 'products', title: 'Satılmayan ürün', unit: 'count', value: rows.length },
      { key: 'stock', title: 'Stoktaki adet', unit: 'count', value: addUp(rows, (row) => Number(row.stock)) },
    ],
    tables: [
      {
        key: 'categories',
        title: 'Kategorilere göre',
        columns: [
          { key: 'name', title: 'Kategori', unit: 'text' },
          { key: 'stock', title: 'Stokta', unit: 'count' },
          ...tied,
        ],
        rows: greatestFirst(byCategory(rows, ['stock', 'tied']), 'tied'),
        chart: 'tied',
      },
      {
        key: 'products',
        title: 'Satılmayan ürünler',
        columns: [
          { key: 'name', title: 'Ürün', unit: 'text' },
          { key: 'category', title: 'Kategori', unit: 'text' },
          { key: 'age', title: 'Kaç gündür yayında', unit: 'count' },
          { key: 'stock', title: 'Stokta', unit: 'count' },
          ...tied,
        ],
        rows: greatestFirst(rows, 'tied'),
        chart: 'tied',
      },
    ],
  }
}

/** Days that an order of new stock is meant to last. */
const orderedFor = 28

/** Days at the end of the period that the pace is taken from: sales long ago say little about next week. */
const paceDays = 90

type Size = { id: string; name: string; color: string; size: string; sku: string; stock: number } & {
  sold: number
  days: number
  waiting: number
}

/** Sizes that are gone within a week at the pace of the period, and those that shoppers wait for. */
export async function reorderReport(ctx: Ctx, period: Period): Promise<Numbers> {
  const from = plus(period.to, 1 - Math.min(daysOf(period), paceDays))
  const rows = (await findPressed(ctx, { ...period, from })).map((size): Row => {
    const pace = Math.max(0, size.sold) / size.days
    const left = pace > 0 ? Math.floor(size.stock / pace) : null
    const wanted = Math.max(0, Math.ceil(pace * orderedFor + size.waiting - size.stock))
    const { id, name, color, size: own, sku, stock, sold, waiting } = size
    return { id, name, color, size: own, sku, stock, sold, left, waiting, wanted }
  })
  return {
    totals: [
      { key: 'sizes', title: 'Bir haftada bitecek beden', unit: 'count', value: rows.filter(isLeaving).length },
      {
        key: 'gone',
        title: 'Şimdiden biten',
        unit: 'count',
        value: rows.filter(({ stock }) => stock === 0).length,
      },
      { key: 'waiting', title: 'Bekleyen müşteri', unit: 'count', value: addUp(rows, (row) => Number(row.waiting)) },
      { key: 'wanted', title: 'Önerilen sipariş', unit: 'count', value: addUp(rows, (row) => Number(row.wanted)) },
    ],
    tables: [
      {
        key: 'sizes',
        title: 'Sipariş listesi',
        columns: [
          { key: 'name', title: 'Ürün', unit: 'text' },
          { key: 'color', title: 'Renk', unit: 'text' },
          { key: 'size', title: 'Beden', unit: 'text' },
          { key: 'sku', title: 'SKU', unit: 'text' },
          { key: 'stock', title: 'Stokta', unit: 'count' },
          { key: 'sold', title: 'Dönemde satılan', unit: 'count' },
          { key: 'left', title: 'Kalan gün', unit: 'count' },
          { key: 'waiting', title: 'Bekleyen', unit: 'count' },
          { key: 'wanted', title: 'Önerilen adet', unit: 'count' },
        ],
        rows: greatestFirst(rows, 'wanted'),
        chart: 'wanted',
      },
    ],
  }
}

function isLeaving({ stock, left }: Row): boolean {
  return Number(stock) > 0 && left !== null && Number(left) < 7
}

/** `days`: of the period, how many the size has been in the shop. */
async function findPressed(ctx: Ctx, period: Period): Promise<Size[]> {
  const { rows } = await ctx.db.execute<Size>(sql`
    with sold as (
      select nullif(key, '')::uuid as id, sum(units - back_units)::int as units
      from report_rows where kind = 'variant' and ${within(period)} group by 1
    ), waiting as (
      select v.id, count(*)::int as n from stock_requests r
      join variants v on v.product_id = r.product_id and v.size = r.size and (r.color is null or v.color = r.color)
      where r.notified_at is null and v.retired_at is null group by 1
    ), sizes as (
      select v.id, p.name, v.color, v.size, v.sku, v.stock, coalesce(s.units, 0) as sold, coalesce(w.n, 0) as waiting,
        greatest(1, ${period.to}::date - greatest(${period.from}::date, istanbul_day(v.created_at)) + 1) as days
      from variants v
      join products p on p.id = v.product_id and p.deleted_at is null
      left join sold s on s.id = v.id
      left join waiting w on w.id = v.id
      where v.retired_at is null and (s.units > 0 or w.n > 0)
    )
    select * from sizes where waiting > 0 or stock * days < sold * 7`)
  return rows
}
