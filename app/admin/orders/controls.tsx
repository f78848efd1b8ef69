import type { WireAdminOrder, WireStaffOrder } from '#api/wire/admin/orders.ts'
import { Button } from '#app/ui/button.tsx'
import { CancelQuestion, useCancelling } from './cancel.tsx'
import { isBoughtHere } from './giving-back/amounts.ts'
import { ShipmentFields } from './shipment.tsx'
import { OrderStatusChoice } from './status.tsx'
import { useOrderEdits } from './use-edits.ts'

type OrderControlsProps = { order: WireAdminOrder; onChanged: (order: WireStaffOrder) => void }

/** Status, carrier and cancelling. */
export function OrderControls({ order, onChanged }: OrderControlsProps) {
  const edits = useOrderEdits(order, onChanged)
  const cancelling = useCancelling(order, onChanged)
  const busy = edits.saving || cancelling.busy
  // It gives the money back.
  const mayCancel = order.totalAmount !== undefined && isBoughtHere(order)
  const cancellable = mayCancel && (order.status === 'PENDING' || order.status === 'CONFIRMED')

  return (
    <div className="grid gap-6">
      <OrderStatusChoice
        order={order}
        trackingNumber={edits.shipment.trackingNumber || undefined}
        cancellable={cancellable}
        busy={busy}
        onCancel={cancelling.ask}
        onMove={edits.save}
      />
      <ShipmentFields
        shipment={edits.shipment}
        trackingUrl={edits.shipmentChanged ? null : order.trackingUrl}
        error={edits.wrongNumber}
        onChange={edits.setShipment}
      />
      {(edits.shipmentChanged || cancellable) && (
        <div className="flex flex-wrap gap-2">
          {edits.shipmentChanged && (
            <Button look="secondary" disabled={busy} onClick={() => edits.save(undefined, 'Kargo bilgisi kaydedildi.')}>
              Kargo bilgisini kaydet
            </Button>
          )}
          {cancellable && (
            <Button look="danger" disabled={busy} onClick={cancelling.ask} className="ml-auto">
              Siparişi iptal et
            </Button>
          )}
        </div>
      )}
      <CancelQuestion order={order} busy={busy} cancelling={cancelling} />
    </div>
  )
}
