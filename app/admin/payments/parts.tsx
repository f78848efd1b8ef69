import type { ReactNode } from 'react'

/** Something about money: what is the matter, and beside or under it the buttons that settle it. */
export function PaymentRow({ actions, children }: { actions: ReactNode; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-b px-3 py-4">
      <div className="min-w-0 flex-1 basis-80">{children}</div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </li>
  )
}

/** The provider's number of a payment, for a look into its panel. */
export function PaymentNumber({ id }: { id: string | null }) {
  if (!id) return null
  return (
    <span>
      {' · '}ödeme no <span className="break-all">{id}</span>
    </span>
  )
}
