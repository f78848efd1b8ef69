import { Link } from 'react-router'
import type { WireMessageDetail } from '#api/wire/admin/messages.ts'
import { orderNumber } from '#app/account/orders/order-words.ts'
import { formatPhone } from '#shop/fields/phone.ts'
import { formatTl } from '#shop/money.ts'
import { formatDate } from '#shop/time.ts'
import { StatusMark } from '../parts/status-mark.tsx'
import { WhatsappLink } from '../parts/whatsapp-link.tsx'
import { kindLabels } from './message-words.ts'

const link = 'underline decoration-line underline-offset-4 hover:decoration-ink'

/** The writer: her page, her latest orders and her other messages; a sentence where nobody has the address. */
export function Writer({ message }: { message: WireMessageDetail }) {
  const { customer, orders, others } = message
  return (
    <>
      {customer && <Person customer={customer} order={orders?.[0]} />}
      {orders && orders.length > 0 && <Orders orders={orders} />}
      {others.length > 0 && <Others others={others} />}
      {!customer && orders?.length === 0 && (
        <p className="text-muted text-sm">Bu adresle üye olan ya da sipariş veren yok.</p>
      )}
    </>
  )
}

type PersonProps = {
  customer: NonNullable<WireMessageDetail['customer']>
  order: NonNullable<WireMessageDetail['orders']>[number] | undefined
}

function Person({ customer: { id, firstName, lastName, phone, orders }, order }: PersonProps) {
  const name = `${firstName} ${lastName}`.trim()
  return (
    <section>
      <h3 className="mb-2 text-muted text-sm">Müşteri</h3>
      <p className="flex flex-wrap items-center gap-x-5 text-sm">
        <Link to={`/admin/musteriler/${id}`} className={`inline-flex min-h-11 items-center font-medium ${link}`}>
          {name || 'Adı yok'}
        </Link>
        <span className="text-muted">{orders > 0 ? `${orders} sipariş` : 'Henüz sipariş vermedi'}</span>
        {phone && (
          <a href={`tel:${phone}`} className={`inline-flex min-h-11 items-center ${link}`}>
            {formatPhone(phone)}
          </a>
        )}
        {phone && <WhatsappLink phone={phone} firstName={firstName} order={order} />}
      </p>
    </section>
  )
}

function Orders({ orders }: { orders: NonNullable<WireMessageDetail['orders']> }) {
  return (
    <section>
      <h3 className="mb-2 text-muted text-sm">Son siparişleri</h3>
      <ul className="border-line border-t text-sm">
        {orders.map(({ id, status, total, createdAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 border-line border-b py-1">
            <Link to={`/admin/siparisler?siparis=${id}`} className={`inline-flex min-h-11 items-center ${link}`}>
              {orderNumber(id)}
            </Link>
            <span className="text-muted">{formatDate(createdAt)}</span>
            <span className="ml-auto tabular-nums">{total !== undefined && formatTl(total)}</span>
            <span className="sm:w-28 sm:text-right">
              <StatusMark status={status} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Others({ others }: { others: WireMessageDetail['others'] }) {
  return (
    <section>
      <h3 className="mb-2 text-muted text-sm">Diğer yazışmalar</h3>
      <ul className="border-line border-t text-sm">
        {others.map(({ id, kind, summary, answered, createdAt }) => (
          <li key={id} className="border-line border-b">
            <Link to={`?mesaj=${id}`} className="grid gap-0.5 py-2.5 hover:bg-paper">
              <span className="flex flex-wrap justify-between gap-x-4">
                <span className={link}>{kindLabels[kind]}</span>
                <span className="text-muted">
                  {formatDate(createdAt)}
                  {!answered && ', yanıt bekliyor'}
                </span>
              </span>
              {summary && <span className="line-clamp-1 break-all text-muted">{summary}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
