import type { Ctx } from '../ctx.ts'
import type { Numbers, Row } from './contract.ts'
import { type Period, stepsOf } from './periods.ts'
import { addUp, type Brought, broughtByStep, percent } from './sums.ts'

/** First purchases, and those of people who had bought before. */
export async function customersReport(ctx: Ctx, period: Period): Promise<Numbers> {
  const brought = await broughtByStep(ctx, period)
  const [fresh, again] = [brought.filter(({ first }) => first), brought.filter(({ first }) => !first)]
  const on = (list: Brought[], day: string) => list.filter(({ step }) => step === day)
  const ordersOf = (list: Brought[]) => addUp(list, ({ orders }) => orders)
  const kurusOf = (list: Brought[]) => addUp(list, ({ kurus }) => kurus)
  const days = stepsOf(period).map((day): Row => {
    const [first, others] = [on(fresh, day), on(again, day)]
    return {
      ...{ id: day, day, fresh: ordersOf(first), freshAmount: kurusOf(first) },
      ...{ again: ordersOf(others), againAmount: kurusOf(others) },
    }
  })
  return {
    totals: [
      { key: 'fresh', title: 'Yeni müşteri', unit: 'count', value: ordersOf(fresh) },
      { key: 'freshAmount', title: 'Yeni müşterilerin alışverişi', unit: 'money', value: kurusOf(fresh) },
      { key: 'again', title: 'Yeniden alışveriş', unit: 'count', value: ordersOf(again) },
      { key: 'againAmount', title: 'Yeniden gelenlerin alışverişi', unit: 'money', value: kurusOf(again) },
      {
        key: 'share',
        title: 'Yeniden gelenlerin payı',
        unit: 'percent',
        value: percent(ordersOf(again), ordersOf(brought)),
      },
    ],
    tables: [
      {
        key: 'days',
        title: 'Günlere göre yeni müşteriler',
        columns: [
          { key: 'day', title: 'Gün', unit: 'day' },
          { key: 'fresh', title: 'Yeni müşteri', unit: 'count' },
          { key: 'freshAmount', title: 'Alışverişi', unit: 'money' },
          { key: 'again', title: 'Yeniden alışveriş', unit: 'count' },
          { key: 'againAmount', title: 'Alışverişi', unit: 'money' },
        ],
        rows: days,
        chart: 'fresh',
        series: true,
      },
    ],
  }
}
