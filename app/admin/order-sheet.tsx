import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { OrderItems } from '#app/account/order-dialog.tsx'
import { orderNumber, type ShownOrder } from '#app/order-shape.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { useLoaded } from '#app/use-loaded.ts'
import { formatPhone } from '#shop/checkout/phone.ts'
import { formatKurus, fromTl } from '#shop/money.ts'
import { formatMoment } from '#shop/time.ts'
import { adminCall, sentenceOf } from './admin-api.ts'
import { useOrderNews } from './live-orders.ts'
import { OrderControls } from './order-controls.tsx'
import { OrderHistory } from './order-history.tsx'
import { OrderRefund } from './order-refund.tsx'
import { paymentState } from './payment-state.ts'
import { printPapers } from './print-papers.ts'
import { Sheet } from './sheet.tsx'

type OrderSheetProps = {
  id: string | undefined
  onClose: () => void
  onChanged: (order: ShownOrder) => void
}

const unsaved = {
  title: 'Kaydedilmemiş değişiklik',
  action: 'Kaydetmeden kapat',
  words: 'Kargo bilgisinde veya notlarda kaydetmediğiniz değişiklikler var.',
}

/** One order beside the list. */
export function OrderSheet({ id, onClose, onChanged }: OrderSheetProps) {
  return (
    <Sheet id={id} titleOf={(id) => `Sipariş ${orderNumber(id)}`} onClose={onClose} unsaved={unsaved}>
      {(id, onUnsaved) => <OrderDetail key={id} id={id} onChanged={onChanged} onUnsaved={onUnsaved} />}
    </Sheet>
  )
}

type OrderDetailProps = {
  id: string
  onChanged: (order: ShownOrder) => void
  onUnsaved: (unsaved: boolean) => void
}

function OrderDetail({ id, onChanged, onUnsaved }: OrderDetailProps) {
  const { state, again } = useLoaded(id, (signal) =>
    adminCall<ShownOrder>('GET', `/admin/orders/${encodeURIComponent(id)}`, undefined, { signal }),
  )
  const [controlling, setControlling] = useState(false)
  const [noting, setNoting] = useState(false)
  useEffect(() => onUnsaved(controlling || noting), [controlling, noting, onUnsaved])
  const news = useOrderNews()
  const heard = useRef(news)
  useEffect(() => {
    if (news !== heard.current) again()
    heard.current = news
  }, [news, again])
  if (state.kind === 'loading') {
    return (
      <div role="status" aria-label="Sipariş yükleniyor" className="grid gap-4">
        <Skeleton className="h-10" />
        <Skeleton className="h-40" />
        <Skeleton className="h-40" />
      </div>
    )
  }
  if (state.kind === 'failed') {
    return (
      <div className="grid justify-items-start gap-4">
        <Notice tone="bad">{sentenceOf(state.error, 'Sipariş alınamadı')}</Notice>
        <Button look="secondary" onClick={again}>
          Tekrar Dene
        </Button>
      </div>
    )
  }
  const order = state.value.data
  return (
    <div className="grid gap-8">
      <div className="-mt-2 -mb-4 -ml-2 flex flex-wrap gap-x-2">
        <Button look="quiet" onClick={() => printPapers('packing-slips', [order.id])} className="text-sm!">
          Paket fişi yazdır
        </Button>
        <Button look="quiet" onClick={() => printPapers('address-labels', [order.id])} className="text-sm!">
          Etiket yazdır
        </Button>
      </div>
      <OrderControls
        order={order}
        onUnsaved={setControlling}
        onChanged={(changed) => {
          onChanged(changed)
          again()
        }}
      />
      <Section title="Ürünler">
        <OrderItems items={order.items} />
        <p className="mt-4 flex justify-between border-line border-t pt-3">
          <span>Toplam</span>
          <span className="font-medium tabular-nums">{formatKurus(fromTl(order.totalAmount) ?? 0)}</span>
        </p>
        {order.refundedAmount > 0 && (
          <p className="mt-1 flex justify-between">
            <span>İade edilen</span>
            <span className="tabular-nums">{formatKurus(fromTl(order.refundedAmount) ?? 0)}</span>
          </p>
        )}
      </Section>
      {order.status !== 'CANCELLED' && order.items.some((item) => item.refundedQuantity < item.quantity) && (
        <Section title="İade">
          <OrderRefund
            order={order}
            onChanged={(changed) => {
              onChanged(changed)
              again()
            }}
          />
        </Section>
      )}
      <div className="grid gap-8 sm:grid-cols-2">
        <Section title="Müşteri ve teslimat">
          <address className="grid gap-1 text-sm not-italic">
            <span className="font-medium">
              {order.customerInfo.firstName} {order.customerInfo.lastName}
            </span>
            <span>{order.shippingAddress}</span>
            <a
              href={`tel:${order.customerInfo.phone}`}
              className="py-0.5 underline decoration-line underline-offset-4 max-sm:py-2.5"
            >
              {formatPhone(order.customerInfo.phone)}
            </a>
            <a
              href={`mailto:${order.customerInfo.email}`}
              className="break-all py-0.5 underline decoration-line underline-offset-4 max-sm:py-2.5"
            >
              {order.customerInfo.email}
            </a>
            {order.customerId && (
              <Link
                to={`/admin/siparisler?musteri=${order.customerId}`}
                className="py-0.5 underline decoration-line underline-offset-4 max-sm:py-2.5"
              >
                Müşterinin tüm siparişleri
              </Link>
            )}
          </address>
        </Section>
        <Section title="Ödeme">
          <p className="grid gap-1 text-sm">
            <span>{paymentState(order)}</span>
            {order.paymentId && <span className="break-all text-muted">Ödeme no: {order.paymentId}</span>}
            <span className="text-muted">{formatMoment(order.createdAt)}</span>
          </p>
        </Section>
      </div>
      <Section title="Geçmiş ve notlar">
        <OrderHistory order={order} onChanged={again} onUnsaved={setNoting} />
      </Section>
    </div>
  )
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section>
      <h3 className="mb-3 text-muted text-sm">{title}</h3>
      {children}
    </section>
  )
}
