import { Suspense, useState } from 'react'
import { lazyOnline } from '#app/browser/lazy-online.ts'
import { Fold } from './fold.tsx'

const InstallmentsTable = lazyOnline(() => import('./installments-table.tsx'))

/** A product's price in installments, fetched once somebody wants to know. */
export function Installments({ priceKurus }: { priceKurus: number }) {
  const [opened, setOpened] = useState(false)
  return (
    <Fold title="Taksit seçenekleri" onOpen={() => setOpened(true)}>
      {opened && (
        <Suspense fallback={<p className="py-2 text-muted text-sm">Yükleniyor…</p>}>
          <InstallmentsTable key={priceKurus} priceKurus={priceKurus} />
        </Suspense>
      )}
    </Fold>
  )
}
