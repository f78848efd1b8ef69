import type { Ctx } from '../ctx.ts'
import { countedReasons, type ReturnReason } from '../returns/kinds.ts'
import type { Column, Numbers, Row } from './contract.ts'
import { findGoods, goneName, greatestFirst } from './goods.ts'
import type { Period } from './periods.ts'
import { addUp, percent, sumOf, sumsOf } from './sums.ts'

/** Requested returns and their reasons, counted on the day of the request. */
export async function returnsReport(ctx: Ctx, period: Period): Promise<Numbers> {
  const reasons = await sumsOf(ctx, 'reason', period)
  const sold = await sumOf(ctx, 'pieces', period)
  const all = addUp(reasons, ({ units }) => units)
  const worth: Column = { key: 'worth', title: 'Tutar', unit: 'money' }
  const units: Column = { key: 'units', title: 'İade istenen', unit: 'count' }
  return {
    totals: [
      { key: 'units', title: 'İade istenen adet', unit: 'count', value: all },
      { key: 'worth', title: 'Tutarı', unit: 'money', value: addUp(reasons, ({ kurus }) => kurus) },
      {
        key: 'share',
        title: 'Dönemde satılanlardan dönen',
        unit: 'percent',
        value: percent(sold.backUnits, sold.units),
      },
    ],
    tables: [
      {
        key: 'reasons',
        title: 'Nedenlere göre',
        columns: [
          { key: 'name', title: 'Neden', unit: 'text' },
          units,
          { key: 'share', title: 'Payı', unit: 'percent' },
          worth,
        ],
        rows: greatestFirst(
          reasons.map(
            ({ key, units, kurus }): Row => ({
              ...{ id: key, name: countedReasons[key as ReturnReason] ?? key, units },
              ...{ share: percent(units, all), worth: kurus },
            }),
          ),
          'units',
        ),
        chart: 'units',
      },
      {
        key: 'products',
        title: 'Ürünlere göre',
        columns: [
          { key: 'name', title: 'Ürün', unit: 'text' },
          units,
          { key: 'sold', title: 'Dönemde satılan', unit: 'count' },
          worth,
        ],
        rows: greatestFirst(await productRows(ctx, period), 'units'),
        chart: 'units',
      },
      {
        key: 'sizes',
        title: 'Bedenlere göre',
        columns: [{ key: 'name', title: 'Beden', unit: 'text' }, units, worth],
        rows: greatestFirst(
          (await sumsOf(ctx, 'return-size', period)).map(
            ({ key, units, kurus }): Row => ({ id: key, name: key || '–', units, worth: kurus }),
          ),
          'units',
        ),
        chart: 'units',
      },
    ],
  }
}

async function productRows(ctx: Ctx, period: Period): Promise<Row[]> {
  const back = await sumsOf(ctx, 'return', period)
  if (back.length === 0) return []
  const sold = new Map((await sumsOf(ctx, 'product', period)).map(({ key, units }) => [key, units]))
  const goods = await findGoods(ctx)
  return back.map(({ key, units, kurus }) => ({
    ...{ id: key, name: goods.get(key)?.name ?? goneName, units, sold: sold.get(key) ?? 0, worth: kurus },
  }))
}
