import { useRef, useState } from 'react'
import type { WireOrderWithHistory } from '#api/wire/orders.ts'
import type { WireReturnable } from '#api/wire/returns.ts'
import { api } from '#app/browser/api-client.ts'
import { useHeldFocus } from '#app/frame/use-held-focus.ts'
import { Button } from '#app/ui/button.tsx'
import { AskingPanel } from '#app/ui/leaving/asking-panel.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { formatDate } from '#shop/time.ts'
import { ReturnCard } from './card.tsx'
import { ExchangePanel } from './exchange/panel.tsx'
import { ReturnForm } from './form.tsx'

export type OrderReturnsProps = {
  order: WireOrderWithHistory
  returnable: WireReturnable
  onChanged: (order: WireOrderWithHistory) => void
}

/** The returns of a delivered order: how each stands, and another one while something is left that may come back. */
export function OrderReturns({ order, returnable, onChanged }: OrderReturnsProps) {
  const [asking, setAsking] = useState<'return' | 'exchange'>()
  const [done, setDone] = useState<string>()
  const section = useRef<HTMLElement>(null)
  // The buttons go with the last piece, and the one that takes a return back with that return.
  const holdFocus = useHeldFocus(() => section.current)
  const { returns, items, late, deadline, exchangeUntil } = returnable
  const close = () => setAsking(undefined)
  const isLeft = items.some(({ left }) => left > 0)
  const refetch = async () => onChanged(await api.get<'GET /orders/{id}'>(`/orders/${order.id}`))

  const sent = async (sentence: string) => {
    close()
    setDone(sentence)
    await refetch()
  }

  // It may have been taken back: that it has come is said no more.
  const cardChanged = async () => {
    setDone(undefined)
    await refetch()
  }

  return (
    <section
      ref={section}
      aria-label="İade ve değişim"
      tabIndex={-1}
      onFocus={holdFocus}
      className="grid grid-cols-1 gap-4 border-line border-t pt-6 text-sm outline-none"
    >
      {done && <Notice tone="good">{done}</Notice>}
      {returns.map((found) => (
        <ReturnCard key={found.id} found={found} onChanged={cardChanged} />
      ))}
      {isLeft && (
        <div className="grid grid-cols-1 justify-items-start gap-3">
          <p>
            {exchangeUntil &&
              `Başka beden, renk ya da ürünle ${formatDate(exchangeUntil)} gününe kadar değiştirebilirsiniz. `}
            {late
              ? `İade süreniz ${formatDate(deadline)} günü doldu. Kusurlu bir ürün için yine de bize bildirebilirsiniz.`
              : `Ürünleri ${formatDate(deadline)} gününe kadar ücretsiz iade edebilirsiniz.`}
          </p>
          <div className="flex flex-wrap gap-3">
            {exchangeUntil && <Button onClick={() => setAsking('exchange')}>Değiştir</Button>}
            <Button look="secondary" onClick={() => setAsking('return')}>
              {late ? 'Kusurlu ürün bildir' : 'İade et'}
            </Button>
          </div>
        </div>
      )}
      <AskingPanel open={asking === 'return'} onClose={close} title="İade" side="center" wide>
        <ReturnForm order={order} returnable={returnable} onSent={sent} />
      </AskingPanel>
      <Panel open={asking === 'exchange'} onClose={close} title="Değişim" side="center" wide>
        {asking === 'exchange' && <ExchangePanel order={order} returnable={returnable} onSent={sent} />}
      </Panel>
    </section>
  )
}
