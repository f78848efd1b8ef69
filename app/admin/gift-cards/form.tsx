import type { FormEvent } from 'react'
import type { WireNewGiftCard } from '#api/wire/gift-cards.ts'
import { Field, TextArea } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { useUnsavedChange } from '#app/ui/leaving/unsaved.ts'
import { adminCall } from '../parts/api.ts'
import { FormPanel } from '../parts/leaving/form-panel.tsx'
import { useOnce } from '../parts/once.ts'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'
import { parsePrice } from '../products/variants/grid-numbers.ts'

type FormProps = { open: boolean; onClose: () => void; onMade: (cards: WireNewGiftCard[]) => void }

/** Makes a card, or many of one amount. */
export function GiftCardForm({ open, onClose, onMade }: FormProps) {
  return (
    <FormPanel open={open} onClose={onClose} title="Hediye kartı oluştur" form={formId} action="Oluştur">
      {open && <Fields onClose={onClose} onMade={onMade} />}
    </FormPanel>
  )
}

const formId = 'gift-card-form'
const empty = { amount: '', count: '1', note: '', recipientEmail: '', recipientName: '', message: '' }

function Fields({ onClose, onMade }: Omit<FormProps, 'open'>) {
  const fields = useFields(empty)
  const { values, field, form, accept } = fields
  useUnsavedChange(values)
  const { busy, submit } = useAdminSubmit('Kart oluşturulamadı. Lütfen tekrar deneyin.', { form: fields })
  const once = useOnce()
  const single = values.count.trim() === '1'

  function send(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const kurus = parsePrice(values.amount)
    const count = Number(values.count)
    const wrong = {
      ...(kurus === undefined || kurus <= 0 ? { amount: 'Tutarı yazın, örneğin 500 ya da 249,90' } : {}),
      ...(Number.isInteger(count) && count >= 1 && count <= 200 ? {} : { count: '1 ile 200 arasında bir sayı yazın' }),
    }
    if (!accept(wrong) || kurus === undefined) return
    const { note, recipientEmail, recipientName, message } = values
    const to = single && recipientEmail.trim() ? { recipientEmail: recipientEmail.trim(), message } : {}
    const body = { amount: kurus / 100, count, note, ...(single ? { recipientName, ...to } : {}) }
    submit(async () => {
      const answer = await once((headers) =>
        adminCall<'POST /admin/gift-cards'>('POST', '/admin/gift-cards', body, { headers }),
      )
      onMade(answer.data)
      onClose()
      return answer.message
    })
  }

  return (
    <form id={formId} ref={form} onSubmit={send} noValidate className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Tutar (TL)" inputMode="decimal" maxLength={14} data-autofocus {...field('amount')} />
        <Field label="Kaç kart" inputMode="numeric" maxLength={3} {...field('count')} />
      </div>
      <Field label="Not" optional hint="Yalnızca siz görürsünüz." maxLength={200} {...field('note')} />
      {single && (
        <fieldset className="grid gap-4">
          <Field label="Kime" optional maxLength={80} autoComplete="off" {...field('recipientName')} />
          <Field
            label="Alıcının e-postası"
            optional
            type="email"
            autoComplete="off"
            hint="Yazarsanız kodu bu adrese göndeririz."
            {...field('recipientEmail')}
          />
          {values.recipientEmail.trim() !== '' && (
            <TextArea label="Mesaj" optional rows={4} maxLength={500} {...field('message')} />
          )}
        </fieldset>
      )}
    </form>
  )
}
