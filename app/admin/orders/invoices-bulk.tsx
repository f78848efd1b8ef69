import { useState } from 'react'
import type { WireInvoiceMatch } from '#api/wire/admin/orders.ts'
import { orderNumber } from '#app/account/orders/order-words.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { toast } from '#app/ui/toast.tsx'
import { checkInvoiceNumber } from '#shop/invoices/contract.ts'
import { formatTl } from '#shop/money.ts'
import { adminCall, sentenceOf } from '../parts/api.ts'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'
import { sendInvoice } from './invoice.tsx'

/** Attaches many invoices: each file is shown with the order that its name means before anything is sent. */
export function InvoicesBulk({ onChanged }: { onChanged: () => void }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="quiet" size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Faturaları toplu ekle
      </Button>
      <Panel open={open} onClose={() => setOpen(false)} title="Faturaları toplu ekle" side="center" wide>
        <Files
          onDone={() => {
            setOpen(false)
            onChanged()
          }}
        />
      </Panel>
    </>
  )
}

type Matched = { file: File; match: WireInvoiceMatch; number: string; refused?: string }

function Files({ onDone }: { onDone: () => void }) {
  const { busy, rows, choose, setNumber, attach } = useFiles(onDone)
  const ready = rows.filter(isReady)
  return (
    <div className="grid gap-4">
      <p className="text-muted text-sm">
        Dosya adında siparişin numarası (ör. 1A2B3C4D) bulunmalı. E-Arşiv fatura numarası da addaysa kendiliğinden
        okunur. Eşleşmeleri görmeden hiçbir şey gönderilmez.
      </p>
      <Field
        label="Fatura dosyaları (PDF)"
        type="file"
        multiple
        accept="application/pdf,.pdf"
        disabled={busy}
        className="[&_input]:py-2.5 [&_input]:text-sm"
        onChange={(event) => choose([...(event.target.files ?? [])])}
      />
      {rows.length > 0 && (
        <ul className="grid">
          {rows.map((row) => (
            <Row key={row.file.name} row={row} busy={busy} onNumber={(number) => setNumber(row.file, number)} />
          ))}
        </ul>
      )}
      {rows.length > 0 && (
        <Button disabled={busy || ready.length === 0} onClick={attach} className="justify-self-end">
          {busy ? 'Gönderiliyor…' : `${ready.length} faturayı ekle ve gönder`}
        </Button>
      )}
    </div>
  )
}

function useFiles(onDone: () => void) {
  const [rows, setRows] = useState<Matched[]>([])
  const { busy, submit } = useAdminSubmit('Dosyalar eşleştirilemedi. Lütfen tekrar deneyin.')
  const change = (file: File, values: Partial<Matched>) =>
    setRows((rows) => rows.map((row) => (row.file === file ? { ...row, ...values } : row)))

  const choose = (files: File[]) =>
    submit(async () => {
      setRows([])
      if (files.length === 0) return
      const body = { names: files.map(({ name }) => name) }
      const { data } = await adminCall<'POST /admin/invoices/matches'>('POST', '/admin/invoices/matches', body)
      setRows(
        files.flatMap((file, index) => {
          const match = data[index]
          return match ? [{ file, match, number: match.number ?? '' }] : []
        }),
      )
    })

  const attach = () =>
    submit(async () => {
      let [sent, mailed] = [0, 0]
      for (const { file, match, number } of rows.filter(isReady)) {
        try {
          const { data } = await sendInvoice(match.order?.id ?? '', number, file)
          setRows((rows) => rows.filter((row) => row.file !== file))
          sent++
          // The buyers of a marketplace are mailed nothing.
          if (data.paymentMethod !== 'MARKETPLACE') mailed++
        } catch (error) {
          change(file, { refused: sentenceOf(error, 'Eklenemedi.') })
        }
      }
      const where = mailed === sent ? ' ve müşterilere gönderildi' : `, ${mailed} tanesi müşterisine gönderildi`
      if (sent > 0) toast('good', `${sent} fatura eklendi${where}.`)
      if (sent === rows.length) onDone()
    })

  const setNumber = (file: File, number: string) => change(file, { number, refused: undefined })
  return { busy, rows, choose, setNumber, attach }
}

function isReady({ match, number }: Matched): boolean {
  return match.order !== null && match.problem === null && checkInvoiceNumber(number) === undefined
}

const problems: Record<NonNullable<WireInvoiceMatch['problem']>, string> = {
  NO_ORDER: 'Dosya adında bilinen bir sipariş numarası yok.',
  SEVERAL_ORDERS: 'Dosya adı birden çok siparişe uyuyor.',
  TWICE: 'Bu sipariş için birden çok dosya seçtiniz.',
}

type RowProps = { row: Matched; busy: boolean; onNumber: (number: string) => void }

function Row({ row: { file, match, number, refused }, busy, onNumber }: RowProps) {
  const { order, problem } = match
  return (
    <li className="grid gap-3 border-line border-t py-4 sm:grid-cols-2 sm:items-start">
      <div className="min-w-0 text-sm">
        <p className="break-words font-medium">{file.name}</p>
        {order && (
          <p>
            {orderNumber(order.id)}, {order.buyer}, {formatTl(order.totalAmount)}
          </p>
        )}
        {order?.invoiceNumber && <p className="text-muted">{order.invoiceNumber} numaralı faturanın yerine geçer.</p>}
        {problem && <p className="text-bad">{problems[problem]}</p>}
      </div>
      {order && !problem && (
        <Field
          label="Fatura numarası"
          aria-label={`Fatura numarası: ${file.name}`}
          maxLength={40}
          autoComplete="off"
          disabled={busy}
          value={number}
          error={number === '' ? undefined : checkInvoiceNumber(number)}
          onChange={(event) => onNumber(event.target.value)}
        />
      )}
      {refused && (
        <div className="sm:col-span-2">
          <Notice tone="bad">{refused}</Notice>
        </div>
      )}
    </li>
  )
}
