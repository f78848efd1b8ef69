import type { ReactNode } from 'react'
import type { WireStaffOrder } from '#api/wire/admin/orders.ts'
import { orderNumber } from '#app/account/orders/order-words.ts'
import { Thumbnail } from '#app/ui/thumbnail.tsx'
import { formatMoment } from '#shop/time.ts'
import { StatusMark } from '../parts/status-mark.tsx'
import { sumText } from '../parts/sums.ts'
import { Tick } from '../parts/tick.tsx'
import { paymentState } from '../payments/payment-words.ts'
import { WithdrawnMark } from '../returns/withdrawn-mark.tsx'
import { isBoughtHere } from './giving-back/amounts.ts'

type OrderTableProps = {
  orders: WireStaffOrder[]
  chosen: ReadonlySet<string>
  /** Undefined for whoever only reads: nothing can be done with many at once. */
  onChoose: ((ids: string[], wanted: boolean) => void) | undefined
  onOpen: (id: string) => void
}

/** A table on a wide screen, the same rows as cards on a phone. */
export function OrderTable({ orders, chosen, onChoose, onOpen }: OrderTableProps) {
  const all = orders.every(({ id }) => chosen.has(id))
  const some = orders.some(({ id }) => chosen.has(id))
  const chooseAll = onChoose && (
    <Tick
      label="Bu sayfadaki siparişlerin hepsini seç"
      checked={all}
      partly={some && !all}
      onChange={(wanted) =>
        onChoose(
          orders.map(({ id }) => id),
          wanted,
        )
      }
    />
  )
  return (
    <>
      {chooseAll && (
        <div className="flex items-center text-muted text-sm md:hidden">
          {chooseAll}
          <span aria-hidden="true">Hepsini seç</span>
        </div>
      )}
      <table className="w-full border-line border-t bg-surface text-sm max-md:block">
        <Head chooseAll={chooseAll} sums={orders.some(({ totalAmount }) => totalAmount !== undefined)} />
        <tbody className="max-md:block">
          {orders.map((order) => (
            <OrderRow
              key={order.id}
              order={order}
              chosen={chosen.has(order.id)}
              onChoose={onChoose && ((wanted) => onChoose([order.id], wanted))}
              onOpen={() => onOpen(order.id)}
            />
          ))}
        </tbody>
      </table>
    </>
  )
}

function Head({ chooseAll, sums }: { chooseAll: ReactNode | undefined; sums: boolean }) {
  return (
    <thead className="sticky top-14 z-10 bg-surface text-left text-muted max-md:sr-only">
      <tr className="border-line border-b">
        {chooseAll && (
          <th scope="col" className="w-11 max-md:hidden">
            {chooseAll}
          </th>
        )}
        <th scope="col" className="w-16 font-normal">
          <span className="sr-only">Ürünler</span>
        </th>
        {['Sipariş', 'Tarih', 'Müşteri', 'Durum', 'Ödeme'].map((name) => (
          <th key={name} scope="col" className="px-2 py-2 font-normal xl:px-3">
            {name}
          </th>
        ))}
        <th scope="col" className="px-2 py-2 text-right font-normal xl:px-3">
          {sums ? 'Tutar' : <span className="sr-only">Tutarı görme yetkiniz yok</span>}
        </th>
      </tr>
    </thead>
  )
}

type OrderRowProps = {
  order: WireStaffOrder
  chosen: boolean
  onChoose: ((wanted: boolean) => void) | undefined
  onOpen: () => void
}

function OrderRow({ order, chosen, onChoose, onOpen }: OrderRowProps) {
  const customer = `${order.customerInfo.firstName} ${order.customerInfo.lastName}`
  const payment = paymentState(order)
  // On a phone only what is not simply paid takes a line of its own.
  const isTold = payment !== 'Ödendi'
  const lines = isTold ? 'max-md:row-span-4' : 'max-md:row-span-3'
  return (
    <tr
      onClick={onOpen}
      className={`cursor-pointer border-line border-b hover:bg-paper max-md:grid ${onChoose ? 'max-md:grid-cols-[auto_auto_1fr_auto]' : 'max-md:grid-cols-[auto_1fr_auto] max-md:pl-3'} max-md:gap-x-3 max-md:pt-1 max-md:pr-3 max-md:pb-2.5 md:[&>td]:px-2 md:[&>td]:py-1 xl:[&>td]:px-3 ${chosen ? 'bg-nar-soft/50' : ''}`}
    >
      {onChoose && (
        <td className={`p-0! ${lines}`}>
          <Tick label={`${orderNumber(order.id)} siparişini seç`} checked={chosen} onChange={onChoose} />
        </td>
      )}
      <td className={`${lines} max-md:self-center max-md:pt-1 md:pr-0!`}>
        <Pieces items={order.items} />
      </td>
      <td className="max-md:order-1">
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={(event) => {
            event.stopPropagation()
            onOpen()
          }}
          className="min-h-11 font-medium tabular-nums underline decoration-line underline-offset-4 hover:decoration-ink"
        >
          {orderNumber(order.id)}
        </button>
      </td>
      <td className="text-muted tabular-nums max-md:order-4 xl:whitespace-nowrap">
        <Moment at={order.createdAt} />
      </td>
      <td className="wrap-anywhere max-md:order-3 max-md:col-span-2 md:min-w-40">
        {customer}
        {isBoughtHere(order) ? (
          <Address email={order.customerInfo.email} />
        ) : (
          <span className="block text-muted max-md:hidden">Pazaryerinden</span>
        )}
      </td>
      <td className="max-md:order-5 xl:whitespace-nowrap">
        <StatusMark status={order.status} />
        {order.withdrawn && <WithdrawnMark withdrawn={order.withdrawn} />}
      </td>
      <td className={isTold ? 'max-md:order-6 max-md:col-span-2' : 'max-md:hidden'}>{payment}</td>
      <td className="whitespace-nowrap text-right tabular-nums max-md:order-2 max-md:self-center max-md:font-medium">
        {sumText(order.totalAmount)}
      </td>
    </tr>
  )
}

/** Where it has to break it does so before its @. */
function Address({ email }: { email: string | undefined }) {
  const [name, domain] = email?.split('@') ?? []
  return (
    <span className="block text-muted max-md:hidden">
      {name}
      {domain && (
        <>
          <wbr />@{domain}
        </>
      )}
    </span>
  )
}

/** On a tablet the hour stands under its day, so that there is room for an address. */
function Moment({ at }: { at: string }) {
  const words = formatMoment(at)
  const hour = words.lastIndexOf(' ')
  return (
    <>
      <span className="whitespace-nowrap">{words.slice(0, hour)}</span>
      <span className="md:max-xl:block">{words.slice(hour)}</span>
    </>
  )
}

/** The first piece, and how many more there are. */
function Pieces({ items }: Pick<WireStaffOrder, 'items'>) {
  const [first] = items
  if (!first) return null
  const { product, color, size } = first.variant
  const more = items.reduce((sum, { quantity }) => sum + quantity, -1)
  const words = `${product.name}, ${color}, ${size}${more > 0 ? ` ve ${more} ürün daha` : ''}`
  return (
    <span title={words} className="relative block w-11">
      <Thumbnail address={product.mainImage} alt={words} lazy className="aspect-4/5 w-full rounded-xs" />
      {more > 0 && (
        <span
          aria-hidden="true"
          className="absolute right-0 bottom-0 min-w-5 bg-ink px-1 text-center text-surface text-xs tabular-nums"
        >
          +{more}
        </span>
      )}
    </span>
  )
}
