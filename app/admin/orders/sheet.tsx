import { Link } from 'react-router'
import type { WireAdminOrder, WireStaffOrder } from '#api/wire/admin/orders.ts'
import { OrderItems } from '#app/account/orders/items.tsx'
import { installmentsLabel, isPaid, orderNumber, paidBy } from '#app/account/orders/order-words.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Notice } from '#app/ui/notice.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { isOfPerson } from '#shop/fields/invoice.ts'
import { formatPhone } from '#shop/fields/phone.ts'
import { postalLines } from '#shop/fields/postal-address.ts'
import { formatTl } from '#shop/money.ts'
import { carrierName } from '#shop/orders/carriers.ts'
import { formatMoment } from '#shop/time.ts'
import { adminCall } from '../parts/api.ts'
import { ListFailed } from '../parts/list-parts.tsx'
import { useRights } from '../parts/rights.ts'
import { Sheet, SheetSection } from '../parts/sheet.tsx'
import { StatusMark } from '../parts/status-mark.tsx'
import { WhatsappLink } from '../parts/whatsapp-link.tsx'
import { CopiedNumber } from '../payments/parts.tsx'
import { paymentState, waitsFor } from '../payments/payment-words.ts'
import { Receipts } from '../payments/receipts.tsx'
import { EnterReturn } from '../returns/enter.tsx'
import { ProviderShipment } from '../shipping/provider-shipment.tsx'
import { ChangeOrder } from './change/change.tsx'
import { OrderContracts } from './contracts.tsx'
import { OrderControls } from './controls.tsx'
import { AtDoor } from './door/at-door.tsx'
import { isBoughtHere, leftOf } from './giving-back/amounts.ts'
import { OrderRefund } from './giving-back/refund.tsx'
import { OrderHistory } from './history.tsx'
import { OrderInvoice } from './invoice.tsx'
import { useOrderNews } from './live.ts'
import { PaymentLink } from './manual/link.tsx'
import { PrintButtons } from './print.tsx'
import { RefundsMade } from './refunds-made.tsx'

type OrderSheetProps = {
  id: string | undefined
  onClose: () => void
  onChanged: (order: WireStaffOrder) => void
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
      {(id) => <LoadedOrder key={id} id={id} onChanged={onChanged} />}
    </Sheet>
  )
}

type LoadedOrderProps = { id: string; onChanged: (order: WireStaffOrder) => void }

function LoadedOrder({ id, onChanged }: LoadedOrderProps) {
  const news = useOrderNews()
  const { state, again } = useLoaded(`${id} ${news}`, (signal) =>
    adminCall<'GET /admin/orders/{id}'>('GET', `/admin/orders/${encodeURIComponent(id)}`, undefined, { signal }),
  )
  switch (state.kind) {
    case 'loading':
      return <OrderComing />
    case 'failed':
      return <ListFailed error={state.error} otherwise="Sipariş alınamadı" onAgain={again} />
    case 'ready':
      return (
        <OrderDetail
          order={state.value.data}
          onAgain={again}
          onChanged={(changed) => {
            onChanged(changed)
            again()
          }}
        />
      )
  }
}

function OrderComing() {
  return (
    <div role="status" aria-label="Sipariş yükleniyor" className="grid gap-4">
      <Skeleton className="h-10" />
      <Skeleton className="h-40" />
      <Skeleton className="h-40" />
    </div>
  )
}

type OrderDetailProps = { order: WireAdminOrder; onAgain: () => void; onChanged: (order: WireStaffOrder) => void }

