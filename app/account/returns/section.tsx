import { useState } from 'react'
import type { WireOrderWithHistory } from '#api/wire/orders.ts'
import type { WireReturnable } from '#api/wire/returns.ts'
import { api } from '#app/browser/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { formatDate } from '#shop/time.ts'
import { ReturnCard } from './card.tsx'
import { ReturnForm } from './form.tsx'

export type OrderReturnsProps = {
  order: WireOrderWithHistory
  returnable: WireReturnable
  onChanged: (order: WireOrderWithHistory) => void
}

/** The returns of a delivered order: how each stands, and another one while something is left that may come back. */
export function OrderReturns({ order, returnable, onChanged }: OrderReturnsProps) {
  const [asking, setAsking] = useState(false)
  const [done, setDone] = useState<string>()
  const { returns, items, late, deadline } = returnable
  const isLeft = items.some(({ left }) => left > 0)
  const refetch = async () => onChanged(await api.get<'GET /orders/{id}'>(`/orders/${order.id}`))

  return (
    <section aria-label="İade" className="grid gap-4 border-line border-t pt-6 text-sm">
      {done && <Notice tone="good">{done}</Notice>}
      {returns.map((found) => (
        <ReturnCard key={found.id} found={found} onChanged={refetch} />
      ))}
      {isLeft && (
        <div className="grid justify-items-start gap-3">
          <p>
            {late
              ? `İade süreniz ${formatDate(deadline)} günü doldu. Kusurlu bir ürün için yine de bize bildirebilirsiniz.`
              : `Ürünleri ${formatDate(deadline)} gününe kadar ücretsiz iade edebilirsiniz.`}
          </p>
          <Button look="secondary" onClick={() => setAsking(true)}>
            {late ? 'Kusurlu ürün bildir' : 'İade et'}
          </Button>
        </div>
      )}
      <Panel open={asking} onClose={() => setAsking(false)} title="İade" side="center" wide>
        <ReturnForm
          order={order}
          returnable={returnable}
          onSent={async (sentence) => {
            setAsking(false)
            setDone(sentence)
            await refetch()
          }}
        />
      </Panel>
    </section>
  )
}
