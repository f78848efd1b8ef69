import { type FormEvent, useRef } from 'react'
import type { WireAdminOrder } from '#api/wire/admin/orders.ts'
import { saveFile } from '#app/browser/save-file.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { checkInvoiceNumber } from '#shop/invoices/contract.ts'
import { formatMoment } from '#shop/time.ts'
import { adminCall, adminOpen } from '../parts/api.ts'
import { useRights } from '../parts/rights.ts'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'

type OrderInvoiceProps = { order: WireAdminOrder; onChanged: () => void }

/** The order's invoice: what is attached, and a form for attaching one. */
export function OrderInvoice({ order, onChanged }: OrderInvoiceProps) {
  const attaches = useRights().includes('orders')
  return (
    <div className="grid gap-4">
      {order.invoiceFiles.length > 0 && <Attached order={order} />}
      <DraftButton orderId={order.id} />
      {attaches && <AttachForm key={order.invoiceFiles.length} order={order} onChanged={onChanged} />}
    </div>
  )
}

function Attached({ order: { id: orderId, invoiceFiles } }: Pick<OrderInvoiceProps, 'order'>) {
  const { busy, submit } = useAdminSubmit('Fatura indirilemedi. Lütfen tekrar deneyin.')
  const fetchFile = (id: string, number: string) =>
    submit(async () => {
      const answer = await adminOpen('GET', `/admin/orders/${orderId}/invoices/${id}`, undefined, {})
      saveFile(await answer.blob(), `fatura-${number.replaceAll('/', '-')}.pdf`)
    })
  return (
    <ul className="grid text-sm">
      {invoiceFiles.map(({ id, number, createdAt, replacedAt }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 border-line border-b">
          <Button look="quiet" size="small" disabled={busy} onClick={() => fetchFile(id, number)} className="-ml-2">
            {number}
            <span className="sr-only"> numaralı faturayı indir</span>
          </Button>
          <span className="text-muted">
            {replacedAt && 'Yenisiyle değiştirildi · '}
            <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** For the integrator or the accountant's program, who number and sign it. */
function DraftButton({ orderId }: { orderId: string }) {
  const { busy, submit } = useAdminSubmit('Taslak indirilemedi. Lütfen tekrar deneyin.')
  const fetchDraft = () =>
    submit(async () => {
      const answer = await adminOpen('GET', `/admin/orders/${orderId}/invoice.xml`, undefined, {})
      saveFile(await answer.blob(), `fatura-taslak-${orderId.slice(-8).toUpperCase()}.xml`)
    })
  return (
    <Button look="quiet" size="small" disabled={busy} onClick={fetchDraft} className="-ml-2 justify-self-start">
      E-Arşiv taslağını indir (UBL-TR)
    </Button>
  )
}

function AttachForm({ order, onChanged }: OrderInvoiceProps) {
  const fields = useFields<'number' | 'file'>({ number: '', file: '' })
  const chosen = useRef<HTMLInputElement>(null)
  const { busy, submit } = useAdminSubmit('Fatura eklenemedi. Lütfen tekrar deneyin.', { form: fields })
  const replacing = order.invoiceFiles.length > 0
  const isMailed = order.paymentMethod !== 'MARKETPLACE'

  function attach(event: FormEvent) {
    event.preventDefault()
    const file = chosen.current?.files?.[0]
    const wrong = checkInvoiceNumber(fields.values.number)
    const missing = file ? {} : { file: 'Faturanın PDF dosyasını seçin' }
    if (!fields.accept({ ...(wrong ? { number: wrong } : {}), ...missing }) || !file) return
    submit(async () => {
      const { message } = await sendInvoice(order.id, fields.values.number, file)
      onChanged()
      return message
    })
  }

  const { value: _, ...file } = fields.field('file')
  return (
    <form ref={fields.form} onSubmit={attach} noValidate className="grid gap-4 sm:grid-cols-2 sm:items-start">
      <Field label="Fatura numarası" maxLength={40} autoComplete="off" required {...fields.field('number')} />
      <Field
        label="Fatura dosyası (PDF)"
        ref={chosen}
        type="file"
        accept="application/pdf,.pdf"
        required
        className="[&_input]:py-2.5 [&_input]:text-sm"
        {...file}
      />
      <Button type="submit" look="secondary" disabled={busy} className="sm:col-span-2 sm:justify-self-start">
        {busy ? 'Gönderiliyor…' : `${replacing ? 'Yeni faturayı' : 'Faturayı'} ekle${isMailed ? ' ve gönder' : ''}`}
      </Button>
    </form>
  )
}

/** Attaches the file; the answer has the server's sentence. */
export async function sendInvoice(orderId: string, number: string, file: File) {
  const body = new FormData()
  body.set('number', number.trim())
  body.set('file', file)
  const path = `/admin/orders/${orderId}/invoice` as const
  return adminCall<'POST /admin/orders/{id}/invoice'>('POST', path, body)
}
