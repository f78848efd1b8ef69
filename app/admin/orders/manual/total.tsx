import { useLoaded } from '#app/browser/use-loaded.ts'
import { formatKurus, fromTl } from '#shop/money.ts'
import { adminCall, sentenceOf } from '../../parts/api.ts'

const tl = (amount: number) => formatKurus(fromTl(amount) ?? 0)

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
    `Ürünler ${tl(goods)}`,
    ...(discount > 0 ? [`indirim −${tl(discount)}`] : []),
    delivery > 0 ? `kargo ${tl(delivery)}` : 'kargo ücretsiz',
    ...(methodFee > 0 ? [`kapıda ödeme ${tl(methodFee)}`] : []),
  ]
  return (
    <div role="status">
      <p className="flex items-baseline justify-between">
        <span>Toplam (KDV dahil)</span>
        <span className="font-medium text-lg tabular-nums">{tl(total)}</span>
      </p>
      <p className="text-muted text-sm">{parts.join(', ')}</p>
    </div>
  )
}
