import { useState } from 'react'
import type { WireAdminOrder } from '#api/wire/admin/orders.ts'
import { Button } from '#app/ui/button.tsx'
import { formatTl } from '#shop/money.ts'
import { refreshDashboard } from '../dashboard/store.ts'
import { useRights } from '../parts/rights.ts'
import { TransferAmount, useEnter } from './transfer-amount.tsx'

type LateTransferProps = { order: WireAdminOrder; onChanged: () => void }

/** The way for money that comes once its order is over: no list waits for it any more. */
export function LateTransfer({ order, onChanged }: LateTransferProps) {
  const { id, status, paymentStatus, totalAmount } = order
  const enters = useRights().includes('payments')
  const [asking, setAsking] = useState(false)
  const enter = useEnter(id)
  if (!enters || totalAmount === undefined || status !== 'CANCELLED' || paymentStatus !== 'FAILED') return null
  return (
    <>
      <Button look="secondary" onClick={() => setAsking(true)} className="mt-3">
        Havale sonradan geldi
      </Button>
      <TransferAmount
        open={asking}
        title="Sonradan gelen havale"
        enter={enter}
        onClose={() => setAsking(false)}
        onDone={() => {
          onChanged()
          refreshDashboard()
        }}
      >
        Süresi dolduğu için iptal edilen sipariş, {formatTl(totalAmount)} tutarın tamamı geldiyse ve ürünleri duruyorsa
        yeniden açılır. Yoksa gelen tutar Ödemeler sayfasındaki iadelere eklenir; müşterinin IBAN’ına siz gönderirsiniz.
      </TransferAmount>
    </>
  )
}
