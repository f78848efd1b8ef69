import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { toast } from '#app/ui/toast.tsx'
import { useRights } from '../parts/rights.ts'

type RowProps = { orderId?: string | null; actions: ReactNode; children: ReactNode }

/** Something about money: what is the matter, and beside or under it its order and the buttons that settle it, for whoever may. */
export function PaymentRow({ orderId, actions, children }: RowProps) {
  const rights = useRights()
  const shownActions = rights.includes('payments') && actions
  const shownOrder = rights.includes('orders-read') && orderId
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-b px-3 py-4">
      <div className="min-w-0 flex-1 basis-80">{children}</div>
      {(shownOrder || shownActions) && (
        <div className="flex flex-wrap items-center gap-2">
          {shownOrder && (
            <Link
              to={`/admin/siparisler?siparis=${orderId}`}
              className="flex min-h-11 items-center px-2 underline decoration-line underline-offset-4 hover:decoration-ink"
            >
              Siparişi aç
            </Link>
          )}
          {shownActions}
        </div>
      )}
    </li>
  )
}

/** The provider's number of a payment, for a look into its panel. */
export function PaymentNumber({ id }: { id: string | null }) {
  if (!id) return null
  return (
    <>
      {' · '}
      <span className="whitespace-nowrap">
        ödeme no <CopiedNumber number={id} />
      </span>
    </>
  )
}

/** A number that may be long: its ends, and all of it in the clipboard. */
export function CopiedNumber({ number }: { number: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(number)
      toast('good', 'Ödeme numarası kopyalandı.')
    } catch {
      toast('bad', `Kopyalanamadı. Ödeme numarası: ${number}`)
    }
  }
  return (
    <button
      type="button"
      title={number}
      aria-label={`Ödeme numarasını kopyala: ${number}`}
      onClick={copy}
      className="tabular-nums underline decoration-line underline-offset-4 hover:decoration-ink max-sm:py-2.5"
    >
      {number.length > 14 ? `${number.slice(0, 4)}…${number.slice(-6)}` : number}
    </button>
  )
}
