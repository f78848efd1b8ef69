import type { WireOrder, WireOrderWithHistory } from '#api/wire/orders.ts'
import { installmentsLabel, orderNumber, paidBy, paymentLabel } from '#app/account/orders/order-words.ts'
import { api } from '#app/browser/api-client.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { whatsappLink } from '#app/browser/whatsapp.ts'
import { useShop } from '#app/frame/use-shop.ts'
import { AskingPanel } from '#app/ui/leaving/asking-panel.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { invoiceLines } from '#shop/fields/invoice.ts'
import { formatPhone } from '#shop/fields/phone.ts'
import { postalLines } from '#shop/fields/postal-address.ts'
import { formatTl } from '#shop/money.ts'
import { formatDate } from '#shop/time.ts'
import { AfterSale, Pieces } from './after-sale.tsx'
import { isUnprepared, OrderCancel } from './cancel.tsx'
import { OwnChanges } from './change/own-changes.tsx'
import { OrderDocuments } from './documents.tsx'
import { expectedDelivery } from './expected-delivery.ts'
import { OrderInvoice } from './invoice.tsx'
import { OwedByHand } from './owed.tsx'
import { OrderShipment } from './shipment.tsx'
import { OrderTimeline } from './timeline.tsx'
import { TransferDetails } from './transfer.tsx'

type OrderDialogProps = {
  order: WireOrder
  open: boolean
  onClose: () => void
  onChanged: (order: WireOrder) => void
}

/** One order: what was bought, where it goes, how it stands. */
export function OrderDialog({ order, open, onClose, onChanged }: OrderDialogProps) {
  return (
    <AskingPanel open={open} onClose={onClose} title={`Sipariş ${orderNumber(order.id)}`} side="center" wide>
      <OrderDetail key={order.id} order={order} onChanged={onChanged} />
    </AskingPanel>
  )
}

