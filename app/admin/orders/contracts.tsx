import { api } from '#app/browser/api-client.ts'
import { saveFile } from '#app/browser/save-file.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Button } from '#app/ui/button.tsx'
import { formatMoment } from '#shop/time.ts'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'

/** The contracts that were accepted with an order, as the consumer arbitration board asks for them. */
export function OrderContracts({ orderId }: { orderId: string }) {
  const { state } = useLoaded(orderId, (signal) =>
    api.get<'GET /orders/{id}/contracts'>(`/orders/${orderId}/contracts`, { signal }),
  )
  const { busy, submit } = useAdminSubmit('Sözleşmeler indirilemedi. Lütfen tekrar deneyin.')
  if (state.kind === 'loading') return <p className="text-muted text-sm">Yükleniyor…</p>
  if (state.kind === 'failed') return <p className="text-bad text-sm">Sözleşmeler alınamadı.</p>
  const [first] = state.value
  if (!first) return <p className="text-muted text-sm">Bu siparişte onaylanmış sözleşme yok.</p>

  const download = () =>
    submit(async () => {
      const file = await api.file(`/orders/${orderId}/contracts.pdf`)
      saveFile(file, `sozlesmeler-${orderId.slice(-8).toUpperCase()}.pdf`)
    })

  return (
    <div className="grid justify-items-start gap-1 text-sm">
      <ul className="grid gap-1">
        {state.value.map(({ title, version, acceptedAt }) => (
          <li key={`${title} ${version} ${acceptedAt}`}>
            {title} <span className="text-muted">{formatMoment(acceptedAt)} tarihinde onaylandı</span>
          </li>
        ))}
      </ul>
      <Button look="quiet" disabled={busy} onClick={download} className="-ml-2 text-sm!">
        Sözleşmeleri indir (PDF)
      </Button>
    </div>
  )
}
