import { type FormEvent, useState } from 'react'
import { currentUser } from '#app/browser/session-store.ts'
import { Field } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { useTimedNotice } from '#app/ui/notice.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Select } from '#app/ui/select.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'
import { underFields } from '#shop/fields/rules.ts'
import { checkStockNotice } from '#shop/messages/checks.ts'
import { FormEnd } from './form-end.tsx'
import { aboveFields, refusalOr, sendForm } from './form-sending.ts'
import { FormSent } from './form-sent.tsx'
import { trapped } from './trap.tsx'

export type NoticedProduct = {
  id: string
  name: string
  variants: { id: string; color: string; size: string; stock: number }[]
}

export type StockNoticePanelProps = {
  open: boolean
  onClose: () => void
  product: NoticedProduct
  /** The size that is chosen already. */
  variantId: string | undefined
}

/** 'Gelince haber ver': a place in the line for a sold-out size, and one mail when it is her turn. */
export function StockNoticePanel({ open, onClose, ...form }: StockNoticePanelProps) {
  return (
    <Panel open={open} onClose={onClose} title="Gelince Haber Ver" side="center">
      <StockNoticeForm {...form} onClose={onClose} />
    </Panel>
  )
}

function StockNoticeForm({ product, variantId, onClose }: Omit<StockNoticePanelProps, 'open'>) {
  const { several, soldOut, fields, busy, bad, sent, send } = useStockNotice(product, variantId)
  if (sent !== undefined) return <FormSent text={sent} onClose={onClose} />
  return (
    <form ref={fields.form} onSubmit={send} method="post" noValidate className="grid gap-4">
      <p>
        <span className="font-semibold">{product.name}</span> yeniden geldiğinde istek sırasıyla haber veriyoruz: sıra
        size gelince bir adedini sizin için ayırır, size bir kez <span className="whitespace-nowrap">e-posta</span>{' '}
        göndeririz.
      </p>
      <Select
        label="Beden"
        placeholder="Beden seçin"
        required
        options={soldOut.map(({ id, color, size }) => ({ value: id, label: several ? `${size} (${color})` : size }))}
        {...fields.field('size')}
      />
      <Field
        label="E-posta"
        type="email"
        autoComplete="email"
        inputMode="email"
        required
        hint="Adresinizi yalnızca bu bildirim için kullanırız; dilediğinizde sıradan çıkabilirsiniz."
        {...fields.field('email')}
      />
      <FormEnd busy={busy} failure={bad} send="Bana haber verin" onClose={onClose} />
    </form>
  )
}

/** The sold-out sizes to choose from, and asking for the mail about one of them. */
function useStockNotice({ id: productId, variants }: NoticedProduct, variantId: string | undefined) {
  const several = new Set(variants.map((variant) => variant.color)).size > 1
  const soldOut = variants.filter((variant) => variant.stock === 0)
  const only = soldOut.length === 1 ? soldOut[0]?.id : undefined
  const fields = useFields(() => ({ size: variantId ?? only ?? '', email: currentUser()?.email ?? '' }))
  const { busy, bad, submit } = useSubmit({
    form: fields,
    failure: refusalOr('Bir hata oluştu. Lütfen tekrar deneyin.'),
  })
  const [notice, showNotice] = useTimedNotice()
  const [sent, setSent] = useState<string>()

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const subject_line = trapped(event.currentTarget)
    const wanted = soldOut.find((variant) => variant.id === fields.values.size)
    const notice = { productId, email: fields.values.email, size: wanted?.size ?? '' }
    if (busy) return
    const wrong = checkStockNotice(notice)
    const shown = underFields(wrong, notice)
    showNotice(aboveFields(wrong, shown))
    if (!fields.accept(shown)) return
    const color = several ? wanted?.color : undefined
    // Whose address the shop knows needs no link to be in line.
    const own = { guest: !currentUser() }
    submit(async () => setSent(await sendForm('/forms/stock-notice', { ...notice, color, subject_line }, own)))
  }

  return { several, soldOut, fields, busy, bad: notice ?? bad, sent, send }
}
