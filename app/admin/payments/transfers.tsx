import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { WireTransfer } from '#api/wire/admin/transfers.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Button } from '#app/ui/button.tsx'
import { formatPhone } from '#shop/fields/phone.ts'
import { formatTl } from '#shop/money.ts'
import { formatMoment } from '#shop/time.ts'
import { useOrderNews } from '../orders/live.ts'
import { adminCall } from '../parts/api.ts'
import { useRights } from '../parts/rights.ts'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'
import { PaymentRow } from './parts.tsx'
import { Statement } from './statement.tsx'
import { type Enter, TransferAmount, useEnter } from './transfer-amount.tsx'

type TransfersProps = {
  /** The shop takes transfers: money may also come for an order that is over. */
  taken: boolean
  onChanged: () => void
}

/** Orders whose transfer is waited for, and the bank's statement; nothing stands here where neither is of use. */
export function Transfers({ taken, onChanged }: TransfersProps) {
  const enters = useRights().includes('payments')
  const { rows, again } = useRows()
  const none = rows.length === 0
  if (none && !(taken && enters)) return null
  const changed = () => {
    again()
    onChanged()
  }
  return (
    <section aria-labelledby="transfers" className="mb-8">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 id="transfers" className="font-display text-xl">
            {none ? 'Havale' : 'Havalesi beklenenler'}
          </h2>
          {enters && (
            <p className="text-muted text-sm">
              {none
                ? 'Havalesi beklenen sipariş yok. Sona ermiş bir sipariş için gelen parayı ekstrenizden işleyebilirsiniz.'
                : 'Bankanızdaki hareketin açıklamasında kodu arayın; gelince tek dokunuşla işleyin.'}
            </p>
          )}
        </div>
        {enters && <Statement onChanged={changed} />}
      </div>
      {!none && (
        <ul className="mt-2 border-line border-t text-sm">
          {rows.map((row) => (
            <TransferRow key={row.transfer.orderId} {...{ ...row, again, onChanged }} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** `waits`: its money is still to come, as far as this page knows. */
type Row = { transfer: WireTransfer; waits: boolean }

/** News of orders moves no row, and takes none away: a tap would settle the one that comes to lie under the finger. */
function useRows() {
  const news = useOrderNews()
  const { state, again } = useLoaded(`transfers ${news}`, (signal) =>
    adminCall<'GET /admin/transfers'>('GET', '/admin/transfers', undefined, { signal }),
  )
  const [rows, setRows] = useState<Row[]>([])
  const asked = useRef(true)
  useEffect(() => {
    if (state.kind !== 'ready' || state.refreshing) return
    const listed = state.value.data.map((transfer) => ({ transfer, waits: true }))
    const known = asked.current
    asked.current = false
    setRows((shown) => (known ? listed : inPlace(shown, listed)))
  }, [state])
  return {
    rows,
    again() {
      asked.current = true
      again()
    },
  }
}

function inPlace(shown: Row[], listed: Row[]): Row[] {
  const among = (rows: Row[], { transfer }: Row) => rows.find((row) => row.transfer.orderId === transfer.orderId)
  return [
    ...shown.map((row) => among(listed, row) ?? { ...row, waits: false }),
    ...listed.filter((row) => !among(shown, row)),
  ]
}

function deadlineWords({ overdue }: WireTransfer, waits: boolean): string {
  if (!waits) return 'tarihine kadar bekleniyordu'
  return overdue ? 'tarihinde süresi doldu' : 'tarihine kadar bekleniyor'
}

/** `again` reads the list again. */
type Changed = { again: () => void; onChanged: () => void }
type RowProps = Changed & Row

function TransferRow({ transfer, waits, again, onChanged }: RowProps) {
  const [asking, setAsking] = useState(false)
  const enter = useEnter(transfer.orderId)
  const { busy, settled, receive, wait } = useTransfer(transfer, enter, { again, onChanged })
  const still = busy || settled || !waits
  const due = transfer.amount - transfer.received
  const order = `/admin/siparisler?siparis=${transfer.orderId}`
  return (
    <PaymentRow
      actions={
        <>
          <Button disabled={still} onClick={() => receive(due)}>
            {settled ? 'İşlendi' : waits ? 'Ödeme geldi' : 'Artık beklenmiyor'}
            <span className="sr-only">: {transfer.shownOrderId}</span>
          </Button>
          {settled || !waits ? (
            <Link to={order} className="flex min-h-11 items-center px-2 underline decoration-line underline-offset-4">
              {settled ? 'Yanlışsa siparişten geri alın' : 'Siparişe bakın'}
            </Link>
          ) : (
            <>
              <Button look="secondary" disabled={still} onClick={() => setAsking(true)}>
                Başka tutar
              </Button>
              <Button look="quiet" disabled={still} onClick={wait}>
                Süre tanı
              </Button>
            </>
          )}
        </>
      }
    >
      <p className="font-medium tabular-nums">
        <Link to={order} className="underline decoration-line underline-offset-4 hover:decoration-ink">
          {transfer.shownOrderId}
        </Link>
        {' · '}
        {formatTl(due)}
      </p>
      <p>
        Kod <span className="font-semibold">{transfer.reference}</span> · {transfer.customer}
        {transfer.phone && `, ${formatPhone(transfer.phone)}`}
      </p>
      {transfer.received > 0 && (
        <p className="text-muted">
          {formatTl(transfer.amount)} tutarının {formatTl(transfer.received)} kadarı geldi.
        </p>
      )}
      <p className={`tabular-nums ${transfer.overdue && waits ? 'text-bad' : 'text-muted'}`}>
        {formatMoment(transfer.deadline)} {deadlineWords(transfer, waits)}
      </p>
      <TransferAmount
        open={asking}
        title="Gelen tutar"
        enter={enter}
        onClose={() => setAsking(false)}
        onDone={() => {
          again()
          onChanged()
        }}
      >
        {transfer.shownOrderId} için {formatTl(due)} bekleniyor. Az geldiyse kalanı müşteriden istenir; çok geldiyse
        sipariş ödenmiş sayılır ve fark bu sayfada kararınızı bekler.
      </TransferAmount>
    </PaymentRow>
  )
}

function useTransfer({ orderId }: WireTransfer, enter: Enter, { again, onChanged }: Changed) {
  const { busy, submit } = useAdminSubmit('İşlenemedi. Lütfen tekrar deneyin.')
  // A settled order keeps its place until the list is read again: else a second tap would settle the one that moves under the finger.
  const [settled, setSettled] = useState(false)
  return {
    busy,
    settled,
    receive: (amount: number) =>
      submit(async () => {
        const { data, message } = await enter(amount, '')
        if (data.outcome === 'part') again()
        else setSettled(true)
        onChanged()
        return message
      }),
    wait: () =>
      submit(async () => {
        const path = `/admin/orders/${orderId}/transfer/deadline` as const
        const { message } = await adminCall<'POST /admin/orders/{id}/transfer/deadline'>('POST', path)
        again()
        onChanged()
        return message
      }),
  }
}
