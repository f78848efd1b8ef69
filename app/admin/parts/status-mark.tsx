import { statusLabel } from '#app/account/orders/order-words.ts'

const dots: Record<string, string> = {
  PENDING: 'border-2 border-nar',
  CONFIRMED: 'bg-nar',
  PREPARED: 'bg-ink',
  SHIPPED: 'bg-muted',
  DELIVERED: 'bg-good',
  CANCELLED: 'border-2 border-muted',
}

/** The status in words; the dot only helps the eye down a column. */
export function StatusMark({ status }: { status: string }) {
  return (
    <span className={`inline-flex items-center gap-2 ${status === 'CANCELLED' ? 'text-muted' : ''}`}>
      <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${dots[status] ?? 'bg-line'}`} />
      {statusLabel(status)}
    </span>
  )
}
