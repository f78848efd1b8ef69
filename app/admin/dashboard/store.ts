import type { WireDashboard } from '#api/wire/admin/dashboard.ts'
import { createStore } from '#app/browser/browser-storage.ts'
import { fetched, type Loaded, refetching } from '#app/browser/use-loaded.ts'
import { adminCall } from '../parts/api.ts'
import { currentRights } from '../parts/rights.ts'

/** One call for the dashboard and for the numbers beside the sections. */
const store = createStore<Loaded<WireDashboard>>({ kind: 'loading' })
export const useDashboard = store.use

let underWay = false
let again = false

/** Fetches it again; asked for while it is being fetched, once more after that. */
export function refreshDashboard(): void {
  again = underWay
  if (underWay) return
  if (!currentRights().includes('dashboard')) return
  underWay = true
  void refetch().finally(() => {
    underWay = false
    if (again) refreshDashboard()
  })
}

async function refetch(): Promise<void> {
  const known = store.get()
  if (known.kind === 'ready') store.set(refetching(known))
  try {
    const { data } = await adminCall<'GET /admin/dashboard'>('GET', '/admin/dashboard')
    store.set(fetched(data))
  } catch (error) {
    // The numbers shown stay: they were true a moment ago.
    store.set(known.kind === 'ready' ? fetched(known.value) : { kind: 'failed', error })
  }
}
