import type { ReactNode } from 'react'
import type { WireCredit } from '#api/wire/credit.ts'
import { formatTl } from '#shop/money.ts'
import { formatDate } from '#shop/time.ts'
import { orderNumber } from '../orders/order-words.ts'

type Entry = WireCredit['entries'][number]

const words: Record<Entry['cause'], string> = {
  gift: 'Hediye',
  'taken-back': 'Geri alındı',
  refund: 'İade',
  spent: 'Siparişte kullanıldı',
  returned: 'Siparişten geri döndü',
  'moved-out': 'Diğer hesabınıza aktarıldı',
  'moved-in': 'Diğer hesabınızdan aktarıldı',
}

type EntriesProps = { entries: Entry[]; orderLink?: (orderId: string, name: string) => ReactNode }

/** Where store credit came from and went, the newest first. */
export function CreditEntries({ entries, orderLink = (_, name) => name }: EntriesProps) {
  return (
    <ul className="border-line border-t text-sm">
      {entries.map(({ id, amount, cause, orderId, note, createdAt }) => (
        <li key={id} className="flex justify-between gap-4 border-line border-b py-2.5">
          <span className="min-w-0 break-words">
            {words[cause]}
            {orderId && <> · {orderLink(orderId, orderNumber(orderId))}</>}
            {note && <span className="block text-muted">{note}</span>}
            <time dateTime={createdAt} className="block text-muted tabular-nums">
              {formatDate(createdAt)}
            </time>
          </span>
          <span className={`whitespace-nowrap tabular-nums ${amount > 0 ? 'text-good' : ''}`}>
            {amount > 0 ? '+' : ''}
            {formatTl(amount)}
          </span>
        </li>
      ))}
    </ul>
  )
}
