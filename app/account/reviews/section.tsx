import { useRef, useState } from 'react'
import type { WireOrderWithHistory } from '#api/wire/orders.ts'
import type { WireOwnReview } from '#api/wire/reviews.ts'
import { api } from '#app/browser/api-client.ts'
import { closeAccount } from '#app/browser/session-store.ts'
import { useHeldFocus } from '#app/frame/use-held-focus.ts'
import { Button } from '#app/ui/button.tsx'
import { Confirm } from '#app/ui/confirm.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Thumbnail } from '#app/ui/thumbnail.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'
import { OrderItems } from '../orders/items.tsx'
import { ReviewForm } from './form.tsx'
import { OwnPicture } from './own-picture.tsx'

export type OrderReviewsProps = {
  order: WireOrderWithHistory
  reviews: NonNullable<WireOrderWithHistory['reviews']>
  onChanged: (order: WireOrderWithHistory) => void
}

/** The pieces of a delivered order, each with what she has said of it or the button to say it. */
export function OrderReviews({ order, reviews, onChanged }: OrderReviewsProps) {
  const [writing, setWriting] = useState<string>()
  const [open, setOpen] = useState(false)
  const [done, setDone] = useState<string>()
  const refetch = async () => onChanged(await api.get<'GET /orders/{id}'>(`/orders/${order.id}`))

  async function changed(sentence: string) {
    setOpen(false)
    setDone(sentence)
    await refetch()
  }

  const list = useRef<HTMLUListElement>(null)
  const holdFocus = useHeldFocus((place) => list.current?.children[place]?.querySelector('button'))
  const of = (id: string | undefined) => reviews.find(({ productId }) => productId === id)
  const current = of(writing)
  const below = (productId: string) => {
    const found = of(productId)
    return (
      found && (
        <PieceReview
          review={found.review}
          onWrite={() => {
            setDone(undefined)
            setWriting(productId)
            setOpen(true)
          }}
          onDeleted={changed}
        />
      )
    )
  }
  return (
    <section aria-label="Ürünler ve yorumlarınız" className="grid grid-cols-1 gap-4">
      {done && <Notice tone="good">{done}</Notice>}
      <OrderItems
        ref={list}
        items={order.items}
        returns={order.returnable?.returns}
        onLeave={closeAccount}
        onFocus={holdFocus}
        below={below}
      />
      <Panel open={open} onClose={() => setOpen(false)} title="Yorumunuz" side="center" wide>
        {current && (
          <div className="grid grid-cols-1 gap-6">
            <Piece order={order} productId={current.productId} />
            <ReviewForm
              key={`${current.productId} ${current.review?.updatedAt}`}
              order={order}
              {...current}
              onSent={changed}
            />
          </div>
        )}
      </Panel>
    </section>
  )
}

type PieceProps = { order: WireOrderWithHistory; productId: string }

/** The product that a review is about. */
export function Piece({ order, productId }: PieceProps) {
  const items = order.items.filter(({ variant }) => variant.product.id === productId)
  const product = items[0]?.variant.product
  return (
    <div className="flex gap-4 text-sm">
      <Thumbnail address={product?.mainImage} className="aspect-4/5 w-16 shrink-0 self-start rounded-xs" />
      <div className="grid grid-cols-1 min-w-0 grow content-start justify-items-start gap-1">
        <p className="wrap-anywhere text-base">{product?.name}</p>
        <p className="wrap-anywhere text-muted">
          {items.map(({ variant }) => `${variant.color}, ${variant.size}`).join(' · ')}
        </p>
      </div>
    </div>
  )
}

const stateWords = {
  WAITING: 'Onay bekliyor',
  PUBLISHED: 'Yayında',
  REFUSED: 'Yayınlanmadı',
} as const

type PieceReviewProps = {
  review: WireOwnReview | null
  onWrite: () => void
  onDeleted: (sentence: string) => Promise<void>
}

function PieceReview({ review, onWrite, onDeleted }: PieceReviewProps) {
  if (!review) {
    return (
      <Button look="secondary" size="small" aria-haspopup="dialog" onClick={onWrite}>
        Yorum yaz
      </Button>
    )
  }
  const { stars, text, images, status, refusal, answer } = review
  return (
    <div className="grid grid-cols-1 gap-1">
      <p>
        {stars} yıldız · <span className={status === 'REFUSED' ? 'text-bad' : ''}>{stateWords[status]}</span>
      </p>
      {text && <p className="line-clamp-3 whitespace-pre-line break-words text-muted">{text}</p>}
      {images.length > 0 && (
        <ul className="flex flex-wrap gap-2 py-1">
          {images.map(({ id }, index) => (
            <li key={id}>
              <OwnPicture id={id} alt={`Yorumunuzun ${index + 1}. görseli`} />
            </li>
          ))}
        </ul>
      )}
      {refusal && <p>Nedeni: {refusal}</p>}
      {answer && <p className="break-words text-muted">Yanıtımız: {answer}</p>}
      <div className="-ml-2 flex flex-wrap gap-x-3">
        <Button look="quiet" size="small" aria-haspopup="dialog" onClick={onWrite}>
          Yorumu değiştir
        </Button>
        <DeleteReview id={review.id} onDeleted={onDeleted} />
      </div>
    </div>
  )
}

function DeleteReview({ id, onDeleted }: { id: string; onDeleted: (sentence: string) => Promise<void> }) {
  const [asking, setAsking] = useState(false)
  const { busy, bad, submit } = useSubmit({ failure: 'Yorumunuz silinemedi. Lütfen tekrar deneyin.' })

  async function remove() {
    await submit(async () => {
      const { message } = await api.call<'DELETE /reviews/{id}'>('DELETE', `/reviews/${id}`)
      await onDeleted(message ?? '')
    })
    setAsking(false)
  }

  return (
    <>
      <Button look="quiet" size="small" onClick={() => setAsking(true)}>
        Sil
      </Button>
      {bad && <Notice tone="bad">{bad}</Notice>}
      <Confirm
        open={asking}
        title="Yorumu sil"
        action="Yorumu sil"
        busy={busy}
        onClose={() => setAsking(false)}
        onConfirm={remove}
      >
        <p>Yorumunuz görselleriyle birlikte silinir; geri getirilemez.</p>
      </Confirm>
    </>
  )
}
