import { useState } from 'react'
import type { Answer } from '#api/wire/calls.ts'
import { orderNumber } from '#app/account/orders/order-words.ts'
import { Button } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { adminCall } from '../parts/api.ts'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'

type Refused = Answer<'POST /admin/shipments'>['data']['refused']

/** Has the provider make the shipments of these orders; tells which were refused, and why. */
export function ShipmentsBulk({ orderIds, onChanged }: { orderIds: string[]; onChanged: () => void }) {
  const [refused, setRefused] = useState<Refused>([])
  const { busy, submit } = useAdminSubmit('Gönderiler oluşturulamadı. Lütfen tekrar deneyin.')
  const make = () =>
    submit(async () => {
      const { data, message } = await adminCall<'POST /admin/shipments'>('POST', '/admin/shipments', { orderIds })
      onChanged()
      setRefused(data.refused)
      return message
    })
  return (
    <>
      <Button look="quiet" disabled={busy} onClick={make} className="text-sm!">
        {busy ? 'Bekleyin…' : 'Kargo gönderisi oluştur'}
      </Button>
      <Panel open={refused.length > 0} onClose={() => setRefused([])} title="Oluşturulamayan gönderiler" side="center">
        <ul className="max-h-60 list-disc overflow-y-auto pl-5 text-sm">
          {refused.map(({ orderId, message }) => (
            <li key={orderId}>
              {orderNumber(orderId)}: {message}
            </li>
          ))}
        </ul>
      </Panel>
    </>
  )
}
