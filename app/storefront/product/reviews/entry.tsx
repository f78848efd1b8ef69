import { useState } from 'react'
import type { WireReview } from '#api/wire/reviews.ts'
import { useShop } from '#app/frame/use-shop.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Thumbnail } from '#app/ui/thumbnail.tsx'
import { fitWords } from '#shop/reviews/kinds.ts'
import { formatDate } from '#shop/time.ts'
import { Stars } from './stars.tsx'

/** One review: who, when, how many stars; her words, her pictures, the shop's answer. */
export function ReviewEntry({ review, onReport }: { review: WireReview; onReport: () => void }) {
  const { author, stars, text, images, answer, createdAt, sample } = review
  const facts = factsOf(review)
  return (
    <li tabIndex={-1} className="py-6 outline-none">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="inline-flex items-center">
          <span className="sr-only">5 üzerinden {stars} yıldız</span>
          <Stars value={stars} />
        </span>
        <span className="font-medium">{author}</span>
        <span className="text-muted">{formatDate(createdAt)}</span>
        {sample && <span className="bg-nar-soft px-2 text-nar-deep">Örnek yorum</span>}
      </p>
      {facts && <p className="mt-1 text-muted text-sm">{facts}</p>}
      {text && <p className="mt-3 max-w-text whitespace-pre-line break-words">{text}</p>}
      <Pictures images={images} author={author} />
      {answer && <Answer text={answer.text} at={answer.at} />}
      {!sample && (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={onReport}
          className="mt-2 min-h-6 text-muted text-sm underline decoration-line underline-offset-4 hover:decoration-ink"
        >
          Bildir
          <span className="sr-only">
            : {author}, {formatDate(createdAt)}
          </span>
        </button>
      )}
    </li>
  )
}

/** 'Kalıp: dar · M beden · 168 cm' */
function factsOf({ fit, sizeWorn, height }: WireReview): string {
  return [
    fit && `Kalıp: ${fitWords[fit].toLocaleLowerCase('tr')}`,
    sizeWorn && `${sizeWorn} beden`,
    height !== null && `Boy: ${height} cm`,
  ]
    .filter(Boolean)
    .join(' · ')
}

function Answer({ text, at }: { text: string; at: string }) {
  const name = useShop()?.shop.name ?? 'Mağaza'
  return (
    <div className="mt-4 max-w-text border-line border-l-2 pl-4 text-sm">
      <p className="font-medium">
        {name} <span className="font-normal text-muted">yanıtladı, {formatDate(at)}</span>
      </p>
      <p className="mt-1 whitespace-pre-line break-words">{text}</p>
    </div>
  )
}

function Pictures({ images, author }: { images: WireReview['images']; author: string }) {
  const [shown, setShown] = useState(0)
  const [open, setOpen] = useState(false)
  if (images.length === 0) return null
  const alt = (index: number) => `${author}, ${index + 1}. görsel`
  return (
    <>
      <ul className="mt-3 flex flex-wrap gap-2">
        {images.map(({ id, thumbnail }, index) => (
          <li key={id}>
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => {
                setShown(index)
                setOpen(true)
              }}
              className="block"
            >
              <Thumbnail
                address={thumbnail}
                alt={`${alt(index)}, büyütmek için basın`}
                lazy
                className="aspect-4/5 w-20 rounded-xs"
              />
            </button>
          </li>
        ))}
      </ul>
      <Panel open={open} onClose={() => setOpen(false)} title={alt(shown)} side="center" wide>
        {open && <img src={images[shown]?.url} alt={alt(shown)} className="mx-auto max-h-[75dvh] object-contain" />}
      </Panel>
    </>
  )
}
