import { useState } from 'react'
import type { WireOrderWithHistory } from '#api/wire/orders.ts'
import type { WireChoices, WireReturnable } from '#api/wire/returns.ts'
import { api } from '#app/browser/api-client.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { Stepper } from '#app/ui/stepper.tsx'
import { Thumbnail } from '#app/ui/thumbnail.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'
import { formatKurus, fromTl } from '#shop/money.ts'
import { formatDate } from '#shop/time.ts'
import { type Choice, Choices, OtherProduct } from './choices.tsx'

const failure = 'Değişim talebiniz gönderilemedi. Lütfen tekrar deneyin.'

type ExchangePanelProps = {
  order: WireOrderWithHistory
  returnable: WireReturnable
  onSent: (sentence: string) => Promise<void>
}

/** For each piece, a choice of what to exchange it for and a button that sends it. */
export function ExchangePanel({ order, returnable, onSent }: ExchangePanelProps) {
  const [product, setProduct] = useState('')
  const { state, again } = useLoaded(`${order.id} ${product}`, (signal) =>
    api.get<'GET /orders/{id}/exchange-choices'>(
      `/orders/${order.id}/exchange-choices?product=${encodeURIComponent(product)}`,
      { signal },
    ),
  )
  const pieces = returnable.items.filter(({ left }) => left > 0)
  return (
    <div className="grid grid-cols-1 gap-6 text-sm">
      <Terms returnable={returnable} />
      {state.kind === 'loading' && <Skeleton className="h-40" />}
      {state.kind === 'failed' && (
        <div className="grid grid-cols-1 justify-items-start gap-3">
          <Notice tone="bad">Seçenekler alınamadı. Lütfen tekrar deneyin.</Notice>
          <Button look="secondary" size="small" onClick={again}>
            Tekrar Dene
          </Button>
        </div>
      )}
      {state.kind === 'ready' && (
        <ul className="grid grid-cols-1 gap-6">
          {pieces.map(({ itemId, left }) => (
            <Piece key={itemId} order={order} itemId={itemId} left={left} pieces={state.value} onSent={onSent} />
          ))}
        </ul>
      )}
      <OtherProduct chosen={product} onChoose={setProduct} />
    </div>
  )
}

function Terms({ returnable: { late, exchangeUntil } }: { returnable: WireReturnable }) {
  return (
    <p className="text-muted">
      {exchangeUntil && `${formatDate(exchangeUntil)} gününe kadar değiştirebilirsiniz. `}
      Aynı ürünün aynı fiyattaki başka bedeni ya da rengi için fark ödemezsiniz.{' '}
      {late ? 'Gönderim ücreti size aittir.' : 'Kargo bizdendir.'}
    </p>
  )
}

type PieceProps = {
  order: WireOrderWithHistory
  itemId: string
  left: number
  pieces: WireChoices
  onSent: (sentence: string) => Promise<void>
}

function Piece({ order, itemId, left, pieces, onSent }: PieceProps) {
  const [quantity, setQuantity] = useState(1)
  const [chosen, choose] = useState<Choice>()
  const { busy, bad, submit } = useSubmit({ failure })
  const item = order.items.find(({ id }) => id === itemId)
  const choices = pieces.find((piece) => piece.itemId === itemId)?.choices ?? []
  if (!item) return null
  const { product, color, size } = item.variant

  const send = ({ variantId: newVariantId, size }: Choice) =>
    submit(async () => {
      const reason = reasonOf(item.variant.size, size)
      const body = { kind: 'EXCHANGE', items: [{ itemId, quantity, newVariantId, reason }] }
      const { data, message } = await api.call<'POST /orders/{id}/returns'>('POST', `/orders/${order.id}/returns`, body)
      if (data.exchange?.state === 'TO_PAY') return payDifference(data.id)
      await onSent(message ?? 'Değişim talebinizi aldık.')
    })

  return (
    <li className="grid grid-cols-1 gap-3 border-line border-b pb-5">
      <div className="flex gap-4">
        <Thumbnail address={product.mainImage} className="aspect-4/5 w-16 shrink-0 self-start rounded-xs" />
        <div className="min-w-0 grow">
          <p className="text-base">{product.name}</p>
          <p className="text-muted">
            Sizdeki: {color}, {size}
          </p>
          {left > 1 && (
            <div className="mt-2 flex">
              <Stepper
                label={`${product.name}, değiştirilecek adet`}
                value={quantity}
                min={1}
                max={left}
                onChange={setQuantity}
              />
            </div>
          )}
        </div>
      </div>
      <Choices item={item} choices={choices} chosen={chosen} busy={busy} onChoose={choose} />
      {chosen && (
        <div className="grid grid-cols-1 justify-items-start gap-3 bg-paper p-4">
          <p className="wrap-anywhere">{differenceWords(chosen, quantity)}</p>
          <Button disabled={busy} onClick={() => send(chosen)}>
            {chosen.difference > 0 ? 'Değiştir ve farkı öde' : 'Değiştir'}
          </Button>
        </div>
      )}
      {bad && <Notice tone="bad">{bad}</Notice>}
    </li>
  )
}

/** Letter sizes from small to large; numbers speak for themselves. */
const letters = ['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', 'XXXL', '3XL', '4XL']

/** The reason as the wanted size suggests it: for a larger one, hers was too small. */
function reasonOf(mine: string, wanted: string) {
  const rank = (size: string) => (letters.includes(size) ? letters.indexOf(size) : Number.parseFloat(size))
  const step = rank(wanted) - rank(mine)
  return step > 0 ? 'TOO_SMALL' : step < 0 ? 'TOO_BIG' : 'OTHER'
}

function differenceWords({ name, color, size, difference }: Choice, quantity: number): string {
  const kurus = Math.abs(fromTl(difference) ?? 0) * quantity
  const what = `${quantity > 1 ? `${quantity} × ` : ''}${name} (${color}, ${size})`
  if (difference === 0) return `${what}: fark ödemezsiniz.`
  return difference > 0
    ? `${what}: ${formatKurus(kurus)} fark ödersiniz.`
    : `${what}: ${formatKurus(kurus)} fark, değişim tamamlanınca ödediğiniz yolla size iade edilir.`
}

/** Goes to the page on which the difference is paid. */
export async function payDifference(returnId: string): Promise<void> {
  const path = `/returns/${returnId}/payment-link` as const
  const { data } = await api.call<'POST /returns/{id}/payment-link'>('POST', path)
  window.location.assign(data.url)
}
