import { Link } from 'react-router'
import type { WireCustomerDetail } from '#api/wire/customers.ts'
import { orderNumber } from '#app/account/orders/order-words.ts'
import { formatDate } from '#shop/time.ts'
import { StatusMark } from '../parts/status-mark.tsx'
import { sumText } from '../parts/sums.ts'

const link = 'underline decoration-line underline-offset-4 hover:decoration-ink'

/** Her latest orders, with the way to all of them. */
export function CustomerOrders({ customer: { id, latestOrders, orderCount } }: { customer: WireCustomerDetail }) {
  if (orderCount === 0) return <p className="text-muted text-sm">Henüz sipariş vermedi.</p>
  return (
    <>
      <ul className="border-line border-t text-sm">
        {latestOrders.map((order) => (
          <li key={order.id} className="grid grid-cols-[1fr_auto] gap-x-3 border-line border-b py-1.5">
            <Link to={`/admin/siparisler?siparis=${order.id}`} className={`inline-flex min-h-9 items-center ${link}`}>
              {orderNumber(order.id)}
            </Link>
            <span className="self-center text-right font-medium tabular-nums">{sumText(order.total)}</span>
            <span className="text-muted">
              {formatDate(order.createdAt)}, {order.pieces} parça{moneyOf(order)}
            </span>
            <span className="justify-self-end">
              <StatusMark status={order.status} />
            </span>
          </li>
        ))}
      </ul>
      {orderCount > latestOrders.length && (
        <Link to={`/admin/siparisler?musteri=${id}`} className={`inline-flex min-h-11 items-center text-sm ${link}`}>
          {orderCount} siparişin hepsi
        </Link>
      )}
    </>
  )
}

/** An order that nobody paid would look like one that is to be packed. */
function moneyOf({ exchange, status, paymentStatus }: WireCustomerDetail['latestOrders'][number]): string {
  if (exchange) return ', değişim'
  if (status === 'CANCELLED') return ''
  if (paymentStatus === 'AWAITING_TRANSFER') return ', havale bekleniyor'
  return paymentStatus === 'PENDING' ? ', ödeme bekleniyor' : ''
}
