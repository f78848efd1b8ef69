import type { WireAdminOrder } from '#api/wire/admin/orders.ts'
import type { WireOrder } from '#api/wire/orders.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { CancelQuestion, useCancelling } from './cancel.tsx'
import { ShipmentFields } from './shipment.tsx'
import { OrderStatusChoice } from './status.tsx'
import { useOrderEdits } from './use-edits.ts'

type OrderControlsProps = { order: WireAdminOrder; onChanged: (order: WireOrder) => void }

/** Status, carrier, notes and cancelling. */
export function OrderControls({ order, onChanged }: OrderControlsProps) {
  const edits = useOrderEdits(order, onChanged)
  const cancelling = useCancelling(order, onChanged)
  const busy = edits.saving || cancelling.busy
  const cancellable = order.status === 'PENDING' || order.status === 'CONFIRMED'

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
      <div className="grid gap-2">
        <TextArea
          label="Yönetici notu"
          hint="Yalnızca yöneticiler görür; sonradan değiştirilebilir."
          maxLength={5000}
          value={edits.notes}
          onChange={(event) => edits.setNotes(event.target.value)}
        />
        <div className="flex flex-wrap justify-between gap-2">
          <Button
            look="secondary"
            disabled={busy || !edits.unsaved}
            onClick={() => edits.save(order.status, 'Kaydedildi.')}
          >
            Kaydet
          </Button>
          {cancellable && (
            <Button look="danger" disabled={busy} onClick={cancelling.ask}>
              Siparişi iptal et
            </Button>
          )}
        </div>
      </div>
      <CancelQuestion order={order} busy={busy} cancelling={cancelling} />
    </div>
  )
}
