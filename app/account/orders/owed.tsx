import { type FormEvent, useState } from 'react'
import type { WireOrderWithHistory } from '#api/wire/orders.ts'
import { api } from '#app/browser/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { useUnsavedChange } from '#app/ui/leaving/unsaved.ts'
import { Notice } from '#app/ui/notice.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'
import { checkIban, formatIban } from '#shop/fields/iban.ts'
import { errorsOf, lineRule } from '#shop/fields/rules.ts'
import { formatTl } from '#shop/money.ts'

type OwedProps = { order: WireOrderWithHistory; onChanged: (order: WireOrderWithHistory) => void }

const checkHolder = lineRule('Hesap sahibinin adı gerekli', 120)

/** A refund by transfer: she names the account, and may change it until it is paid. */
export function OwedByHand({ order, onChanged }: OwedProps) {
  const [changing, setChanging] = useState(false)
  const { owed } = order
  if (!owed) return null
  const amount = formatTl(owed.amount)
  return (
    <section aria-label="İade" className="grid grid-cols-1 gap-4 border border-line bg-paper p-4 text-sm">
      {owed.iban && !changing ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0">
            {amount} şu hesaba gönderilecek: <span className="tabular-nums">{formatIban(owed.iban)}</span>,{' '}
            {owed.holder}
          </p>
          <Button look="secondary" size="small" onClick={() => setChanging(true)}>
            Hesabı değiştir
          </Button>
        </div>
      ) : (
        <AccountForm
          order={order}
          intro={`${amount} iadenizi banka hesabınıza göndereceğiz.`}
          onChanged={(changed) => {
            setChanging(false)
            onChanged(changed)
          }}
        />
      )}
    </section>
  )
}

function AccountForm({ order, intro, onChanged }: OwedProps & { intro: string }) {
  const { firstName, lastName } = order.customerInfo
  const fields = useFields({ iban: order.owed?.iban ?? '', holder: order.owed?.holder ?? `${firstName} ${lastName}` })
  const { values, field, form, accept } = fields
  useUnsavedChange(values)
  const { busy, bad, submit } = useSubmit({
    form: fields,
    failure: 'IBAN kaydedilemedi. Lütfen tekrar deneyin.',
  })

  function send(event: FormEvent) {
    event.preventDefault()
    if (!accept(errorsOf({ iban: checkIban(values.iban), holder: checkHolder(values.holder) }))) return
    submit(async () => {
      const path = `/orders/${order.id}/refund-account` as const
      onChanged((await api.call<'PUT /orders/{id}/refund-account'>('PUT', path, values)).data)
    })
  }

  return (
    <form ref={form} onSubmit={send} noValidate className="grid grid-cols-1 gap-4">
      <p>{intro}</p>
      <Field label="IBAN" autoComplete="off" maxLength={40} required {...field('iban')} />
      <Field label="Hesap sahibi" autoComplete="name" maxLength={120} required {...field('holder')} />
      {bad && <Notice tone="bad">{bad}</Notice>}
      <Button type="submit" disabled={busy} className="justify-self-start">
        {busy ? 'Kaydediliyor…' : 'Hesabı kaydet'}
      </Button>
    </form>
  )
}