function OrderDetail({ order, onAgain, onChanged }: OrderDetailProps) {
  const rights = useRights()
  const [sums, works] = [rights.includes('amounts'), rights.includes('orders')]
  const open = isPaid(order) && order.status !== 'CANCELLED'
  const refundable = sums && works && open && isBoughtHere(order) && leftOf(order) > 0
  return (
    <div className="grid grid-cols-1 gap-8">
      {works && (
        <div className="-mt-2 -mb-4 -ml-2 flex flex-wrap gap-x-2">
          <PrintButtons orderIds={[order.id]} />
          <ChangeOrder order={order} onChanged={onChanged} />
        </div>
      )}
      {order.exchange && (
        <p className="text-sm">
          Değişim siparişi: {orderNumber(order.exchange.of)} numaralı siparişten gelen ürünün yerine.
          {order.exchange.waits && ` ${waitsFor(order)}`}{' '}
          <Link
            to={`/admin/siparisler/iadeler?durum=all&q=${order.exchange.of.slice(-8)}`}
            className="underline decoration-line underline-offset-4"
          >
            Değişime bak
          </Link>
        </p>
      )}
      <Withdrawn order={order} />
      {order.returning && (
        <p className="text-sm">
          Bu siparişin sonuçlanmamış bir iadesi ya da değişimi var.{' '}
          {rights.includes('returns') && (
            <Link
              to={`/admin/siparisler/iadeler?durum=all&q=${order.id.slice(-8)}`}
              className="underline decoration-line underline-offset-4"
            >
              İadeye bak
            </Link>
          )}
        </p>
      )}
      <SheetSection title="Ürünler">
        <Bought order={order} />
      </SheetSection>
      {works ? <OrderControls order={order} onChanged={onChanged} /> : <Standing order={order} />}
      {works && order.shippingProvider && (
        <SheetSection title={`Kargo gönderisi (${order.shippingProvider})`}>
          <ProviderShipment order={order} provider={order.shippingProvider} onChanged={onChanged} />
        </SheetSection>
      )}
      <div className="grid grid-cols-1 gap-8 sm:grid-cols-2">
        <SheetSection title="Müşteri ve teslimat">
          <Buyer order={order} />
        </SheetSection>
        <SheetSection title="Ödeme">
          <p className="grid gap-1 text-sm">
            <span>{paymentState(order)}</span>
            <span className="text-muted">{paidBy(order)}</span>
            {!isBoughtHere(order) && (
              <span className="text-muted">İptali, iadesi ve değişimi pazaryerinin panelinden yapılır.</span>
            )}
            {isByCard(order) && <span className="text-muted">{installmentsLabel(order.installments)}</span>}
            {isByCard(order) && order.paymentId && (
              <span className="text-muted">
                Ödeme no: <CopiedNumber number={order.paymentId} />
              </span>
            )}
            <span className="text-muted">{formatMoment(order.createdAt)}</span>
          </p>
          {sums && order.paymentMethod === 'BANK_TRANSFER' && rights.includes('payments-read') && (
            <Receipts order={order} onChanged={onAgain} />
          )}
          {sums && works && order.manual && order.paymentStatus === 'PENDING' && <PaymentLink order={order} />}
          {works && order.paymentStatus === 'CASH_ON_DELIVERY' && <AtDoor order={order} onChanged={onChanged} />}
        </SheetSection>
      </div>
      {order.refunds.length > 0 && (
        <SheetSection title="Yapılan iadeler">
          <RefundsMade refunds={order.refunds} />
        </SheetSection>
      )}
      {refundable && (
        <SheetSection title="Para iadesi">
          <OrderRefund order={order} onAgain={onAgain} onChanged={onChanged} />
        </SheetSection>
      )}
      {rights.includes('returns') && mayComeBack(order) && (
        <SheetSection title={order.status === 'PREPARED' ? 'Vazgeçilen ürün' : 'Geri gelecek ürün'}>
          <EnterReturn order={order} onChanged={onAgain} />
        </SheetSection>
      )}
      {sums && (
        <SheetSection title="Fatura">
          <OrderInvoice order={order} onChanged={onAgain} />
        </SheetSection>
      )}
      {sums && rights.includes('contacts') && (
        <SheetSection title="Sözleşmeler">
          <OrderContracts orderId={order.id} />
        </SheetSection>
      )}
      <SheetSection title="Geçmiş ve notlar">
        <OrderHistory order={order} onAgain={onAgain} onChanged={onChanged} />
      </SheetSection>
    </div>
  )
}

