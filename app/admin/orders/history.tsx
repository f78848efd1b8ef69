import { type FormEvent, useState } from 'react'
import type { WireAdminOrder, WireStaffOrder } from '#api/wire/admin/orders.ts'
import { statusLabel } from '#app/account/orders/order-words.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { useUnsaved } from '#app/ui/leaving/unsaved.ts'
import { formatMoment } from '#shop/time.ts'
import { adminCall } from '../parts/api.ts'
import { useRights } from '../parts/rights.ts'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'
import { AdminNote } from './note.tsx'

type OrderHistoryProps = { order: WireAdminOrder; onAgain: () => void; onChanged: (order: WireStaffOrder) => void }
type Line = { key: string; text: string; more: string; who: string | null; at: string; note: boolean }

/** The events of the order and the admins' notes in the order of time, and a field for another note. */
export function OrderHistory({ order, onAgain, onChanged }: OrderHistoryProps) {
  const works = useRights().includes('orders')
  return (
    <div className="grid gap-6">
      {works ? (
        <AdminNote order={order} onChanged={onChanged} />
      ) : (
        order.adminNotes && <p className="whitespace-pre-line text-sm">{order.adminNotes}</p>
      )}
      <ol className="grid text-sm">
        {linesOf(order).map(({ key, text, more, who, at, note }) => (
          <li
            key={key}
            className={`flex flex-wrap justify-between gap-x-4 border-line border-b py-2 ${note ? 'bg-paper px-3' : ''}`}
          >
            <span className="min-w-0 flex-1 basis-64 whitespace-pre-line break-words">
              {text}
              {more && <span className="text-muted"> · {more}</span>}
            </span>
            <span className="text-muted tabular-nums">
              {who && `${who}, `}
              <time dateTime={at}>{formatMoment(at)}</time>
            </span>
          </li>
        ))}
      </ol>
      {works && <NewNote order={order} onAdded={onAgain} />}
    </div>
  )
}

function linesOf({ history, notes }: WireAdminOrder): Line[] {
  const wasPlaced = history.some(({ type }) => type === 'placed')
  const begun: Record<string, string> = {
    placed: 'Sipariş verildi',
    paid: wasPlaced ? 'Ödeme alındı' : 'Sipariş verildi, ödeme alındı',
  }
  const events = history.map(({ type, status, note, actor, createdAt }, index) => ({
    key: `${index}-${type}`,
    text: begun[type] ?? (status ? statusLabel(status) : note),
    more: status ? note : '',
    who: actor ?? null,
    at: createdAt,
    note: false,
  }))
  const written = notes.map(({ id, text, author, createdAt }) => ({
    key: id,
    text,
    more: '',
    who: author,
    at: createdAt,
    note: true,
  }))
  return [...events, ...written].sort((a, b) => (a.at < b.at ? -1 : 1))
}

function NewNote({ order, onAdded }: { order: WireAdminOrder; onAdded: () => void }) {
  const [text, setText] = useState('')
  const { busy, submit } = useAdminSubmit('Not eklenemedi. Lütfen tekrar deneyin.')
  const blank = text.trim() === ''
  useUnsaved(!blank)

  function add(event: FormEvent) {
    event.preventDefault()
    submit(async () => {
      await adminCall('POST', `/admin/orders/${order.id}/notes`, { text })
      setText('')
      onAdded()
    })
  }

  return (
    <form onSubmit={add} className="grid gap-2">
      <TextArea
        label="Geçmişe not ekle"
        hint="Yalnızca ekibiniz görür; eklenen not değiştirilemez ve silinemez."
        maxLength={2000}
        rows={2}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" look="secondary" disabled={busy || blank} className="justify-self-start">
        Notu ekle
      </Button>
    </form>
  )
}
