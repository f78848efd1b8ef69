import { useState } from 'react'
import type { WireAdminOrder } from '#api/wire/admin/orders.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { useUnsaved } from '#app/ui/leaving/unsaved.ts'
import { Select } from '#app/ui/select.tsx'
import { Stepper } from '#app/ui/stepper.tsx'
import { countedReasons, type ReturnReason, returnReasons } from '#shop/returns/kinds.ts'
import { istanbulDay } from '#shop/time.ts'
import { adminCall } from '../parts/api.ts'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'

const options = returnReasons.map((value) => ({ value, label: countedReasons[value] }))

/** Writes a return down that she asked for in a message or by telephone; of a packed order what she withdraws from stays here. */
export function EnterReturn({ order, onChanged }: { order: WireAdminOrder; onChanged: () => void }) {
  const [open, setOpen] = useState(false)
  if (!open) {
    return (
      <Button look="secondary" onClick={() => setOpen(true)}>
        {order.status === 'PREPARED' ? 'Vazgeçme kaydı aç' : 'İade kaydı aç'}
      </Button>
    )
  }
  return (
    <EnterForm
      order={order}
      onDone={() => {
        setOpen(false)
        onChanged()
      }}
    />
  )
}

function EnterForm({ order, onDone }: { order: WireAdminOrder; onDone: () => void }) {
  const [counts, setCounts] = useState<Record<string, number>>({})
  const [reason, setReason] = useState<ReturnReason>('OTHER')
  const [noticedOn, setNoticedOn] = useState(() => istanbulDay(new Date()))
  const [note, setNote] = useState('')
  const { busy, submit } = useAdminSubmit('İade kaydı açılamadı. Lütfen tekrar deneyin.')
  const items = Object.entries(counts).flatMap(([itemId, quantity]) =>
    quantity > 0 ? [{ itemId, quantity, reason }] : [],
  )
  useUnsaved(items.length > 0 || note !== '')

  const enter = () =>
    submit(async () => {
      const body = { items, note, noticedOn }
      const path = `/admin/orders/${order.id}/returns` as const
      const { message } = await adminCall<'POST /admin/orders/{id}/returns'>('POST', path, body)
      onDone()
      return message
    })

  return (
    <div className="grid grid-cols-1 gap-4">
      <ul className="grid grid-cols-1 gap-2">
        {order.items.map(({ id, quantity, refundedQuantity, variant }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm">
            <span className="min-w-0">
              {variant.product.name}{' '}
              <span className="text-muted">
                ({variant.color}, {variant.size})
              </span>
            </span>
            <Stepper
              label={`${variant.product.name}, ${order.status === 'PREPARED' ? 'vazgeçilen' : 'gelecek'} adet`}
              value={counts[id] ?? 0}
              min={0}
              max={quantity - refundedQuantity}
              disabled={busy}
              onChange={(count) => setCounts({ ...counts, [id]: count })}
            />
          </li>
        ))}
      </ul>
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
        <Select
          label="Neden"
          options={options}
          value={reason}
          onChange={({ target }) => setReason(returnReasons.find((one) => one === target.value) ?? 'OTHER')}
        />
        <Field
          label="Müşterinin bildirdiği gün"
          type="date"
          max={istanbulDay(new Date())}
          value={noticedOn}
          onChange={(event) => setNoticedOn(event.target.value)}
        />
      </div>
      <Field
        label="Not"
        optional
        hint="Örneğin nereden yazdığı."
        maxLength={1000}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <Button disabled={busy || items.length === 0 || noticedOn === ''} onClick={enter} className="justify-self-start">
        İadeyi kaydet ve müşteriye yaz
      </Button>
    </div>
  )
}