/** Whether a return of it may be written down: it is packed at least, and something of it is paid or to be paid at the door. */
function mayComeBack(order: WireAdminOrder): boolean {
  const { status, paymentStatus, totalAmount, withdrawn } = order
  if (status !== 'PREPARED' && status !== 'SHIPPED' && status !== 'DELIVERED') return false
  if (withdrawn === 'ALL' || !isBoughtHere(order)) return false
  if (paymentStatus === 'CASH_ON_DELIVERY') return true
  // Without the right to see sums the shop's answer says when nothing is left.
  return isPaid(order) && (totalAmount === undefined || leftOf(order) > 0)
}

/** Said before anything else: its parcel is not to be handed over as it is. */
function Withdrawn({ order: { id, withdrawn } }: { order: WireAdminOrder }) {
  const mayDecide = useRights().includes('returns')
  if (!withdrawn) return null
  return (
    <Notice tone="bad">
      {withdrawn === 'ALL'
        ? 'Göndermeyin: bu siparişin tamamı iade ediliyor.'
        : 'Bu siparişin bir kısmı iade ediliyor: göndermeden önce o ürünleri paketten çıkarın.'}{' '}
      {mayDecide ? (
        <Link to={`/admin/siparisler/iadeler?durum=all&q=${id.slice(-8)}`} className="underline underline-offset-4">
          İadeye bak
        </Link>
      ) : (
        'İadelere bakan arkadaşınıza haber verin.'
      )}
    </Notice>
  )
}

/** Where the order is, for whoever may not move it. */
function Standing({ order: { status, carrier, trackingNumber, trackingUrl } }: { order: WireAdminOrder }) {
  const words = [carrierName(carrier), trackingNumber].filter(Boolean).join(' · ')
  return (
    <SheetSection title="Durum">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <StatusMark status={status} />
        {trackingUrl ? (
          <a href={trackingUrl} target="_blank" rel="noreferrer" className={contact}>
            {words}
          </a>
        ) : (
          <span className="wrap-anywhere">{words}</span>
        )}
      </p>
    </SheetSection>
  )
}

function isByCard({ paymentMethod }: WireStaffOrder): boolean {
  return paymentMethod === 'CARD' || paymentMethod === 'HOSTED'
}

function Bought({ order }: { order: WireAdminOrder }) {
  return (
    <>
      <OrderItems items={order.items} />
      {order.totalAmount !== undefined && <Sums order={order} />}
    </>
  )
}

function Sums({ order }: { order: WireAdminOrder }) {
  const { discount, delivery = 0, methodFee = 0, installmentFee = 0, refundedAmount = 0, refundPending = 0 } = order
  return (
    <div className="mt-4 grid gap-1 border-line border-t pt-3">
      {discount && discount.amount > 0 && (
        <Sum name={`İndirim, fiyatlara dâhil${discount.reason ? ` (${discount.reason})` : ''}`} tl={discount.amount} />
      )}
      {delivery > 0 && <Sum name="Kargo" tl={delivery} />}
      {methodFee > 0 && <Sum name="Kapıda ödeme bedeli" tl={methodFee} />}
      {installmentFee > 0 && <Sum name="Taksit farkı" tl={installmentFee} />}
      <Sum name="Toplam" tl={order.totalAmount ?? 0} bold />
      {order.giftCard && <Sum name="Hediye kartıyla ödenen" tl={order.giftCard} />}
      {order.credit && <Sum name="Mağaza kredisiyle ödenen" tl={order.credit} />}
      {order.exchange && <Sum name="Değişime verilen ürünler" tl={order.exchange.amount ?? 0} />}
      {refundedAmount > 0 && <Sum name="İade edilen" tl={refundedAmount} />}
      {order.refundedGiftCard && <Sum name="Bunun hediye kartına döneni" tl={order.refundedGiftCard} />}
      {order.refundedCredit && <Sum name="Bunun mağaza kredisi olanı" tl={order.refundedCredit} />}
      {order.vat.map(({ rate, net, tax }) => (
        <p key={rate} className="flex justify-between text-muted text-sm">
          <span>
            KDV %{rate} (matrah <span className="tabular-nums">{formatTl(net)}</span>)
          </span>
          <span className="tabular-nums">{formatTl(tax)}</span>
        </p>
      ))}
      {refundPending > 0 && <Sum name="Henüz gitmemiş iade" tl={refundPending} />}
    </div>
  )
}

