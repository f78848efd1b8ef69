import { useEffect } from 'react'
import type { WireOrderWithHistory } from '#api/wire/orders.ts'
import type { WireTransferDue } from '#api/wire/payments.ts'
import { openOrder } from '#app/account/orders/asked-order.ts'
import { expectedDelivery } from '#app/account/orders/expected-delivery.ts'
import { OrderItems } from '#app/account/orders/items.tsx'
import { installmentsLabel, orderNumber } from '#app/account/orders/order-words.ts'
import { TransferDetails } from '#app/account/orders/transfer.tsx'
import { api } from '#app/browser/api-client.ts'
import { useSession } from '#app/browser/session-store.ts'
import { type Loaded, useLoaded } from '#app/browser/use-loaded.ts'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { formatTl } from '#shop/money.ts'

export type CompletedOrder = {
  orderId: string
  paymentId: string | undefined
  totalAmount: number
  installments: number
  /** Part of totalAmount. */
  installmentFee: number
  recipient: string
  address: string
  email: string
  /** She pays when she takes her parcel. */
  atDoor?: boolean
  /** Still to be paid so. */
  transfer?: WireTransferDue | undefined
}

type CheckoutCompletedProps = {
  order: CompletedOrder
  onContinue: () => void
  /** Once the order is read. */
  onKnown?: (order: WireOrderWithHistory) => void
  /** She goes to her account, which opens over the page. */
  onLeave?: () => void
}

/** The order is placed: what is still to be paid, what it was, where it goes, what happens now. */
export function CheckoutCompleted({ order, onContinue, onKnown, onLeave }: CheckoutCompletedProps) {
  const { state } = useLoaded(order.orderId, (signal) =>
    api.get<'GET /orders/{id}'>(`/orders/${order.orderId}`, { signal }),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is done once it is known may be another function each time
  useEffect(() => {
    if (state.kind === 'ready') onKnown?.(state.value)
  }, [state])
  const expected = state.kind === 'ready' ? expectedDelivery(state.value) : undefined
  const isGuest = useSession().user === undefined
  return (
    <div className="grid grid-cols-1 gap-8">
      <div role="status" className="grid animate-arrive justify-items-center gap-3 pt-6 text-center">
        <span className="branch" />
        <span className="unless-branch grid size-14 place-items-center rounded-full bg-good text-white">
          <Icon name="check" size={28} />
        </span>
        <p className="font-display text-2xl">Teşekkür ederiz</p>
        <p className="text-muted">{arrived(order)}</p>
      </div>
      {order.transfer && <TransferDetails transfer={order.transfer} />}
      <Bought state={state} onLeave={onLeave} />
      <Facts order={order} paid={state.kind === 'ready' ? state.value : {}} />
      <WhatNow
        email={order.email}
        expected={order.transfer ? undefined : expected}
        waits={order.transfer !== undefined}
        isGuest={isGuest}
      />
      <div className="grid gap-3">
        {!isGuest && (
          <Button
            onClick={() => {
              onLeave?.()
              openOrder(order.orderId)
            }}
            className="w-full"
          >
            Siparişi görüntüle
          </Button>
        )}
        <Button look={isGuest ? 'primary' : 'secondary'} onClick={onContinue} className="w-full">
          Alışverişe devam et
        </Button>
      </div>
    </div>
  )
}

function arrived({ transfer, atDoor, totalAmount }: CompletedOrder): string {
  if (transfer) return 'Siparişiniz bize ulaştı, ürünlerinizi ayırdık. Havalenizi bekliyoruz.'
  if (!atDoor) return 'Ödemeniz alındı, siparişiniz bize ulaştı.'
  return `Siparişiniz bize ulaştı. ${formatTl(totalAmount)} tutarını paketinizi teslim alırken ödeyeceksiniz.`
}

/** The parts of the sum beside the pieces, once the order is read. */
type Paid = { delivery?: number; methodFee?: number; credit?: number; giftCard?: number }
type FactsProps = { order: CompletedOrder; paid: Paid }

function Facts({ order, paid: { delivery = 0, methodFee = 0, credit = 0, giftCard = 0 } }: FactsProps) {
  const facts: [string, string][] = [
    ['Sipariş numarası', orderNumber(order.orderId)],
    ['Ödeme numarası', order.paymentId ?? ''],
    ['Kargo', delivery > 0 ? formatTl(delivery) : ''],
    ['Kapıda ödeme bedeli', methodFee > 0 ? formatTl(methodFee) : ''],
    ['Hediye kartı', giftCard > 0 ? formatTl(giftCard) : ''],
    ['Mağaza kredisi', credit > 0 ? formatTl(credit) : ''],
    [
      credit + giftCard > 0 ? (order.transfer || order.atDoor ? 'Ödenecek tutar' : 'Ödenen tutar') : 'Tutar',
      formatTl(order.totalAmount),
    ],
    ['Taksit', order.installments > 1 ? installmentsLabel(order.installments) : ''],
    ['Taksit farkı', order.installmentFee > 0 ? formatTl(order.installmentFee) : ''],
    ['Alıcı', order.recipient],
    ['Adres', order.address],
  ]
  return (
    <dl className="grid grid-cols-[auto_minmax(50%,1fr)] gap-x-6 gap-y-2 border-line border-y py-4 text-sm">
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 break-words text-right tabular-nums">{value}</dd>
          </div>
        ))}
    </dl>
  )
}

type WhatNowProps = { email: string; expected: string | undefined; waits: boolean; isGuest: boolean }

function WhatNow({ email, expected, waits, isGuest }: WhatNowProps) {
  return (
    <div className="grid grid-cols-1 gap-2 text-sm">
      <h3 className="font-medium text-base">Şimdi ne olacak?</h3>
      <ol className="wrap-anywhere grid list-decimal gap-1 pl-5 text-muted">
        <li>
          {waits ? 'Havale bilgilerini' : 'Sipariş onayını'} {email ? `${email} adresine` : 'e-posta adresinize'}{' '}
          gönderiyoruz.
          {isGuest && ' Siparişinizi o e-postadaki bağlantıyla her zaman açabilir, gerekirse iptal edebilirsiniz.'}
        </li>
        <li>
          {waits && 'Ödemeniz hesabımıza geçince haber veriyoruz. '}Siparişinizi hazırlayıp kargoya veriyor, takip
          bilgisini <span className="whitespace-nowrap">e-postayla</span> bildiriyoruz.
        </li>
        {expected && <li className="font-medium text-ink">{`Siparişiniz ${expected} elinizde olur.`}</li>}
      </ol>
    </div>
  )
}

/** In the shape of one piece, which most orders are. */
function BoughtSkeleton() {
  return (
    <div className="flex gap-4">
      <Skeleton className="h-20 w-16 shrink-0" />
      <div className="grow">
        <Skeleton className="h-5 w-3/4" />
        <Skeleton className="mt-2 h-4 w-1/3" />
      </div>
    </div>
  )
}

type BoughtProps = { state: Loaded<WireOrderWithHistory>; onLeave: (() => void) | undefined }

/** The bought pieces, in pictures. The order is paid, so a list that fails to load is left out without a complaint. */
function Bought({ state, onLeave }: BoughtProps) {
  if (state.kind === 'failed') return null
  if (state.kind === 'loading') return <BoughtSkeleton />
  return (
    <section aria-label="Sipariş içeriği">
      <OrderItems items={state.value.items} onLeave={onLeave} />
    </section>
  )
}
