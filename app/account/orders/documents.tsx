import { useState } from 'react'
import type { WireOrder } from '#api/wire/orders.ts'
import { api } from '#app/browser/api-client.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { InfoText } from '#app/storefront/info/text.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'
import type { TextPart } from '#shop/texts/text.ts'
import { formatMoment } from '#shop/time.ts'
import { saveFile } from '../../browser/save-file.ts'

type Document = { kind: string; title: string; version: string; sha256: string; acceptedAt: string; parts: TextPart[] }

/** The texts that were accepted with the order, to read and to keep for good. */
export function OrderDocuments({ order }: { order: WireOrder }) {
  const { state } = useLoaded(order.id, (signal) =>
    api.get<'GET /orders/{id}/contracts'>(`/orders/${order.id}/contracts`, { signal }),
  )
  const [shown, setShown] = useState<Document>()
  const [open, setOpen] = useState(false)
  const { bad, submit } = useSubmit({ failure: () => 'Dosya indirilemedi. Lütfen tekrar deneyin.' })
  const documents = state.kind === 'ready' ? state.value : []
  if (documents.length === 0) return null

  const fetchFile = (end: 'html' | 'pdf') =>
    submit(async () => {
      const file = await api.file(`/orders/${order.id}/contracts.${end}`)
      saveFile(file, `sozlesmeler-${order.id.slice(-8).toUpperCase()}.${end}`)
    })

  return (
    <section
      aria-label="Onayladığınız sözleşmeler"
      className="grid grid-cols-1 gap-1 border-line border-t pt-4 text-sm"
    >
      <h3 className="text-muted">Onayladığınız sözleşmeler</h3>
      <div className="flex flex-wrap gap-x-5">
        {documents.map((document) => (
          <button
            key={document.title}
            type="button"
            aria-haspopup="dialog"
            onClick={() => {
              setShown(document)
              setOpen(true)
            }}
            className={link}
          >
            {document.title}
          </button>
        ))}
        <button type="button" onClick={() => fetchFile('pdf')} className={link}>
          PDF indir
        </button>
        <button type="button" onClick={() => fetchFile('html')} className={link}>
          Yazdırılabilir sayfa
        </button>
      </div>
      {bad && <Notice tone="bad">{bad}</Notice>}
      <DocumentPanel document={shown} open={open} onClose={() => setOpen(false)} />
    </section>
  )
}

type DocumentPanelProps = { document: Document | undefined; open: boolean; onClose: () => void }

function DocumentPanel({ document, open, onClose }: DocumentPanelProps) {
  return (
    <Panel open={open} onClose={onClose} title={document?.title ?? ''} side="center" wide>
      {document && (
        <div className="-mt-12 pb-2 text-base">
          <InfoText parts={document.parts} />
          <p className="mt-8 break-words border-line border-t pt-4 text-muted text-sm">
            {formatMoment(document.acceptedAt)} tarihinde onayladınız. Metin sürümü: {document.version}. SHA-256:{' '}
            {document.sha256}
          </p>
        </div>
      )}
    </Panel>
  )
}

const link = 'min-h-11 underline decoration-line underline-offset-4 hover:decoration-ink'
