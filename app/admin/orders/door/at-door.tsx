import { useState } from 'react'
import type { WireStaffOrder } from '#api/wire/admin/orders.ts'
import { dueKurus } from '#app/account/orders/order-words.ts'
import { Button } from '#app/ui/button.tsx'
import { Confirm } from '#app/ui/confirm.tsx'
import { formatKurus } from '#shop/money.ts'
import { adminCall } from '../../parts/api.ts'
import { useAdminSubmit } from '../../parts/use-admin-submit.ts'

type AtDoorProps = { order: WireStaffOrder; onChanged: (order: WireStaffOrder) => void }

/** An order whose money comes at the door: it came, or its parcel was not taken. */
export function AtDoor({ order, onChanged }: AtDoorProps) {
  const [asking, setAsking] = useState(false)
  const { busy, submit } = useAdminSubmit('Kaydedilemedi. Lütfen tekrar deneyin.')
  const mark = (what: 'collected' | 'refused') =>
    submit(async () => {
      const { data, message } = await adminCall<`POST /admin/orders/{id}/${typeof what}`>(
        'POST',
        `/admin/orders/${order.id}/${what}`,
      )
      setAsking(false)
      onChanged(data)
      return message
    })
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {order.totalAmount !== undefined && (
        <Button look="secondary" disabled={busy} onClick={() => mark('collected')}>
          Tahsil edildi ({formatKurus(dueKurus(order))})
        </Button>
      )}
      {order.status === 'SHIPPED' && (
        <Button look="quiet" disabled={busy} onClick={() => setAsking(true)}>
          Teslim alınmadı
        </Button>
      )}
      <Confirm
        open={asking}
        title="Paket teslim alınmadı"
        action="Teslim alınmadı"
        busy={busy}
        onClose={() => setAsking(false)}
        onConfirm={() => mark('refused')}
      >
        <p>
          Sipariş iptal edilir, ürünleri yeniden satışa çıkar ve müşteriye e-posta gönderilir. Bu telefon ve hesap için
          teslim alınmayan bir paket sayılır. Açık iadeler kapanır; siparişin tamamından caydıysa sayılmaz. Bu işlem
          geri alınamaz.
        </p>
      </Confirm>
    </div>
  )
}
