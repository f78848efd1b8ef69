import { type FormEvent, useState } from 'react'
import { currentUser } from '#app/account/session-store.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { Notice } from '#app/ui/notice.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Select } from '#app/ui/select.tsx'
import { checkStockNotice } from '#shop/messages/checks.ts'
import { sendForm } from './form-sending.ts'
import { FormSent } from './form-sent.tsx'
import { Trap, trapped } from './trap.tsx'

export type NoticedProduct = {
  id: string
  name: string
  variants: { id: string; color: string; size: string; stock: number }[]
}

type StockNoticePanelProps = { open: boolean; onClose: () => void; product: NoticedProduct }

/** 'Gelince haber ver': one mail when a sold-out size is back. */
export function StockNoticePanel({ open, onClose, product }: StockNoticePanelProps) {
  return (
    <Panel open={open} onClose={onClose} title="Gelince Haber Ver" side="center">
      <StockNoticeForm product={product} onClose={onClose} />
    </Panel>
  )
}

function StockNoticeForm({ product, onClose }: Omit<StockNoticePanelProps, 'open'>) {
  const several = new Set(product.variants.map((variant) => variant.color)).size > 1
  const soldOut = product.variants.filter((variant) => variant.stock === 0)
  const only = soldOut.length === 1 ? soldOut[0]?.id : undefined
  const { values, field, form, accept } = useFields(() => ({
    size: only ?? '',
    email: currentUser()?.email ?? '',
  }))
  const [state, setState] = useState<{ kind: 'idle' | 'sending' } | { kind: 'sent' | 'failed'; text: string }>({
    kind: 'idle',
  })
  if (state.kind === 'sent') return <FormSent text={state.text} onClose={onClose} />
  const sending = state.kind === 'sending'

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const subject_line = trapped(event.currentTarget)
    const wanted = soldOut.find((variant) => variant.id === values.size)
    const notice = { productId: product.id, email: values.email, size: wanted?.size ?? '' }
    if (sending || !accept(checkStockNotice(notice))) return
    setState({ kind: 'sending' })
    const sent = await sendForm(
      '/forms/stock-notice',
      { ...notice, color: several ? wanted?.color : undefined, subject_line },
      'Bir hata oluştu. Lütfen tekrar deneyin.',
    )
    if (sent.kind === 'sent') return setState({ kind: 'sent', text: sent.message })
    setState(sent.kind === 'failed' ? { kind: 'failed', text: sent.text } : { kind: 'idle' })
    if (sent.kind === 'wrong') accept(sent.fields)
  }

  return (
    <form ref={form} onSubmit={submit} method="post" noValidate className="grid gap-4">
      <p>
        <span className="font-semibold">{product.name}</span> yeniden stoğa girdiğinde size bir kez e-posta gönderelim.
      </p>
      <Select
        label="Beden"
        placeholder="Beden seçin"
        required
        options={soldOut.map(({ id, color, size }) => ({ value: id, label: several ? `${size} (${color})` : size }))}
        {...field('size')}
      />
      <Field
        label="E-posta"
        type="email"
        autoComplete="email"
        inputMode="email"
        required
        hint="Adresinizi yalnızca bu bildirim için kullanırız."
        {...field('email')}
      />
      <Trap />
      {state.kind === 'failed' && <Notice tone="bad">{state.text}</Notice>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="quiet" onClick={onClose}>
          Vazgeç
        </Button>
        <Button type="submit" disabled={sending}>
          {sending ? 'Gönderiliyor...' : 'Haber ver'}
        </Button>
      </div>
    </form>
  )
}
