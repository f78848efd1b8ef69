import { createStore } from '#app/browser-storage.ts'
import type { Loaded } from '#app/use-loaded.ts'
import { adminCall } from './admin-api.ts'

export type Sales = { amount: number; orders: number; average: number }

/** The dashboard as the API writes it. */
export type Dashboard = {
  counts: { categories: number; products: number; orders: number }
  sales: {
    today: Sales
    yesterday: Sales
    thisWeek: Sales
    lastWeek: Sales
    days: { day: string; amount: number; orders: number }[]
  }
  waiting: {
    newOrders: number
    toPrepare: number
    toShip: number
    refundsUnderWay: number
    lowStock: number
    soldOut: number
    failedMails: number
    chargedWithoutOrder: number
    paymentMismatches: number
    unreadMessages: number
  }
}

/** One call for the dashboard and for the numbers beside the sections. */
const store = createStore<Loaded<Dashboard>>({ kind: 'loading' })
export const useDashboard = store.use

let underWay = false
let again = false

/** Fetches it anew; asked for while it is being fetched, once more after that. */
export function refreshDashboard(): void {
  if (underWay) {
    again = true
    return
  }
  underWay = true
  const known = store.get()
  if (known.kind === 'ready') store.set({ ...known, refreshing: true })
  adminCall<Dashboard>('GET', '/admin/dashboard')
    .then(
      ({ data }) => store.set({ kind: 'ready', value: data, refreshing: false }),
      // What is shown stays: it was true a moment ago.
      (error: unknown) =>
        store.set(known.kind === 'ready' ? { ...known, refreshing: false } : { kind: 'failed', error }),
    )
    .finally(() => {
      underWay = false
      if (!again) return
      again = false
      refreshDashboard()
    })
}
