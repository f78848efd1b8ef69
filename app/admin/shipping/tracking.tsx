import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { WireTrackingOutcome } from '#api/wire/admin/shipping.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'
import { carrierName, carriers } from '#shop/orders/carriers.ts'
import { readTrackingLines } from '#shop/shipping/tracking-lines.ts'
import { adminCall } from '../parts/api.ts'
import { FileLink } from '../parts/file-link.tsx'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'

type Asked = { order: string; carrier?: string; trackingNumber: string }

const toneOf: Record<WireTrackingOutcome['outcome'], string> = {
  READY: '',
  SHIPPED: 'text-good',
  UNCHANGED: 'text-muted',
  REFUSED: 'text-bad',
}

/** Tracking numbers of many orders: scanned, pasted, or from the carrier's list; each match is shown before it counts. */
export default function Tracking() {
  const [query] = useSearchParams()
  const [text, setText] = useState(() => linesOf(query.get('siparisler') ?? ''))
  const [carrier, setCarrier] = useState('')
  const [rows, setRows] = useState<WireTrackingOutcome[]>()
  const { busy, submit } = useAdminSubmit('Satırlar okunamadı. Lütfen tekrar deneyin.')
  const ready = rows?.filter(({ outcome }) => outcome === 'READY') ?? []

  const send = (asked: Asked[], preview: boolean) =>
    adminCall<'POST /admin/orders/tracking'>('POST', '/admin/orders/tracking', {
      rows: asked.map((row) => ({ ...row, carrier: row.carrier || carrier || null })),
      preview,
    })

  const show = () =>
    submit(async () => {
      const { data } = await send(readTrackingLines(text), true)
      setRows(data.rows)
    })

  const read = (file: File) =>
    submit(async () => {
      const form = new FormData()
      form.set('file', file)
      const { data } = await adminCall<'POST /admin/orders/tracking/file'>('POST', '/admin/orders/tracking/file', form)
      setRows(data.rows.map((row) => ({ ...row, carrier: row.carrier ?? carrierOf(carrier) })))
    })

  const enter = () =>
    submit(async () => {
      const asked = ready.map(({ orderId, order, carrier, trackingNumber }) => ({
        order: orderId ?? order,
        trackingNumber,
        ...(carrier ? { carrier } : {}),
      }))
      const { data, message } = await send(asked, false)
      const done = new Map(data.rows.map((row) => [row.orderId, row]))
      setRows(rows?.map((row) => (row.outcome === 'READY' ? (done.get(row.orderId) ?? row) : row)))
      return message
    })

  function beginAgain() {
    setRows(undefined)
    setText('')
  }

  return (
    <div className="grid max-w-144 gap-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h1 className="font-display text-2xl">Takip numaraları</h1>
        <Link to="/admin/siparisler" className="py-2 text-sm underline decoration-line underline-offset-4">
          Siparişlere dön
        </Link>
      </div>
      {rows === undefined ? (
        <>
          <p className="text-muted">
            Her satıra bir sipariş numarasıyla takip numarasını yazın, yapıştırın ya da barkod okuyucuyla önce
            siparişin, sonra kargonun barkodunu okutun. Siz onaylamadan hiçbir sipariş değişmez.
          </p>
          <Select
            label="Kargo firması"
            value={carrier}
            options={[
              { value: '', label: 'Satırda ya da siparişte yazan' },
              ...carriers.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(event) => setCarrier(event.target.value)}
          />
          <TextArea
            label="Sipariş no ve takip no"
            rows={10}
            spellCheck={false}
            autoComplete="off"
            placeholder={'#AB12CD34  734001234567\n#EF56AB78  734001234568'}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button disabled={busy || text.trim() === ''} onClick={show}>
              {busy ? 'Bekleyin…' : 'Eşleşmeleri göster'}
            </Button>
            <FileLink accept=".csv,.xlsx,text/csv" disabled={busy} onFile={read}>
              Kargonun listesini yükle (CSV, Excel)
            </FileLink>
          </div>
        </>
      ) : (
        <>
          <ul className="border-line border-t">
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows never move
              <OutcomeRow key={index} row={row} />
            ))}
          </ul>
          <div className="flex flex-wrap gap-2">
            {ready.length > 0 && (
              <Button disabled={busy} onClick={enter}>
                {busy ? 'Bekleyin…' : `${ready.length} siparişi “Kargoda” yap`}
              </Button>
            )}
            {ready.length > 0 ? (
              <Button look="secondary" disabled={busy} onClick={() => setRows(undefined)}>
                Satırları düzelt
              </Button>
            ) : (
              <Button look="secondary" onClick={beginAgain}>
                Yeni liste
              </Button>
            )}
          </div>
        </>
      )}
    </div>
  )
}

/** A line to complete for each order that the list of orders gave along. */
function linesOf(numbers: string): string {
  return (numbers.match(/[0-9A-F]{8}/g) ?? []).map((number) => `#${number} \n`).join('')
}

function carrierOf(chosen: string) {
  return carriers.find(({ id }) => id === chosen)?.id ?? null
}

function OutcomeRow({
  row: { order, customer, carrier, trackingNumber, outcome, message },
}: {
  row: WireTrackingOutcome
}) {
  const words = [customer, carrierName(carrier), trackingNumber].filter(Boolean).join(' · ')
  return (
    <li className="border-line border-b py-2 text-sm">
      <span className="font-medium tabular-nums">{order || '(boş)'}</span>
      {words && <span className="tabular-nums"> · {words}</span>}
      <span className={`block ${toneOf[outcome]}`}>{message}</span>
    </li>
  )
}
