import { useState } from 'react'
import type { WireOrderWithHistory } from '#api/wire/orders.ts'
import { AccountPage } from '#app/account/page.tsx'
import { api } from '#app/browser/api-client.ts'
import { openLogin, useSession } from '#app/browser/session-store.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { ListFailed } from '../list-states.tsx'
import { openOrder } from '../orders/asked-order.ts'
import { orderNumber } from '../orders/order-words.ts'
import { ReviewForm } from './form.tsx'
import { OrderReviews, Piece } from './section.tsx'

/** Where the mail that asks for reviews leads who has an account. */
export function ReviewsOfAccount({ orderId }: { orderId: string }) {
  const { user } = useSession()
  if (!user) {
    return (
      <AccountPage title="Yorumunuz">
        <p>Yorum yazmak için siparişi verdiğiniz hesaba giriş yapın.</p>
        <Button onClick={() => openLogin()} className="justify-self-start">
          Giriş yap
        </Button>
      </AccountPage>
    )
  }
  return <Fetched key={`${user.id} ${orderId}`} orderId={orderId} />
}

const notLoaded = { silent: 'Siparişiniz alınamadı', unreached: 'Siparişiniz yüklenirken hata oluştu' }

function Fetched({ orderId }: { orderId: string }) {
  const { state, again, change } = useLoaded(orderId, (signal) =>
    api.get<'GET /orders/{id}'>(`/orders/${encodeURIComponent(orderId)}`, { signal }),
  )
  if (state.kind === 'loading') {
    return (
      <AccountPage title="Yorumunuz">
        <div role="status" aria-label="Siparişiniz açılıyor" className="grid gap-4">
          <Skeleton className="h-20" />
          <Skeleton className="h-64" />
        </div>
      </AccountPage>
    )
  }
  if (state.kind === 'failed') {
    return (
      <AccountPage title="Yorumunuz">
        <ListFailed error={state.error} otherwise={notLoaded} onRetry={again} />
      </AccountPage>
    )
  }
  return (
    <AccountPage title="Yorumunuz">
      <ReviewsOfOrder order={state.value} onChanged={(order) => change(() => order)} />
      <Button look="quiet" onClick={() => openOrder(orderId)} className="-ml-2 justify-self-start">
        Siparişin tamamını aç
      </Button>
    </AccountPage>
  )
}

type ReviewsOfOrderProps = { order: WireOrderWithHistory; onChanged: (order: WireOrderWithHistory) => void }

/** The form of the first piece of which she has said nothing, at once; once it is sent the next, and at last all of them. */
export function ReviewsOfOrder({ order, onChanged }: ReviewsOfOrderProps) {
  const [done, setDone] = useState<string>()
  const reviews = order.reviews ?? []
  if (reviews.length === 0) return <p>{orderNumber(order.id)} numaralı siparişiniz için şu anda yorum yazılamıyor.</p>
  const next = reviews.find(({ review }) => !review)
  return (
    <>
      {done && <Notice tone="good">{done}</Notice>}
      {next ? (
        <>
          <Piece order={order} productId={next.productId} />
          <ReviewForm
            key={next.productId}
            order={order}
            {...next}
            onSent={async (sentence) => {
              setDone(sentence)
              onChanged(await api.get<'GET /orders/{id}'>(`/orders/${order.id}`))
              window.scrollTo(0, 0)
            }}
          />
        </>
      ) : (
        <OrderReviews order={order} reviews={reviews} onChanged={onChanged} />
      )}
    </>
  )
}
