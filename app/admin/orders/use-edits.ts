import { useState } from 'react'
import type { WireStaffOrder } from '#api/wire/admin/orders.ts'
import { useUnsaved } from '#app/ui/leaving/unsaved.ts'
import { toast } from '#app/ui/toast.tsx'
import type { OrderStatus } from '#shop/orders/contract.ts'
import { adminCall } from '../parts/api.ts'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'
import type { Shipment } from './shipment.tsx'

/** The typed shipment of an order. A change of its status saves it too. */
export function useOrderEdits(order: WireStaffOrder, onChanged: (order: WireStaffOrder) => void) {
  const saved: Shipment = { carrier: order.carrier ?? '', trackingNumber: order.trackingNumber ?? '' }
  // Untouched, the shipment follows the order: the carrier may report the number meanwhile.
  const [typed, setShipment] = useState<Shipment>()
  const shipment = typed ?? saved
  const { busy, submit } = useAdminSubmit('Sipariş durumu güncellenirken hata oluştu')
  const shipmentChanged = shipment.carrier !== saved.carrier || shipment.trackingNumber !== saved.trackingNumber
  const wrongNumber = /^[A-Za-z0-9-]*$/.test(shipment.trackingNumber) ? undefined : 'Yalnızca harf, rakam ve tire'
  useUnsaved(shipmentChanged)

  /** True once it is saved. Without `status` the order keeps the one that it has by now. */
  async function save(status: OrderStatus | undefined, done: string): Promise<boolean> {
    if (wrongNumber) {
      toast('bad', `Takip numarası: ${wrongNumber}`)
      return false
    }
    return submit(async () => {
      const { data } = await adminCall<'PUT /admin/orders/{id}/status'>('PUT', `/admin/orders/${order.id}/status`, {
        ...(status ? { status } : {}),
        // The question said so.
        ...(order.withdrawn ? { withdrawalSeen: true } : {}),
        ...(shipmentChanged
          ? { carrier: shipment.carrier || null, trackingNumber: shipment.trackingNumber || null }
          : {}),
      })
      // Text typed during the call is still unsaved.
      setShipment((now) => (now === typed ? undefined : now))
      onChanged(data)
      return done
    })
  }

  return { shipment, setShipment, shipmentChanged, wrongNumber, saving: busy, save }
}
