import type { FormEvent } from 'react'
import type { WireOpenRefund } from '#api/wire/admin/payments.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { useUnsavedChange } from '#app/ui/leaving/unsaved.ts'
import { useToast } from '#app/ui/toast.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'
import { checkIban, formatIban } from '#shop/fields/iban.ts'
import { errorsOf, lineRule } from '#shop/fields/rules.ts'
import { formatTl } from '#shop/money.ts'
import { adminCall, sentenceOf } from '../parts/api.ts'
import { AskingPanel } from '../parts/leaving/asking-panel.tsx'

type FormProps = { refund: WireOpenRefund; onClose: () => void; onDone: () => void }

const checkHolder = lineRule('Hesap sahibinin adı gerekli', 120)

/** For a customer who tells her account on the telephone. */
export function RefundAccountDialog({ open, ...form }: FormProps & { open: boolean }) {
  return (
    <AskingPanel open={open} onClose={form.onClose} title="İadenin gideceği hesap" side="center">
      {(leave) => <AccountForm {...form} onClose={leave} />}
    </AskingPanel>
  )
}

function AccountForm({ refund, onClose, onDone }: FormProps) {
  const { iban, ibanHolder, customer, shownOrderId, amount } = refund
  const fields = useFields({ iban: iban ? formatIban(iban) : '', holder: ibanHolder ?? customer })
  const { values, field, form, accept } = fields
  useUnsavedChange(values)
  const { busy, submit } = useSubmit({
    form: fields,
    failure: (error) => sentenceOf(error, 'Hesap kaydedilemedi. Lütfen tekrar deneyin.'),
    notify: useToast(),
  })

  function send(event: FormEvent) {
    event.preventDefault()
    if (!accept(errorsOf({ iban: checkIban(values.iban), holder: checkHolder(values.holder) }))) return
    submit(async () => {
      await adminCall('PUT', `/admin/payments/refunds/${refund.id}/account`, values)
      onDone()
      return 'Hesap kaydedildi.'
    })
  }

  return (
    <form ref={form} onSubmit={send} noValidate className="grid gap-4">
      <p>
        {shownOrderId} numaralı siparişin {formatTl(amount)} tutarındaki iadesi için müşterinin size söylediği hesabı
        yazın. Kimin yazdığı siparişin geçmişinde görünür.
      </p>
      <Field label="IBAN" autoComplete="off" maxLength={40} required data-autofocus {...field('iban')} />
      <Field label="Hesap sahibi" autoComplete="off" maxLength={120} required {...field('holder')} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="quiet" disabled={busy} onClick={onClose}>
          Vazgeç
        </Button>
        <Button type="submit" disabled={busy}>
          {busy ? 'Kaydediliyor…' : 'Hesabı kaydet'}
        </Button>
      </div>
    </form>
  )
}
