import { useState } from 'react'
import { api } from '#app/api-client.ts'
import type { ShownOrder } from '#app/order-shape.ts'
import { InfoText } from '#app/storefront/info-text.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { useLoaded } from '#app/use-loaded.ts'
import type { TextPart } from '#shop/settings/texts.ts'
import { formatMoment } from '#shop/time.ts'
import { saveFile } from './save-file.ts'

type Paper = { kind: string; title: string; version: string; sha256: string; acceptedAt: string; parts: TextPart[] }

/** What she accepted with the order, to read and to keep for good. */
export function OrderPapers({ order }: { order: ShownOrder }) {
  const { state } = useLoaded(order.id, (signal) => api.get<Paper[]>(`/orders/${order.id}/contracts`, { signal }))
  const [shown, setShown] = useState<Paper>()
  const [open, setOpen] = useState(false)
  const [failed, setFailed] = useState(false)
  const papers = state.kind === 'ready' ? state.value : []
  if (papers.length === 0) return null

  async function fetchFile(end: 'html' | 'pdf') {
    setFailed(false)
    try {
      const file = await api.file(`/orders/${order.id}/contracts.${end}`)
      saveFile(file, `sozlesmeler-${order.id.slice(-8).toUpperCase()}.${end}`)
    } catch {
      setFailed(true)
    }
  }

  return (
    <section aria-label="Onayladığınız sözleşmeler" className="grid gap-1 border-line border-t pt-4 text-sm">
      <h3 className="text-muted">Onayladığınız sözleşmeler</h3>
      <div className="flex flex-wrap gap-x-5">
        {papers.map((paper) => (
          <button
            key={paper.kind}
            type="button"
            aria-haspopup="dialog"
            onClick={() => {
              setShown(paper)
              setOpen(true)
            }}
            className={link}
          >
            {paper.title}
          </button>
        ))}
        <button type="button" onClick={() => fetchFile('pdf')} className={link}>
          PDF indir
        </button>
        <button type="button" onClick={() => fetchFile('html')} className={link}>
          Yazdırılabilir sayfa
        </button>
      </div>
      {failed && <Notice tone="bad">Dosya indirilemedi. Lütfen tekrar deneyin.</Notice>}
      <Panel open={open} onClose={() => setOpen(false)} title={shown?.title ?? ''} side="center" wide>
        {shown && (
          <div className="-mt-12 pb-2 text-base">
            <InfoText parts={shown.parts} />
            <p className="mt-8 break-words border-line border-t pt-4 text-muted text-sm">
              {formatMoment(shown.acceptedAt)} tarihinde onayladınız. Metin sürümü: {shown.version}. SHA-256:{' '}
              {shown.sha256}
            </p>
          </div>
        )}
      </Panel>
    </section>
  )
}

const link = 'min-h-11 underline decoration-line underline-offset-4 hover:decoration-ink'
