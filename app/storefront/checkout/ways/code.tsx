import { type FormEvent, useEffect, useState } from 'react'
import type { WirePayment } from '#api/wire/payments.ts'
import { ApiError, api } from '#app/browser/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { useFields } from '#app/ui/form.ts'
import { Notice } from '#app/ui/notice.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'
import { formatTl } from '#shop/money.ts'
import { formatMoment } from '#shop/time.ts'
import { asCode, CodeField, checkCode } from './code-field.tsx'

type OrderCodeProps = {
  /** A payment that waits for its code. */
  payment: WirePayment
  onConfirmed: (payment: WirePayment) => void
  /** It is over without an order: the sentence says why. */
  onOver: (message: string) => void
}

/** The code that confirms an order paid at the door. */
export function OrderCode({ payment, onConfirmed, onOver }: OrderCodeProps) {
  const [until, setUntil] = useState(payment.codeUntil)
  const fields = useFields({ code: '' }, asCode)
  const { form } = fields
  // The button that she pressed is gone.
  useEffect(() => form.current?.querySelector('input')?.focus(), [form])
  const { busy, good, bad, submit } = useSubmit({ form: fields, failure: notSent })
  const bySms = payment.sentBy === 'SMS'
  const path = `/payments/${payment.orderId}/code` as const

  const send = (work: () => Promise<string | undefined>) =>
    submit(async () => {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'CODE_OVER') throw error
        onOver(error.message)
        return undefined
      }
    })

  function enter(event: FormEvent) {
    event.preventDefault()
    const { code } = fields.values
    if (!fields.accept(checkCode(code, bySms ? 'Telefonunuza gelen' : undefined))) return
    send(async () => {
      onConfirmed(await api.post<'POST /payments/{orderId}/code'>(path, { code }))
      return undefined
    })
  }

  const again = () =>
    send(async () => {
      const { data, message } = await api.call<'POST /payments/{orderId}/code/resend'>('POST', `${path}/resend`)
      setUntil(data.codeUntil)
      fields.set('code', '')
      return message
    })

  return (
    <form ref={form} onSubmit={enter} noValidate className="grid gap-4">
      <div className="grid gap-1">
        <h3 className="font-display text-xl">Siparişinizi onaylayın</h3>
        <p className="text-muted text-sm">
          {payment.sentTo} {bySms ? 'numarasına' : 'adresine'} 6 haneli bir kod gönderdik. Kodu girdiğinizde siparişiniz
          verilir; {formatTl(payment.totalAmount)} tutarını paketinizi teslim alırken ödersiniz.
        </p>
      </div>
      <CodeField
        disabled={busy}
        {...(until ? { hint: `${formatMoment(until)} saatine kadar geçerli` } : {})}
        {...fields.field('code')}
      />
      {bad && <Notice tone="bad">{bad}</Notice>}
      {good && <Notice tone="good">{good}</Notice>}
      <Button type="submit" disabled={busy} className="w-full">
        Siparişi onayla
      </Button>
      <Button look="quiet" size="small" disabled={busy} onClick={again} className="justify-self-center">
        Kodu yeniden gönder
      </Button>
    </form>
  )
}

const notSent = { silent: 'Kod gönderilemedi.', unreached: 'Kod gönderilirken bir hata oluştu. Lütfen tekrar deneyin.' }
