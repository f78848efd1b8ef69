import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { WireOrderWithHistory } from '#api/wire/orders.ts'
import type { WireOwnReview } from '#api/wire/reviews.ts'
import { api } from '#app/browser/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, TextArea } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { Notice } from '#app/ui/notice.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'
import { type FitVote, fitVotes, fitWords, longestText, mostPictures } from '#shop/reviews/kinds.ts'
import { Pictures, usePictures } from '../pictures.tsx'
import { OwnPicture } from './own-picture.tsx'

export type ReviewFormProps = {
  order: WireOrderWithHistory
  productId: string
  review: WireOwnReview | null
  onSent: (sentence: string) => Promise<void>
}

type Draft = { words: Record<'stars' | 'text' | 'height' | 'sizeWorn', string>; fit: FitVote | null; images: string[] }

/** Reviews written and not sent, for as long as the page is open: closing the dialog loses nothing. */
const drafts = new Map<string, Draft>()

const starWords = ['Hiç beğenmedim', 'Beğenmedim', 'Fena değil', 'Beğendim', 'Çok beğendim']

/** Her review of one product, new or edited. */
export function ReviewForm({ order, productId, review, onSent }: ReviewFormProps) {
  const sizes = [
    ...new Set(order.items.flatMap((item) => (item.variant.product.id === productId ? item.variant.size : []))),
  ]
  const [only = ''] = sizes.length === 1 ? sizes : []
  const key = `${order.id} ${productId} ${review?.updatedAt}`
  const [draft] = useState(drafts.get(key))
  const fields = useFields(
    draft?.words ?? {
      stars: review ? String(review.stars) : '',
      text: review?.text ?? '',
      height: review?.height ? String(review.height) : '',
      // The size that she bought is the one she wears; if she bought several, only she knows.
      sizeWorn: review ? (review.sizeWorn ?? '') : only,
    },
  )
  const [fit, setFit] = useState<FitVote | null>(draft ? draft.fit : (review?.fit ?? null))
  const pictures = usePictures({
    to: '/reviews/images',
    first: draft?.images ?? review?.images.map(({ id }) => id),
    failure: 'Görsel eklenemedi, yorumunuz duruyor. Görseli yeniden ekleyebilir ya da görselsiz gönderebilirsiniz.',
  })
  const sent = useRef(false)
  useEffect(() => {
    if (!sent.current) drafts.set(key, { words: fields.values, fit, images: pictures.images })
  })
  const { busy, bad, submit } = useSubmit({ form: fields, failure: 'Yorumunuz gönderilemedi. Lütfen tekrar deneyin.' })

  function send(event: FormEvent) {
    event.preventDefault()
    const { stars, ...words } = fields.values
    if (!fields.accept(stars ? {} : { stars: 'Bir yıldız seçin' })) return
    submit(async () => {
      const body = { ...words, stars, fit, images: pictures.images }
      const { message } = review
        ? await api.call<'PUT /reviews/{id}'>('PUT', `/reviews/${review.id}`, body)
        : await api.call<'POST /orders/{id}/reviews'>('POST', `/orders/${order.id}/reviews`, { ...body, productId })
      sent.current = true
      drafts.delete(key)
      await onSent(message ?? '')
    })
  }

  return (
    <form ref={fields.form} onSubmit={send} noValidate className="grid grid-cols-1 gap-5">
      <StarChoice
        value={fields.values.stars}
        error={fields.wrong.stars}
        onChange={(stars) => fields.set('stars', stars)}
      />
      <FitChoice value={fit} onChange={setFit} />
      <TextArea
        label="Yorumunuz"
        optional
        rows={4}
        maxLength={longestText}
        hint="Beğendiğinizi de beğenmediğinizi de yazın. Telefon, adres gibi kişisel bilgi yazmayın."
        {...fields.field('text')}
      />
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
        <Field label="Boyunuz (cm)" optional inputMode="numeric" maxLength={3} {...fields.field('height')} />
        <Field label="Bedeniniz" optional maxLength={20} {...fields.field('sizeWorn')} />
      </div>
      <Pictures
        pictures={pictures}
        most={mostPictures}
        hint="Yorumunuzla birlikte herkese görünür; çekildiği yer gibi gizli bilgiler silinir."
        draw={(id, alt) => <OwnPicture id={id} alt={alt} />}
      />
      <p className="text-muted text-sm">
        Yalnızca ilk adınız ve soyadınızın baş harfi görünür. Yorumunuzu dilediğiniz an değiştirebilir ya da
        silebilirsiniz.
      </p>
      {bad && <Notice tone="bad">{bad}</Notice>}
      <Button type="submit" disabled={busy || pictures.busy} className="justify-self-start">
        {pictures.busy
          ? 'Görseller ekleniyor…'
          : busy
            ? 'Gönderiliyor…'
            : review
              ? 'Değişikliği gönder'
              : 'Yorumu gönder'}
      </Button>
    </form>
  )
}

type StarChoiceProps = { value: string; error: string | undefined; onChange: (stars: string) => void }

function StarChoice({ value, error, onChange }: StarChoiceProps) {
  const chosen = Number(value)
  return (
    <fieldset role="radiogroup" aria-describedby={error ? 'yildiz-hata' : undefined}>
      <legend className="font-medium text-sm">Puanınız</legend>
      <div className="mt-1 flex flex-wrap items-center">
        {starWords.map((words, index) => (
          <label
            key={words}
            className="grid size-11 cursor-pointer place-items-center rounded-xs has-focus-visible:outline-2 has-focus-visible:outline-ink"
          >
            <input
              type="radio"
              name="stars"
              className="sr-only"
              checked={chosen === index + 1}
              aria-invalid={error ? true : undefined}
              onChange={() => onChange(String(index + 1))}
            />
            <Star filled={index < chosen} />
            <span className="sr-only">
              {index + 1} yıldız, {words}
            </span>
          </label>
        ))}
        <span className="ml-2 text-muted text-sm" aria-hidden="true">
          {starWords[chosen - 1]}
        </span>
      </div>
      {error && (
        <p id="yildiz-hata" className="text-bad text-sm">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function Star({ filled }: { filled: boolean }) {
  return (
    <svg
      width={30}
      height={30}
      viewBox="0 0 24 24"
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth={1.2}
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="m12 3.6 2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8-4.2-4.1 5.8-.8Z" />
    </svg>
  )
}

function FitChoice({ value, onChange }: { value: FitVote | null; onChange: (fit: FitVote | null) => void }) {
  const choices = [...fitVotes.map((fit) => ({ fit, label: fitWords[fit] })), { fit: null, label: 'Belirtmiyorum' }]
  return (
    <fieldset>
      <legend className="font-medium text-sm">
        Kalıbı nasıldı? <span className="font-normal text-muted">(isteğe bağlı)</span>
      </legend>
      <div className="mt-1 flex flex-wrap gap-x-5">
        {choices.map(({ fit, label }) => (
          <label key={label} className="inline-flex min-h-11 cursor-pointer items-center gap-2">
            <input
              type="radio"
              name="fit"
              checked={value === fit}
              onChange={() => onChange(fit)}
              className="size-5 accent-ink"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
