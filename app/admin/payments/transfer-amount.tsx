import type { FormEvent, ReactNode } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { useUnsavedChange } from '#app/ui/leaving/unsaved.ts'
import { adminCall } from '../parts/api.ts'
import { AskingPanel } from '../parts/leaving/asking-panel.tsx'
import { plainAmount } from '../parts/number-fields.tsx'
import { useOnce } from '../parts/once.ts'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'

export type Enter = ReturnType<typeof useEnter>

/** Enters what came for an order by transfer. */
export function useEnter(orderId: string) {
  const once = useOnce()
  const path = `/admin/orders/${orderId}/transfer` as const
  return (amount: number | string, note: string) => {
    const body = { amount, note, receivedAt: new Date().toISOString() }
    return once((headers) => adminCall<'POST /admin/orders/{id}/transfer'>('POST', path, body, { headers }))
  }
}

type FormProps = { enter: Enter; children: ReactNode; onClose: () => void; onDone: () => void }
type TransferAmountProps = FormProps & { open: boolean; title: string }

/** Asks for the sum of a transfer, as it stands in the bank; `children` say what follows from it. */
export function TransferAmount({ open, title, onClose, onDone, ...form }: TransferAmountProps) {
  return (
    <AskingPanel open={open} onClose={onClose} title={title} side="center">
      {(leave) => (
        <AmountForm
          {...form}
          onClose={leave}
          onDone={() => {
            onClose()
            onDone()
          }}
        />
      )}
    </AskingPanel>
  )
}

function AmountForm({ enter, children, onClose, onDone }: FormProps) {
  const fields = useFields({ amount: '', note: '' })
  const { values, field, form } = fields
  useUnsavedChange(values)
  const { busy, submit } = useAdminSubmit('İşlenemedi. Lütfen tekrar deneyin.', { form: fields })

  function send(event: FormEvent) {
    event.preventDefault()
    submit(async () => {
      const { message } = await enter(plainAmount(values.amount), values.note)
      onDone()
      return message
    })
  }

  return (
    <form ref={form} onSubmit={send} noValidate className="grid gap-4">
      <p>{children}</p>
      <Field
        label="Gelen tutar (TL)"
        inputMode="decimal"
        maxLength={12}
        data-autofocus
        className="sm:max-w-60"
        {...field('amount')}
      />
      <Field label="Not" optional maxLength={500} {...field('note')} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="quiet" disabled={busy} onClick={onClose}>
          Vazgeç
        </Button>
        <Button type="submit" disabled={busy}>
          {busy ? 'Bekleyin…' : 'İşle'}
        </Button>
      </div>
    </form>
  )
}
