import { orderNumber, paymentLabel, type ShownOrder } from '#app/order-shape.ts'
import { formatKurus, fromTl } from '#shop/money.ts'
import { formatMoment } from '#shop/time.ts'
import { StatusMark } from './status-mark.tsx'

type OrderTableProps = { orders: ShownOrder[]; onOpen: (id: string) => void }

/** A table on a wide screen, the same rows as cards on a phone. */
export function OrderTable({ orders, onOpen }: OrderTableProps) {
  return (
    <table className="w-full border-line border-t bg-surface text-sm max-md:block">
      <thead className="sticky top-14 z-10 bg-surface text-left text-muted max-md:sr-only">
        <tr className="border-line border-b">
          {['Sipariş', 'Tarih', 'Müşteri', 'Durum', 'Ödeme'].map((name) => (
            <th key={name} scope="col" className="px-3 py-2 font-normal">
              {name}
            </th>
          ))}
          <th scope="col" className="px-3 py-2 text-right font-normal">
            Tutar
          </th>
        </tr>
      </thead>
      <tbody className="max-md:block">
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} onOpen={() => onOpen(order.id)} />
        ))}
      </tbody>
    </table>
  )
}

function OrderRow({ order, onOpen }: { order: ShownOrder; onOpen: () => void }) {
  const customer = `${order.customerInfo.firstName} ${order.customerInfo.lastName}`
  return (
    <tr
      onClick={onOpen}
      className="cursor-pointer border-line border-b hover:bg-paper max-md:grid max-md:grid-cols-[1fr_auto] max-md:gap-x-4 max-md:gap-y-1 max-md:px-3 max-md:py-3 md:[&>td]:px-3 md:[&>td]:py-1"
    >
      <td>
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={(event) => {
            event.stopPropagation()
            onOpen()
          }}
          className="min-h-10 font-medium tabular-nums underline decoration-line underline-offset-4 hover:decoration-ink max-md:min-h-6"
        >
          {orderNumber(order.id)}
        </button>
      </td>
      <td className="text-muted tabular-nums max-md:order-3">{formatMoment(order.createdAt)}</td>
      <td className="max-md:order-5 max-md:col-span-2">
        {customer}
        <span className="block text-muted max-md:hidden">{order.customerInfo.email}</span>
      </td>
      <td className="max-md:order-4 max-md:justify-self-end">
        <StatusMark status={order.status} />
      </td>
      <td className="max-md:hidden">{paymentLabel(order.paymentStatus)}</td>
      <td className="text-right tabular-nums max-md:order-2 max-md:font-medium">
        {formatKurus(fromTl(order.totalAmount) ?? 0)}
      </td>
    </tr>
  )
}
