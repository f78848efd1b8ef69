import { Suspense } from 'react'
import { lazyOnline } from '#app/browser/lazy-online.ts'
import type { ReviewSummary } from '#shop/reviews/summary.ts'
import { useNear } from '../../../frame/use-near.ts'

const ReviewSection = lazyOnline(async () => ({ default: (await import('./section.tsx')).ReviewSection }))

/** The average under the name; it leads to the words. */
export function Rating({ count, average }: { count: number; average: number }) {
  return (
    <a href="#yorumlar" className="mt-1 inline-flex min-h-6 items-center gap-1 text-sm hover:underline">
      <span aria-hidden="true">★</span>
      <span className="sr-only">5 üzerinden </span>
      {average.toFixed(1).replace('.', ',')}
      <span className="text-muted">{`(${count} yorum)`}</span>
    </a>
  )
}

/** As many as the first page of the list shows. */
const most = 6

/** The reviews, fetched with their script once she scrolls there, into room kept for them: content below does not move. */
export function Reviews({ slug, count, votes }: { slug: string; count: number; votes: ReviewSummary['fitVotes'] }) {
  const [place, near] = useNear<HTMLElement>()
  return (
    <section
      id="yorumlar"
      ref={place}
      aria-labelledby="yorumlar-baslik"
      data-room={Math.min(count, most)}
      data-fit={votes.small + votes.true + votes.large > 0 || undefined}
      className="reviews mt-20 scroll-mt-28"
    >
      <h2 id="yorumlar-baslik" className="font-display text-2xl">
        Yorumlar
      </h2>
      {near && (
        <Suspense>
          <ReviewSection slug={slug} />
        </Suspense>
      )}
    </section>
  )
}
