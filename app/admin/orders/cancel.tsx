import { useState } from 'react'
import type { WireStaffOrder } from '#api/wire/admin/orders.ts'
import { goesBack, isPaid } from '#app/account/orders/order-words.ts'
import { ApiError } from '#app/browser/api-client.ts'
import { Confirm } from '#app/ui/confirm.tsx'
import { Checkbox } from '#app/ui/field.tsx'
import { useToast } from '#app/ui/toast.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'
import { formatKurus } from '#shop/money.ts'
import { adminCall, sentenceOf } from '../parts/api.ts'

/** Cancelling an order, which pays it back, after a question. */
export function useCancelling(order: WireStaffOrder, onChanged: (order: WireStaffOrder) => void) {
  const [asking, setAsking] = useState(false)
  const { busy, submit } = useSubmit({ failure: failureOf, notify: useToast() })
  const wasSent = order.shippedAt !== null || order.deliveredAt !== null
  const [restock, setRestock] = useState(!wasSent)

  function ask() {
    setRestock(!wasSent)
    setAsking(true)
  }

  async function cancel() {
    await submit(async () => {
      const { data } = await adminCall<'DELETE /admin/orders/{id}'>(
        'DELETE',
        `/admin/orders/${order.id}?restock=${restock}`,
      )
      onChanged(data)
      return data.paymentStatus === 'FAILED' ? 'Sipariş iptal edildi.' : 'Sipariş iptal edildi, ödeme iade edildi.'
    })
    setAsking(false)
  }

  return { asking, busy, ask, close: () => setAsking(false), cancel, wasSent, restock, setRestock }
}

/** A refused cancellation says itself that the order stands; any other failure does not. */
function failureOf(error: unknown): string {
  const sentence = sentenceOf(error, 'Lütfen tekrar deneyin.')
  const refused = error instanceof ApiError && error.code === 'CANCELLATION_REFUSED'
  return refused ? sentence : `Sipariş iptal edilemedi: ${sentence}`
}

function whatGoesBack({ exchange, ...order }: WireStaffOrder): string {
  const { paymentMethod, paymentStatus } = order
  const swapped = exchange && { ...exchange, amount: exchange.amount ?? 0 }
  const { moneyKurus, creditKurus, giftKurus } = goesBack({ ...order, ...(swapped ? { exchange: swapped } : {}) })
  const gift = giftKurus > 0 ? ` ${formatKurus(giftKurus)} kullandığı hediye kartına geri yüklenir.` : ''
  const own = creditKurus > 0 ? ` ${formatKurus(creditKurus)} mağaza kredisi müşterinin hesabına geri eklenir.` : ''
  const back = gift + own
  if (paymentMethod === 'STORE_CREDIT') return back.trim()
  if (!isPaid({ paymentStatus })) return `Bu siparişin ödemesi alınmadı; iade edilecek para yok.${back}`
  if (moneyKurus === 0) return `Bu siparişte iade edilecek para kalmadı.${back}`
  const amount = formatKurus(moneyKurus)
  const byCard = paymentMethod === 'CARD' || paymentMethod === 'HOSTED'
  const money = byCard
    ? `${amount} müşterinin kartına iade edilir.`
    : `${amount} müşteriye sizin havale etmeniz gerekir.`
  return money + back
}

type CancelQuestionProps = { order: WireStaffOrder; busy: boolean; cancelling: ReturnType<typeof useCancelling> }

export function CancelQuestion({ order, busy, cancelling }: CancelQuestionProps) {
  return (
    <Confirm
      open={cancelling.asking}
      title="Siparişi iptal et"
      action="Siparişi iptal et"
      busy={busy}
      onClose={cancelling.close}
      onConfirm={cancelling.cancel}
    >
      <p>{whatGoesBack(order)} Bu işlem geri alınamaz.</p>
      {cancelling.wasSent && (
        <p>Bu sipariş daha önce kargoya verildi: ürünler elinize geri ulaşmadan stoğa eklemeyin.</p>
      )}
      <Checkbox checked={cancelling.restock} onChange={(event) => cancelling.setRestock(event.target.checked)}>
        Ürünleri yeniden satışa koy
      </Checkbox>
    </Confirm>
  )
}
