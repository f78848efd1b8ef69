import type { WireAdminOrder } from '#api/wire/admin/orders.ts'
import { formatTl } from '#shop/money.ts'
import { formatMoment } from '#shop/time.ts'

type Refunds = WireAdminOrder['refunds']

const states: Record<Refunds[number]['status'], string> = {
  REQUESTED: 'bankadan onay bekliyor',
  SUCCEEDED: 'iade edildi',
  FAILED: 'banka kabul etmedi',
}

/** The refunds of an order, each with the reason that the staff wrote. */
export function RefundsMade({ refunds }: { refunds: Refunds }) {
  return (
    <ul className="grid text-sm">
      {refunds.map(({ id, amount, credit, giftCard, status, byHand, reason, createdAt }) => (
        <li key={id} className="flex flex-wrap justify-between gap-x-4 border-line border-b py-2">
          <span className="min-w-0 flex-1 basis-64 break-words">
            {formatTl(amount)} {byHand && status === 'REQUESTED' ? 'sizden havale bekliyor' : states[status]}
            {credit && <> ({credit === amount ? 'tamamı' : formatTl(credit)} mağaza kredisi)</>}
            {giftCard && <> ({giftCard === amount ? 'tamamı' : formatTl(giftCard)} hediye kartına)</>}
            {reason && <span className="block text-muted">Neden: {reason}</span>}
          </span>
          <time dateTime={createdAt} className="text-muted tabular-nums">
            {formatMoment(createdAt)}
          </time>
        </li>
      ))}
    </ul>
  )
}
