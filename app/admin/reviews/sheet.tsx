import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { WireInboxReview } from '#api/wire/reviews.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { Thumbnail } from '#app/ui/thumbnail.tsx'
import { fitWords, reportWords } from '#shop/reviews/kinds.ts'
import { formatDate, formatMoment } from '#shop/time.ts'
import { adminCall } from '../parts/api.ts'
import { ListFailed } from '../parts/list-parts.tsx'
import { PrivatePictures } from '../parts/private-pictures.tsx'
import { Sheet } from '../parts/sheet.tsx'
import { ReviewActions } from './actions.tsx'
import { starText, stateText } from './words.ts'

const unsaved = {
  title: 'Kaydedilmemiş yazı',
  action: 'Kaydetmeden kapat',
  words: 'Yazdığınız kaydedilmedi; kapatırsanız silinir.',
}

type SheetProps = { id: string | undefined; onClose: () => void; onChanged: () => void }

/** One review beside the list. */
export function ReviewSheet({ id, onClose, onChanged }: SheetProps) {
  return (
    <Sheet id={id} titleOf={() => 'Yorum'} onClose={onClose} unsaved={unsaved}>
      {(id) => <LoadedReview key={id} id={id} onChanged={onChanged} />}
    </Sheet>
  )
}

function LoadedReview({ id, onChanged }: { id: string; onChanged: () => void }) {
  const path = `/admin/reviews/${encodeURIComponent(id)}` as const
  const { state, again, change } = useLoaded(id, (signal) =>
    adminCall<'GET /admin/reviews/{id}'>('GET', path, undefined, { signal }),
  )
  if (state.kind === 'failed') return <ListFailed error={state.error} otherwise="Yorum alınamadı" onAgain={again} />
  if (state.kind === 'loading') {
    return (
      <div role="status" aria-label="Yorum yükleniyor" className="grid gap-4">
        <Skeleton className="h-20" />
        <Skeleton className="h-40" />
      </div>
    )
  }
  return (
    <Detail
      review={state.value.data}
      onChanged={(data) => {
        change((answer) => ({ ...answer, data }))
        onChanged()
      }}
      onAgain={() => {
        again()
        onChanged()
      }}
    />
  )
}

type DetailProps = {
  review: WireInboxReview
  onChanged: (review: WireInboxReview) => void
  onAgain: () => void
}

function Detail({ review, onChanged, onAgain }: DetailProps) {
  const { product, stars, fit, text, height, sizeWorn, images, customer, author, orderId, shownOrderId } = review
  const facts = [
    fit && `Kalıp: ${fitWords[fit].toLocaleLowerCase('tr')}`,
    sizeWorn && `${sizeWorn} beden`,
    height !== null && `Boy: ${height} cm`,
  ].filter(Boolean)
  return (
    <div className="wrap-anywhere grid grid-cols-1 gap-6">
      <div className="flex gap-4">
        <Thumbnail address={product.mainImage} className="aspect-4/5 w-16 shrink-0 self-start rounded-xs" />
        <div className="grid min-w-0 gap-1 text-sm">
          <Link to={`/admin/urunler/${product.id}`} className="text-base underline decoration-line underline-offset-4">
            {product.name}
          </Link>
          <p>
            <span className="font-medium">{starText(stars)}</span> · {stateText(review)}
          </p>
          {facts.length > 0 && <p className="text-muted">{facts.join(' · ')}</p>}
        </div>
      </div>
      {text ? (
        <p className="whitespace-pre-line break-words">{text}</p>
      ) : (
        <p className="text-muted">Yalnızca puan vermiş.</p>
      )}
      <PrivatePictures images={images} under="/reviews/images" width="w-20" />
      {review.reports.length > 0 && (
        <Section title="Bildirenler ne diyor?">
          <ul className="grid gap-2 text-sm">
            {review.reports.map(({ reason, note, createdAt }) => (
              <li key={`${createdAt} ${note}`} className="break-words">
                <span className="font-medium">{reportWords[reason]}</span>
                <span className="text-muted"> · {formatMoment(createdAt)}</span>
                {note && <span className="block">{note}</span>}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {!review.sample && <ReviewActions review={review} onChanged={onChanged} onAgain={onAgain} />}
      {review.refusal && (
        <Section title="Müşteriye yazılan neden">
          <p className="whitespace-pre-line break-words text-sm">{review.refusal}</p>
        </Section>
      )}
      <Section title="Kim yazdı?">
        <p className="text-sm">
          {review.sample ? (
            'Bu, demo mağazanın örnek yorumudur; gerçek bir alışverişe dayanmaz ve canlı mağazada görünmez.'
          ) : (
            <>
              {customer}{' '}
              <span className="text-muted">
                · sayfada “{author}” · {formatDate(review.createdAt)}
              </span>
              {orderId && (
                <Link
                  to={`/admin/siparisler?siparis=${orderId}`}
                  className="block min-h-6 underline decoration-line underline-offset-4"
                >
                  Sipariş {shownOrderId}
                </Link>
              )}
            </>
          )}
        </p>
      </Section>
      {review.status === 'PUBLISHED' && (
        <Link
          to={`/urun/${product.slug}#yorumlar`}
          className="min-h-11 text-sm underline decoration-line underline-offset-4"
        >
          Ürün sayfasında gör
        </Link>
      )}
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-line border-t pt-4">
      <h3 className="mb-2 text-muted text-sm">{title}</h3>
      {children}
    </section>
  )
}
