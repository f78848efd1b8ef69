import type { WireAdminOrder, WireStaffOrder } from '#api/wire/admin/orders.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { formatMoment } from '#shop/time.ts'
import { openFile } from '../orders/print.tsx'
import { adminCall, adminOpen } from '../parts/api.ts'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'

type ProviderShipmentProps = { order: WireAdminOrder; provider: string; onChanged: (order: WireStaffOrder) => void }

/** The shipment that the provider makes, its label, and what the carrier says of the parcel. */
export function ProviderShipment({ order, provider, onChanged }: ProviderShipmentProps) {
  const { busy, submit } = useAdminSubmit('Gönderi oluşturulamadı. Lütfen tekrar deneyin.')
  const { shipment } = order
  const unsent = ['PENDING', 'CONFIRMED', 'PREPARED'].includes(order.status) && !order.trackingNumber

  const make = () =>
    submit(async () => {
      const { data, message } = await adminCall<'POST /admin/orders/{id}/shipment'>(
        'POST',
        `/admin/orders/${order.id}/shipment`,
      )
      onChanged(data)
      return message
    })
  const label = () =>
    submit(async () => openFile(await adminOpen('GET', `/admin/orders/${order.id}/shipment/label.pdf`, undefined, {})))

  if (shipment?.status === 'ASKED') {
    return (
      <Notice tone="plain">
        {provider} henüz yanıt vermedi; gönderinin oluşup oluşmadığı birkaç dakikada belli olur.
      </Notice>
    )
  }
  if (shipment?.status === 'MADE') {
    return (
      <div className="grid gap-2">
        {shipment.parcel && <Parcel parcel={shipment.parcel} order={order} />}
        <Button look="secondary" disabled={busy} onClick={label} className="justify-self-start">
          Kargo etiketini aç
        </Button>
      </div>
    )
  }
  if (!unsent) return null
  return (
    <div className="grid gap-2">
      {shipment?.status === 'FAILED' && <Notice tone="bad">{shipment.error}</Notice>}
      <Button look="secondary" disabled={busy} onClick={make} className="justify-self-start">
        {busy ? 'Bekleyin…' : `Kargo gönderisi oluştur (${provider})`}
      </Button>
    </div>
  )
}

type Parcel = NonNullable<NonNullable<WireAdminOrder['shipment']>['parcel']>

function Parcel({ parcel: { words, said, trouble, at }, order }: { parcel: Parcel; order: WireAdminOrder }) {
  const text = `${words}${said ? ` (${said})` : ''} · ${formatMoment(at)}`
  if (!trouble) return <p className="text-sm">{text}</p>
  const atDoor = order.paymentStatus === 'CASH_ON_DELIVERY' && order.status === 'SHIPPED'
  return (
    <Notice tone="bad">
      <p>{text}</p>
      {atDoor && <p>Paket size dönünce aşağıdan “Teslim alınmadı” deyin.</p>}
    </Notice>
  )
}
