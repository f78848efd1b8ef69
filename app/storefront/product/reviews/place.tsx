import { lazy, Suspense } from 'react'
import { useNear } from '../../../frame/use-near.ts'

const ReviewSection = lazy(() => import('./section.tsx').then((m) => ({ default: m.ReviewSection })))

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

/** What buyers say, fetched with its script once she scrolls there. */
export function Reviews({ slug }: { slug: string }) {
  const [place, near] = useNear<HTMLDivElement>()
  return (
    <div id="yorumlar" ref={place} className="scroll-mt-28">
      {near && (
        <Suspense>
          <ReviewSection slug={slug} />
        </Suspense>
      )}
    </div>
  )
}