/** Fetches its own history. */
export function OrderDetail({ order, onChanged }: Pick<OrderDialogProps, 'order' | 'onChanged'>) {
  // The list is shown at once; the history arrives on its own and may fail without taking the rest along.
  const { state, change } = useLoaded(order.id, (signal) =>
    api.get<'GET /orders/{id}'>(`/orders/${order.id}`, { signal }),
  )
  const current = state.kind === 'ready' ? state.value : order
  const detail = state.kind === 'ready' ? state.value : state.kind === 'failed' ? null : undefined
  const { customerInfo } = current
  const invoice = [...invoiceLines(customerInfo.invoice), ...invoiceAddressOf(customerInfo)].join(', ')
  const expected = state.kind === 'ready' && !state.value.transfer && expectedDelivery(state.value)
  const isAwaited = !['DELIVERED', 'CANCELLED'].includes(order.status) && order.paymentStatus !== 'AWAITING_TRANSFER'
  function changed(order: WireOrderWithHistory) {
    change(() => order)
    onChanged(order)
  }
  return (
    <div className="grid grid-cols-1 gap-6">
      <section aria-label="Sipariş durumu">
        <OrderTimeline order={current} />
        {expected && <p className="mt-4 text-sm">{`Siparişiniz ${expected} elinizde olur.`}</p>}
        {state.kind === 'loading' && isAwaited && <Skeleton className="mt-4 h-5 w-56 max-w-full" />}
      </section>
      {current.exchange?.waits && current.status !== 'CANCELLED' && (
        <p className="text-sm">
          Bu, değişimle gelecek ürününüz: eski ürününüz bize ulaşınca hazırlanır. Gönderimi{' '}
          {orderNumber(current.exchange.of)} numaralı siparişinizde.
        </p>
      )}
      {/* The room of one account: what stands below must not move under her finger. */}
      {state.kind === 'loading' && order.paymentStatus === 'AWAITING_TRANSFER' && <Skeleton className="h-112" />}
      {state.kind === 'ready' && state.value.transfer && <TransferDetails transfer={state.value.transfer} />}
      {state.kind === 'ready' && <OwedByHand order={state.value} onChanged={changed} />}
      <OrderCancel order={current} onChanged={changed} />
      <OrderShipment order={current} parcel={state.kind === 'ready' ? state.value.parcel : null} />
      <AfterSale order={current} detail={detail} onChanged={changed} />
      <div className="border-line border-t pt-6">
        <Pieces order={current} detail={detail} onChanged={changed} />
      </div>
      {state.kind === 'loading' && isUnprepared(order) && <Skeleton className="h-11 w-60 max-w-full" />}
      {state.kind === 'ready' && <OwnChanges order={state.value} onChanged={changed} />}
      <dl className="grid grid-cols-[fit-content(60%)_minmax(0,1fr)] gap-x-6 gap-y-2 border-line border-t pt-4 text-sm">
        {order.installmentFee > 0 && <Fact name="Taksit farkı" value={formatTl(order.installmentFee)} />}
        <Fact name="Toplam" value={formatTl(current.totalAmount)} />
        {current.discount && current.discount.amount > 0 && (
          <Fact
            name={`Fiyatlara dâhil indirim${current.discount.reason ? ` (${current.discount.reason})` : ''}`}
            value={formatTl(current.discount.amount)}
          />
        )}
        {current.giftCard && <Fact name="Hediye kartıyla ödenen" value={formatTl(current.giftCard)} />}
        {current.credit && <Fact name="Mağaza kredisiyle ödenen" value={formatTl(current.credit)} />}
        {current.exchange && <Fact name="Değişime verdiğiniz ürünler" value={formatTl(current.exchange.amount)} />}
        {current.refundedAmount > 0 && <Fact name="İade edilen" value={formatTl(current.refundedAmount)} />}
        {current.refundedGiftCard && <Fact name="Hediye kartına" value={formatTl(current.refundedGiftCard)} />}
        {current.refundedCredit && <Fact name="Mağaza kredisi olarak" value={formatTl(current.refundedCredit)} />}
        <Fact name="Kargo" value={order.delivery > 0 ? formatTl(order.delivery) : 'Ücretsiz'} />
        {order.methodFee > 0 && <Fact name="Kapıda ödeme bedeli" value={formatTl(order.methodFee)} />}
        <Fact name="Ödeme" value={paymentLabel(current)} />
        <Fact name="Ödeme yöntemi" value={paidBy(order)} />
        {order.installments > 1 && <Fact name="Taksit" value={installmentsLabel(order.installments)} />}
        <Fact name="Sipariş tarihi" value={formatDate(order.createdAt)} />
        <Fact name="Alıcı" value={`${customerInfo.firstName} ${customerInfo.lastName}`} />
        <Fact name="Adres" value={current.shippingAddress} />
        {invoice && <Fact name="Fatura" value={invoice} />}
        <Fact name="Telefon" value={formatPhone(customerInfo.phone)} />
      </dl>
      {state.kind === 'ready' && <OrderInvoice order={state.value} />}
      <OrderDocuments order={order} />
      <AskAboutOrder id={order.id} />
    </div>
  )
}

/** Nothing where the shop has no number. */
function AskAboutOrder({ id }: { id: string }) {
  const number = useShop()?.shop.whatsapp
  if (!number) return null
  return (
    <a
      href={whatsappLink(number, `Merhaba, ${orderNumber(id)} numaralı siparişim hakkında soracağım. `)}
      target="_blank"
      rel="noreferrer"
      className="link-line inline-flex min-h-11 items-center justify-self-start text-sm"
    >
      WhatsApp’tan sor
    </a>
  )
}

function invoiceAddressOf({ invoiceAddress }: WireOrder['customerInfo']): string[] {
  return invoiceAddress ? postalLines(invoiceAddress) : []
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 break-words text-right tabular-nums">{value}</dd>
    </>
  )
}
