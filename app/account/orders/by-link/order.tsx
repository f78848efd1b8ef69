import { Suspense, useEffect, useState } from 'react'
import type { WireOrder, WireOrderWithHistory } from '#api/wire/orders.ts'
import { api, lenders } from '#app/browser/api-client.ts'
import { lazyOnline } from '#app/browser/lazy-online.ts'
import { Button } from '#app/ui/button.tsx'
import { Confirm } from '#app/ui/confirm.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'
import { OrderDetail } from '../dialog.tsx'
import { orderNumber } from '../order-words.ts'

const ReviewsOfOrder = lazyOnline(async () => ({ default: (await import('../../reviews/by-mail.tsx')).ReviewsOfOrder }))

export type LinkedOrder = WireOrderWithHistory

/** The order of a link. The token is sent in a header: addresses end up in logs. */
export async function openByLink(token: string, signal: AbortSignal): Promise<LinkedOrder> {
  const headers = { Authorization: `Bearer ${token}` }
  const order = await api.get<'GET /orders/guest'>('/orders/guest', { guest: true, headers, signal })
  lend(order.id, token)
  return order
}

let lent: (typeof lenders)[number] | undefined

/** From now on the calls about this order, its returns and its reviews are made with its link, whoever is signed in. */
function lend(orderId: string, token: string): void {
  takeBack()
  const isOfOrder = (path: string) => /^\/(returns|reviews)\//.test(path) || path.startsWith(`/orders/${orderId}`)
  lent = (path) => (isOfOrder(path) ? token : undefined)
  lenders.unshift(lent)
}

function takeBack(): void {
  if (lent) lenders.splice(lenders.indexOf(lent), 1)
  lent = undefined
}

/** `review`: she came to say what she thinks, so that is first. */
export function OrderByLink({ order: opened, token, review }: { order: LinkedOrder; token: string; review: boolean }) {
  const [order, setOrder] = useState<WireOrder>(opened)
  useEffect(() => {
    lend(opened.id, token)
    return takeBack
  }, [opened.id, token])
  const [reviewing, setReviewing] = useState(review ? opened : undefined)
  if (reviewing) {
    return (
      <Suspense>
        <ReviewsOfOrder order={reviewing} onChanged={setReviewing} />
        <Button look="quiet" onClick={() => setReviewing(undefined)} className="-ml-2 justify-self-start">
          Siparişin tamamını aç
        </Button>
      </Suspense>
    )
  }
  return (
    <>
      <OrderDetail order={order} onChanged={setOrder} />
      <NewLink order={order} />
    </>
  )
}

/** For who has shown her link to somebody: a new one, by mail, and this one ends. */
function NewLink({ order }: { order: WireOrder }) {
  const [asking, setAsking] = useState(false)
  const [outcome, setOutcome] = useState<{ tone: 'good' | 'bad'; text: string }>()
  const { busy, submit } = useSubmit({
    failure: 'Yeni bağlantı gönderilemedi. Lütfen tekrar deneyin.',
    notify: (tone, text) => setOutcome({ tone, text }),
  })
  const { email } = order.customerInfo

  async function ask() {
    await submit(async () => {
      await api.post<'POST /orders/guest/link'>(
        '/orders/guest/link',
        { orderNumber: orderNumber(order.id), email },
        { guest: true },
      )
      return `Yeni bağlantıyı ${email} adresine gönderiyoruz; bu sayfanın bağlantısı birazdan kapanır.`
    })
    setAsking(false)
  }

  return (
    <section aria-label="Bu sayfanın bağlantısı" className="grid grid-cols-1 gap-3 border-line border-t pt-4 text-sm">
      <p className="text-muted">
        Bu sayfanın bağlantısı şifre gibidir: onu bilen siparişinizi görebilir ve iptal edebilir. Başkasının eline
        geçtiyse yenisini isteyin.
      </p>
      {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
      <Button look="secondary" size="small" onClick={() => setAsking(true)} className="justify-self-start">
        Yeni bağlantı iste
      </Button>
      <Confirm
        open={asking}
        title="Yeni bağlantı iste"
        action="Yeni bağlantı gönder"
        look="primary"
        busy={busy}
        onClose={() => setAsking(false)}
        onConfirm={ask}
      >
        <p>Yeni bağlantıyı {email} adresine göndeririz; bu sayfanınki dahil önceki bağlantılar kapanır.</p>
      </Confirm>
    </section>
  )
}
