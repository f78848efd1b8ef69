import { lazy, Suspense, useState } from 'react'
import { Icon } from '#app/ui/icon.tsx'

const InstallmentsTable = lazy(() => import('./installments-table.tsx'))

/** A product's price in installments, fetched once somebody wants to know. */
export function Installments({ priceKurus }: { priceKurus: number }) {
  const [opened, setOpened] = useState(false)
  return (
    <details
      className="mt-6 border-line border-t pt-4"
      onToggle={(event) => event.currentTarget.open && setOpened(true)}
    >
      <summary className="flex min-h-11 cursor-pointer items-center justify-between">
        Taksit seçenekleri
        <Icon name="down" size={18} />
      </summary>
      {opened && (
        <Suspense fallback={<p className="py-2 text-muted text-sm">Yükleniyor…</p>}>
          <InstallmentsTable key={priceKurus} priceKurus={priceKurus} />
        </Suspense>
      )}
    </details>
  )
}
