import { useEffect } from 'react'
import type { WireLinkedOrder } from '#api/wire/links.ts'
import { OrderItems } from '#app/account/orders/items.tsx'
import { orderNumber } from '#app/account/orders/order-words.ts'
import { TransferDetails } from '#app/account/orders/transfer.tsx'
import { ApiError, api, sentenceOf } from '#app/browser/api-client.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { formatTl } from '#shop/money.ts'
import { formatMoment, seconds } from '#shop/time.ts'
import { PayForm } from './form.tsx'

/** The order of a link, as it stands: to pay, paid, over, or waiting for its transfer. */
export function LinkedPayment({
  token,
  onState,
}: {
  token: string
  onState: (state: WireLinkedOrder['state']) => void
}) {
  const { state, again } = useLoaded(token, (signal) =>
    api.post<'POST /payment-links/order'>('/payment-links/order', { token }, { signal }),
  )
  const stands = state.kind === 'ready' ? state.value.state : undefined
  useEffect(() => {
    if (stands) onState(stands)
  }, [stands, onState])
  const isPaying = stands === 'PAYING'
  useEffect(() => {
    if (!isPaying) return
    const asking = setInterval(again, seconds(3))
    return () => clearInterval(asking)
  }, [isPaying, again])
  if (state.kind === 'loading') return <Skeleton className="h-72" />
  if (state.kind === 'failed') {
    return (
      <>
        <Notice tone="bad">{sentenceOf(state.error, 'Sipariş açılamadı. Lütfen tekrar deneyin.')}</Notice>
        {!isRefused(state.error) && (
          <Button look="secondary" onClick={again}>
            Tekrar Dene
          </Button>
        )}
      </>
    )
  }
  const order = state.value
  return (
    <>
      <How order={order} />
      <Bought order={order} />
      {order.transfer && <TransferDetails transfer={order.transfer} />}
      {order.open && <PayForm token={token} order={order} open={order.open} onDone={again} />}
    </>
  )
}

/** Whether the shop has refused: asking again would bring the same answer. */
function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
}

const words = {
  PAYING: 'Ödemenizin sonucunu bankaya soruyoruz; lütfen bu pencereyi kapatmayın ve yeniden ödeme yapmayın.',
  PAID: 'Ödendi. Siparişiniz bize ulaştı; onayını e-postayla gönderdik.',
  ENDED: 'Bu ödeme bağlantısının süresi doldu ya da sipariş iptal edildi; lütfen mağazadan yeni bir bağlantı isteyin.',
  AWAITING_TRANSFER: 'Havalenizi bekliyoruz; hesabımıza geçince siparişinizi hazırlamaya başlarız.',
}

function How({ order: { state, open, orderId } }: { order: WireLinkedOrder }) {
  return (
    <>
      <p className="text-muted text-sm">Sipariş {orderNumber(orderId)}</p>
      {open?.declined && <Notice tone="bad">{open.declined}</Notice>}
      {state === 'OPEN' ? (
        open && (
          <p>
            Ürünleriniz sizin için ayrıldı. Siparişinizi {formatMoment(open.expiresAt)} tarihine kadar ödeyebilirsiniz.
          </p>
        )
      ) : (
        <Notice tone={state === 'PAID' ? 'good' : state === 'ENDED' ? 'bad' : 'plain'}>{words[state]}</Notice>
      )}
    </>
  )
}

function Bought({ order }: { order: WireLinkedOrder }) {
  return (
    <section aria-label="Siparişiniz" className="grid gap-4">
      <OrderItems items={order.items} />
      <dl className="grid grid-cols-[minmax(0,auto)_minmax(55%,1fr)] gap-x-6 gap-y-2 border-line border-t pt-4 text-sm">
        {order.discount > 0 && (
          <Fact
            name={`İndirim${order.discountReason ? ` (${order.discountReason})` : ''}`}
            value={`${formatTl(order.discount)}, fiyatlara dâhil`}
          />
        )}
        {order.exchange !== undefined && (
          <Fact name="Değişime verdiğiniz ürünler" value={`−${formatTl(order.exchange)}`} />
        )}
        <Fact name="Kargo" value={order.delivery > 0 ? formatTl(order.delivery) : 'Ücretsiz'} />
        {/* A telephone number stands in one line. */}
        <Fact name="Satıcı" value={order.seller.replace(/(\d) (?=\d)/g, '$1\u00a0')} />
        {order.recipient && <Fact name="Alıcı" value={order.recipient} />}
        {order.address && <Fact name="Adres" value={order.address} />}
      </dl>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-t pt-3">
        <span>{order.exchange === undefined ? 'Toplam (KDV dahil)' : 'Ödenecek fark (KDV dahil)'}</span>
        <span className="whitespace-nowrap font-medium text-xl tabular-nums">{formatTl(order.totalAmount)}</span>
      </p>
    </section>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="wrap-anywhere text-muted">{name}</dt>
      <dd className="wrap-anywhere min-w-0 text-right">{value}</dd>
    </>
  )
}
