import type { WireOrder, WireOrderWithHistory } from '#api/wire/orders.ts'
import { statusLabel } from '#app/account/orders/order-words.ts'
import { Icon } from '#app/ui/icon.tsx'
import { formatMoment } from '#shop/time.ts'

const way = ['PENDING', 'CONFIRMED', 'PREPARED', 'SHIPPED', 'DELIVERED'] as const

/** An order, with its history once that is there. */
type Told = Pick<WireOrder, 'status' | 'createdAt'> & Partial<Pick<WireOrderWithHistory, 'history'>>
type Step = { status: string; at: string | undefined; state: 'done' | 'now' | 'ahead' }

/** The way of an order: what is behind it with its time, where it is now, what is ahead. A cancelled one ends there. */
export function stepsOf(order: Told): Step[] {
  const times = new Map<string, string>([['PENDING', order.createdAt]])
  // Set back and forth, a status counts from the last time.
  for (const { type, status, createdAt } of order.history ?? []) {
    // That its money came, perhaps after the parcel, is no step.
    if (status && type !== 'paid') times.set(status, createdAt)
  }
  const { status } = order
  if (status === 'CANCELLED') {
    const reached = way
      .filter((step) => times.has(step))
      .map((step) => ({ status: step, at: times.get(step), state: 'done' as const }))
    return [...reached, { status, at: times.get(status), state: 'now' }]
  }
  const current = way.indexOf(status)
  if (current < 0) return [{ status, at: order.createdAt, state: 'now' }]
  return way.map((step, index) => ({
    status: step,
    at: index <= current ? times.get(step) : undefined,
    state: index < current ? 'done' : index === current ? 'now' : 'ahead',
  }))
}

const marks = {
  done: 'border-good bg-good text-white',
  now: 'border-ink bg-ink text-white',
  ahead: 'border-edge bg-surface',
}

export function OrderTimeline({ order }: { order: Told }) {
  const steps = stepsOf(order)
  return (
    <ol>
      {steps.map(({ status, at, state }, index) => {
        const cancelled = status === 'CANCELLED'
        return (
          <li
            key={status}
            aria-current={state === 'now' ? 'step' : undefined}
            className="relative flex gap-3 pb-5 last:pb-0"
          >
            {index < steps.length - 1 && (
              <span
                aria-hidden="true"
                className={`absolute top-6 bottom-0 left-3 w-px ${state === 'done' ? 'bg-good' : 'bg-line'}`}
              />
            )}
            <span
              className={`grid size-6 shrink-0 place-items-center rounded-full border ${cancelled ? 'border-bad bg-bad text-white' : marks[state]}`}
            >
              {cancelled && <Icon name="close" size={14} />}
              {(state === 'done' || status === 'DELIVERED') && state !== 'ahead' && <Icon name="check" size={14} />}
              {state === 'now' && !cancelled && status !== 'DELIVERED' && (
                <span className="size-2 rounded-full bg-white" />
              )}
            </span>
            <span className="flex grow flex-wrap items-baseline justify-between gap-x-4">
              <span className={state === 'now' ? 'font-medium' : state === 'ahead' ? 'text-muted' : ''}>
                {statusLabel(status)}
                {state === 'ahead' && <span className="sr-only"> (henüz değil)</span>}
              </span>
              {at && (
                <time dateTime={at} className="text-muted text-sm tabular-nums">
                  {formatMoment(at)}
                </time>
              )}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
