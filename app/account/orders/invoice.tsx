import type { WireOrderWithHistory } from '#api/wire/orders.ts'
import { api } from '#app/browser/api-client.ts'
import { saveFile } from '#app/browser/save-file.ts'
import { Notice } from '#app/ui/notice.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'

/** The invoice of her order, once the shop has attached it. */
export function OrderInvoice({ order: { id, invoiceFile } }: { order: WireOrderWithHistory }) {
  const { bad, busy, submit } = useSubmit({ failure: () => 'Fatura indirilemedi. Lütfen tekrar deneyin.' })
  if (!invoiceFile) return null
  const { number } = invoiceFile
  const fetchFile = () =>
    submit(async () =>
      saveFile(await api.file(`/orders/${id}/invoice.pdf`), `fatura-${number.replaceAll('/', '-')}.pdf`),
    )
  return (
    <section aria-label="Faturanız" className="grid grid-cols-1 gap-1 border-line border-t pt-4 text-sm">
      <h3 className="text-muted">Faturanız</h3>
      <button
        type="button"
        disabled={busy}
        onClick={fetchFile}
        className="min-h-11 justify-self-start underline decoration-line underline-offset-4 hover:decoration-ink"
      >
        {number} numaralı faturayı indir
      </button>
      {bad && <Notice tone="bad">{bad}</Notice>}
    </section>
  )
}
