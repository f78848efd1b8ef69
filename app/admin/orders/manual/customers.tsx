import { useState } from 'react'
import type { WireAdminOrder } from '#api/wire/admin/orders.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { formatPhone } from '#shop/fields/phone.ts'
import { adminCall } from '../../parts/api.ts'
import { SearchBox } from '../../parts/search-box.tsx'

type Customer = WireAdminOrder['customerInfo']

/** Finds earlier customers by name, telephone or e-mail; the address comes from the last order. */
export function CustomerSearch({ onPick }: { onPick: (customer: Customer) => void }) {
  const [q, search] = useState('')
  const { state } = useLoaded(q, async (signal) => {
    if (q.length < 2) return []
    const path = `/admin/orders?limit=20&q=${encodeURIComponent(q)}` as const
    const { data } = await adminCall<'GET /admin/orders'>('GET', path, undefined, { signal })
    const byEmail = new Map(data.toReversed().map(({ customerInfo }) => [customerInfo.email, customerInfo]))
    return [...byEmail.values()].slice(0, 5)
  })
  const found = state.kind === 'ready' ? state.value : []
  return (
    <div className="grid gap-2">
      <SearchBox label="Müşteri ara" placeholder="Önceki müşteri: ad, telefon ya da e-posta" q={q} onSearch={search} />
      {q.length >= 2 && state.kind === 'ready' && found.length === 0 && (
        <p className="text-muted text-sm">Bu aramaya uyan bir müşteri yok; bilgilerini aşağıya yazın.</p>
      )}
      {found.length > 0 && (
        <ul aria-label="Bulunan müşteriler" className="divide-y divide-line border border-line">
          {found.map((customer) => (
            <li key={customer.email}>
              <button
                type="button"
                onClick={() => {
                  onPick(customer)
                  search('')
                }}
                className="min-h-11 w-full px-3 py-1.5 text-left text-sm hover:bg-paper"
              >
                {customer.firstName} {customer.lastName}
                <span className="block break-all text-muted">
                  {formatPhone(customer.phone ?? '')} · {customer.email}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
