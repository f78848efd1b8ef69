import type { Ctx } from '../ctx.ts'
import type { Column, Numbers, Row } from './contract.ts'
import { byCategory, findGoods, goneName, greatestFirst } from './goods.ts'
import { type Period, stepsOf } from './periods.ts'
import { addUp, type Brought, broughtByStep, piecesByStep, type Sum, sumsOf } from './sums.ts'

const dayColumns: Column[] = [
  { key: 'day', title: 'Gün', unit: 'day' },
  { key: 'orders', title: 'Sipariş', unit: 'count' },
  { key: 'amount', title: 'Satış', unit: 'money' },
  { key: 'units', title: 'Ürün adedi', unit: 'count' },
  { key: 'goods', title: 'Ürün tutarı', unit: 'money' },
]

const pieceColumns = (title: string): Column[] => [
  { key: 'name', title, unit: 'text' },
  { key: 'units', title: 'Satılan', unit: 'count' },
  { key: 'back', title: 'İade', unit: 'count' },
  { key: 'goods', title: 'Ürün tutarı', unit: 'money' },
]

/** Sales by day, product, category, size and color. */
export async function salesReport(ctx: Ctx, period: Period): Promise<Numbers> {
  const brought = await broughtByStep(ctx, period)
  const pieces = await piecesByStep(ctx, period)
  const days = stepsOf(period).map((day): Row => {
    const own = brought.filter(({ step }) => step === day)
    const sold = pieces.get(day) ?? { units: 0, kurus: 0 }
    const amount = addUp(own, ({ kurus }) => kurus)
    return { id: day, day, orders: addUp(own, ({ orders }) => orders), amount, units: sold.units, goods: sold.kurus }
  })
  const goods = await findGoods(ctx)
  const products = (await sumsOf(ctx, 'product', period)).map((sum): Row => {
    const product = goods.get(sum.key)
    return { ...rowOf(sum, product?.name ?? goneName), category: product?.category ?? '' }
  })
  const byName = async (kind: 'size' | 'color') =>
    greatestFirst(
      (await sumsOf(ctx, kind, period)).map((sum) => rowOf(sum, sum.key || '–')),
      'units',
    )
  return {
    totals: totalsOf(days, brought),
    tables: [
      { key: 'days', title: 'Günlere göre', columns: dayColumns, rows: days, chart: 'amount', series: true },
      {
        key: 'products',
        title: 'Ürünlere göre',
        columns: pieceColumns('Ürün'),
        rows: greatestFirst(products, 'units'),
        chart: 'units',
      },
      {
        key: 'categories',
        title: 'Kategorilere göre',
        columns: pieceColumns('Kategori'),
        rows: greatestFirst(byCategory(products, ['units', 'back', 'goods']), 'goods'),
        chart: 'goods',
      },
      {
        key: 'sizes',
        title: 'Bedenlere göre',
        columns: pieceColumns('Beden'),
        rows: await byName('size'),
        chart: 'units',
      },
      {
        key: 'colors',
        title: 'Renklere göre',
        columns: pieceColumns('Renk'),
        rows: await byName('color'),
        chart: 'units',
      },
    ],
  }
}

function totalsOf(days: Row[], brought: Brought[]): Numbers['totals'] {
  const orders = addUp(days, (day) => Number(day.orders))
  const amount = addUp(days, (day) => Number(day.amount))
  return [
    { key: 'amount', title: 'Satış', unit: 'money', value: amount },
    { key: 'orders', title: 'Sipariş', unit: 'count', value: orders },
    { key: 'average', title: 'Ortalama sepet', unit: 'money', value: orders > 0 ? Math.round(amount / orders) : 0 },
    { key: 'units', title: 'Satılan ürün adedi', unit: 'count', value: addUp(days, (day) => Number(day.units)) },
    { key: 'goods', title: 'Ürün tutarı', unit: 'money', value: addUp(days, (day) => Number(day.goods)) },
    {
      key: 'refunded',
      title: 'Geri ödenen',
      unit: 'money',
      value: addUp(brought, ({ refundedKurus }) => refundedKurus),
    },
  ]
}

function rowOf({ key, units, backUnits, kurus, backKurus }: Sum, name: string): Row {
  return { id: key, name, units: units - backUnits, back: backUnits, goods: kurus - backKurus }
}
