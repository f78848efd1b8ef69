import { useState } from 'react'
import type { WireReturn } from '#api/wire/returns.ts'
import { api } from '#app/browser/api-client.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'
import { formatTl } from '#shop/money.ts'
import { formatDate } from '#shop/time.ts'
import { ChoiceButton } from './choices.tsx'
import { payDifference } from './panel.tsx'

type ExchangeProps = { found: WireReturn; onChanged: () => Promise<void> }

const failure = 'Kaydedilemedi. Lütfen tekrar deneyin.'

/** The new pieces of an exchange: which, how they stand, and what she does next. */
export function ExchangeState({ found, onChanged }: ExchangeProps) {
  const { exchange, status } = found
  if (!exchange || status === 'REFUSED' || status === 'CANCELLED') return null
  const isOver = status === 'COMPLETED'
  return (
    <div className="grid grid-cols-1 gap-3 border-line border-t pt-3">
      <p>
        Yerine gelecek:{' '}
        <span className="font-medium">
          {exchange.items
            .map(({ quantity, name, color, size }) => `${quantity} × ${name} (${color}, ${size})`)
            .join(', ')}
        </span>
      </p>
      <p className={exchange.state === 'ENDED' ? '' : 'text-muted'}>{stateWords(found)}</p>
      {exchange.state === 'TO_PAY' && <Pay found={found} />}
      {exchange.state === 'ENDED' && !isOver && <Again found={found} onChanged={onChanged} />}
    </div>
  )
}

function stateWords({ exchange, status, difference }: WireReturn): string {
  const kept = exchange?.reservedUntil ? ` ${formatDate(exchange.reservedUntil)} gününe kadar sizin için ayrıldı.` : ''
  switch (exchange?.state) {
    case 'TO_PAY':
      return `Ödenecek fark: ${formatTl(difference)}.${kept}`
    case 'KEPT':
      return `Elinizdeki ürün bize gelince hazırlayacağız.${kept}`
    case 'READY':
      return `Hazırlanıyor (sipariş ${exchange.shownOrderId}).`
    case 'SENT':
      return `Kargoya verildi (sipariş ${exchange.shownOrderId}).`
    default:
      return status === 'COMPLETED' ? 'Bu sipariş iptal edildi.' : 'Bu ürün artık sizin için ayrılmış değil.'
  }
}

function Pay({ found: { id } }: { found: WireReturn }) {
  const { busy, bad, submit } = useSubmit({ failure })
  return (
    <>
      <Button disabled={busy} onClick={() => submit(() => payDifference(id))} className="justify-self-start">
        Farkı öde
      </Button>
      {bad && <Notice tone="bad">{bad}</Notice>}
    </>
  )
}

/** The wanted pieces could not be kept for her: she chooses others, or her money. */
function Again({ found, onChanged }: ExchangeProps) {
  const { id, orderId, items } = found
  const [wanted, setWanted] = useState<Record<string, string>>({})
  const { busy, bad, submit } = useSubmit({ failure })
  const { state } = useLoaded(orderId, (signal) =>
    api.get<'GET /orders/{id}/exchange-choices'>(`/orders/${orderId}/exchange-choices`, { signal }),
  )
  const of = (itemId: string) =>
    state.kind === 'ready' ? (state.value.find((piece) => piece.itemId === itemId)?.choices ?? []) : []
  const chosen = items.flatMap(({ itemId }) => (wanted[itemId] ? [{ itemId, newVariantId: wanted[itemId] }] : []))

  const send = () =>
    submit(async () => {
      await api.call<'POST /returns/{id}/choose'>('POST', `/returns/${id}/choose`, { items: chosen })
      await onChanged()
    })
  const turn = () =>
    submit(async () => {
      await api.call<'POST /returns/{id}/to-return'>('POST', `/returns/${id}/to-return`)
      await onChanged()
    })

  return (
    <>
      {items.map(({ itemId, name, color }) => (
        <fieldset key={itemId} className="grid grid-cols-1 gap-2">
          <legend className="mb-2">{name} için yeniden seçin</legend>
          <div className="flex flex-wrap gap-2">
            {of(itemId).map((choice) => (
              <ChoiceButton
                key={choice.variantId}
                chosen={wanted[itemId] === choice.variantId}
                disabled={busy}
                onClick={() => setWanted({ ...wanted, [itemId]: choice.variantId })}
              >
                {choice.color === color ? choice.size : `${choice.color}, ${choice.size}`}
              </ChoiceButton>
            ))}
            {state.kind === 'ready' && of(itemId).length === 0 && (
              <p className="text-muted">Başka bedeni ya da rengi şu anda yok.</p>
            )}
          </div>
        </fieldset>
      ))}
      <div className="flex flex-wrap gap-3">
        <Button size="small" disabled={busy || chosen.length < items.length} onClick={send}>
          {items.length > 1 ? 'Seçtiklerimi ayır' : 'Seçtiğimi ayır'}
        </Button>
        <Button look="quiet" size="small" disabled={busy} onClick={turn}>
          İadeye çevir, paramı iade edin
        </Button>
      </div>
      {bad && <Notice tone="bad">{bad}</Notice>}
    </>
  )
}
