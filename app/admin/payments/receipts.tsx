import { useState } from 'react'
import type { WireAdminOrder } from '#api/wire/admin/orders.ts'
import type { WireReceipt } from '#api/wire/admin/transfers.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Button } from '#app/ui/button.tsx'
import { Confirm } from '#app/ui/confirm.tsx'
import { formatTl } from '#shop/money.ts'
import { formatDate } from '#shop/time.ts'
import { adminCall } from '../parts/api.ts'
import { useRights } from '../parts/rights.ts'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'
import { LateTransfer } from './late-transfer.tsx'

type ReceiptsProps = { order: WireAdminOrder; onChanged: () => void }

/** The money entered as transferred for an order; a mistake can be taken back until the parcel is packed, and late money entered. */
export function Receipts({ order, onChanged }: ReceiptsProps) {
  const { id, paymentStatus, status, history } = order
  const mayTakeBack = useRights().includes('payments') && (status === 'PENDING' || status === 'CONFIRMED')
  const [asked, setAsked] = useState<WireReceipt>()
  const { busy, submit } = useAdminSubmit('Geri alınamadı. Lütfen tekrar deneyin.')
  const path = `/admin/orders/${id}/transfer` as const
  const { state, again } = useLoaded(`${id} ${paymentStatus} ${history.length}`, (signal) =>
    adminCall<'GET /admin/orders/{id}/transfer'>('GET', path, undefined, { signal }),
  )
  if (state.kind !== 'ready') return null
  const receipts = state.value.data

  async function takeBack({ id: receipt }: WireReceipt) {
    await submit(async () => {
      const { message } = await adminCall<'DELETE /admin/orders/{id}/transfer/{receipt}'>(
        'DELETE',
        `${path}/${receipt}` as const,
      )
      again()
      onChanged()
      return message
    })
    setAsked(undefined)
  }

  return (
    <>
      {receipts.length > 0 && (
        <ul aria-label="İşlenen havaleler" className="mt-2 grid gap-1 text-sm">
          {receipts.map((receipt) => (
            <li key={receipt.id} className="flex flex-wrap items-center justify-between gap-x-3">
              <Receipt receipt={receipt} />
              {mayTakeBack && !receipt.takenBackAt && (
                <Button look="quiet" onClick={() => setAsked(receipt)}>
                  Geri al<span className="sr-only">: {formatTl(receipt.amount)}</span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {asked && (
        <Confirm
          open
          title="Yanlış işlenen havale"
          action="Geri al"
          look="primary"
          busy={busy}
          onClose={() => setAsked(undefined)}
          onConfirm={() => takeBack(asked)}
        >
          <p>
            {formatTl(asked.amount)} bu siparişin ödemesinden çıkarılır. Sipariş böylece ödenmemiş kalırsa yeniden
            havalesini bekler ve müşterinize önceki e-postanın yanlış olduğu yazılır; ürünleri ayrılı kalır.
          </p>
        </Confirm>
      )}
      <LateTransfer
        order={order}
        onChanged={() => {
          again()
          onChanged()
        }}
      />
    </>
  )
}

function Receipt({ receipt: { amount, receivedAt, note, byStatement, takenBackAt } }: { receipt: WireReceipt }) {
  const words = [formatDate(receivedAt), byStatement && 'ekstreden', note].filter(Boolean).join(' · ')
  if (takenBackAt)
    return (
      <span className="min-w-0 text-muted wrap-anywhere">
        <s className="tabular-nums">{formatTl(amount)}</s> · {formatDate(takenBackAt)} tarihinde geri alındı
      </span>
    )
  return (
    <span className="min-w-0 wrap-anywhere">
      <span className="tabular-nums">{formatTl(amount)}</span> geldi <span className="text-muted">· {words}</span>
    </span>
  )
}
