import { useLoaded } from '#app/browser/use-loaded.ts'
import { formatTl } from '#shop/money.ts'
import { adminCall, sentenceOf } from '../../parts/api.ts'

/** The price of the order, by the shop's ordinary quote. */
export function QuotedTotal({ asked }: { asked: object }) {
  const body = JSON.stringify(asked)
  const { state } = useLoaded(body, async (signal) => {
    const { data } = await adminCall<'POST /admin/order-quote'>('POST', '/admin/order-quote', asked, { signal })
    return data
  })
  if (state.kind === 'loading') return <p className="text-muted text-sm">Tutar hesaplanıyor…</p>
  if (state.kind === 'failed')
    return <p className="text-bad text-sm">{sentenceOf(state.error, 'Tutar hesaplanamadı. Lütfen tekrar deneyin.')}</p>
  const { goods, discount, delivery, methodFee, total } = state.value
  const parts = [
    `Ürünler ${formatTl(goods)}`,
    ...(discount > 0 ? [`indirim −${formatTl(discount)}`] : []),
    delivery > 0 ? `kargo ${formatTl(delivery)}` : 'kargo ücretsiz',
    ...(methodFee > 0 ? [`kapıda ödeme ${formatTl(methodFee)}`] : []),
  ]
  return (
    <div role="status">
      <p className="flex items-baseline justify-between">
        <span>Toplam (KDV dahil)</span>
        <span className="font-medium text-lg tabular-nums">{formatTl(total)}</span>
      </p>
      <p className="text-muted text-sm">{parts.join(', ')}</p>
    </div>
  )
}