function Sum({ name, tl, bold = false }: { name: string; tl: number; bold?: boolean }) {
  return (
    <p className="flex justify-between gap-x-4">
      <span className="min-w-0 wrap-anywhere">{name}</span>
      <span className={`whitespace-nowrap tabular-nums ${bold ? 'font-medium' : ''}`}>{formatTl(tl)}</span>
    </p>
  )
}

const contact = 'py-0.5 underline decoration-line underline-offset-4 max-sm:py-2.5'

function Buyer({ order }: { order: WireStaffOrder }) {
  const { id, trackingUrl, customerInfo, customerId, guest, shippingAddress } = order
  const { phone, email } = customerInfo
  const rights = useRights()
  const isCustomer = isBoughtHere(order)
  return (
    <address className="grid grid-cols-1 gap-1 text-sm not-italic">
      <span className="font-medium">
        {customerInfo.firstName} {customerInfo.lastName}
        {guest && isCustomer && <span className="font-normal text-muted"> (üyeliksiz)</span>}
      </span>
      {shippingAddress && <span>{shippingAddress}</span>}
      <InvoiceLines buyer={customerInfo} />
      {phone && (
        <a href={`tel:${phone}`} className={contact}>
          {formatPhone(phone)}
        </a>
      )}
      {phone && <WhatsappLink phone={phone} firstName={customerInfo.firstName} order={{ id, trackingUrl }} />}
      {email && isCustomer && (
        <a href={`mailto:${email}`} className={`break-all ${contact}`}>
          {email}
        </a>
      )}
      {customerId && isCustomer && rights.includes('customers') && (
        <Link to={`/admin/musteriler/${customerId}`} className={contact}>
          Müşterinin sayfası
        </Link>
      )}
      {customerId && isCustomer && (
        <Link to={`/admin/siparisler?musteri=${customerId}`} className={contact}>
          Müşterinin tüm siparişleri
        </Link>
      )}
      {customerId && !guest && rights.includes('amounts') && rights.includes('contacts') && (
        <Link to={`/admin/kredi/${customerId}`} className={contact}>
          Mağaza kredisi
        </Link>
      )}
    </address>
  )
}

/** To whom the invoice is made out, when that is more than the buyer's name. */
function InvoiceLines({ buyer: { invoice, invoiceAddress } }: { buyer: WireStaffOrder['customerInfo'] }) {
  const lines = [
    ...(invoice?.type === 'COMPANY'
      ? [
          invoice.title,
          `${invoice.taxOffice} vergi dairesi`,
          `${isOfPerson(invoice.vkn) ? 'T.C. kimlik no' : 'VKN'} ${invoice.vkn}`,
        ]
      : [invoice?.tckn && `T.C. kimlik no ${invoice.tckn}`]),
    ...(invoiceAddress ? postalLines(invoiceAddress) : []),
  ].filter((line) => line)
  if (lines.length === 0) return null
  return (
    <span className="my-1 grid grid-cols-1 gap-1 border-line border-l-2 pl-3">
      <span className="text-muted">Fatura</span>
      {lines.map((line) => (
        <span key={line} className="break-words">
          {line}
        </span>
      ))}
    </span>
  )
}
