import { useEffect, useRef, useState } from 'react'
import type { WireReview, WireReviewSummary } from '#api/wire/reviews.ts'
import { api } from '#app/browser/api-client.ts'
import { openAccount } from '#app/browser/session-store.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'
import type { ReviewSort } from '#shop/reviews/kinds.ts'
import { Fold } from '../details/fold.tsx'
import { ReviewEntry } from './entry.tsx'
import { ReviewNumbers } from './numbers.tsx'
import { ReportPanel } from './report.tsx'

const sorts: { value: ReviewSort; label: string }[] = [
  { value: 'newest', label: 'En yeni' },
  { value: 'highest', label: 'Yıldızı en çok' },
  { value: 'lowest', label: 'Yıldızı en az' },
]

/** Reviews of a page of the list. */
const atOnce = 6

/** The reviews of a product: first in numbers, then in words. */
export function ReviewSection({ slug }: { slug: string }) {
  const [sort, setSort] = useState<ReviewSort>('newest')
  const { state, again } = useLoaded(`${slug} ${sort}`, (signal) => fetchPage(slug, sort, 1, signal))
  const [reported, setReported] = useState<WireReview>()
  return (
    <>
      {state.kind === 'loading' && (
        <div
          role="status"
          aria-label="Yorumlar yükleniyor"
          className="mt-6 grid gap-6 md:grid-cols-[18rem_1fr] md:gap-12"
        >
          <Skeleton className="h-48" />
          <Skeleton className="h-72" />
        </div>
      )}
      {state.kind === 'failed' && (
        <div className="mt-6 grid justify-items-start gap-4">
          <Notice tone="bad">Yorumlar yüklenemedi.</Notice>
          <Button look="secondary" onClick={again}>
            Tekrar Dene
          </Button>
        </div>
      )}
      {state.kind === 'ready' && (
        <div className="mt-6 grid gap-x-12 gap-y-8 md:grid-cols-[18rem_1fr]">
          <div>
            <ReviewNumbers summary={state.value.summary} />
            <Rules />
          </div>
          <div aria-busy={state.refreshing} className="min-w-0 aria-busy:opacity-60">
            {state.value.summary.count > 1 && <Sorting sort={sort} onSort={setSort} />}
            <List key={sort} slug={slug} sort={sort} first={state.value} onReport={setReported} />
          </div>
        </div>
      )}
      <ReportPanel review={reported} onClose={() => setReported(undefined)} />
    </>
  )
}

type Page = { summary: WireReviewSummary; reviews: WireReview[]; pages: number }

async function fetchPage(slug: string, sort: ReviewSort, page: number, signal?: AbortSignal): Promise<Page> {
  const path = `/products/${slug}/reviews?limit=${atOnce}&page=${page}&sort=${sort}` as const
  // The same for everybody, so it is asked for as nobody.
  const data = await api.get<'GET /products/{id}/reviews'>(path, {
    guest: true,
    ...(signal ? { signal } : {}),
  })
  return { summary: data.summary, reviews: data.reviews, pages: data.pagination.totalPages }
}

function Sorting({ sort, onSort }: { sort: ReviewSort; onSort: (sort: ReviewSort) => void }) {
  return (
    <fieldset className="flex flex-wrap gap-x-5 text-sm">
      <legend className="sr-only">Sıralama</legend>
      {sorts.map(({ value, label }) => (
        <label key={value} className="inline-flex min-h-11 cursor-pointer items-center gap-2">
          <input
            type="radio"
            name="yorum-sirasi"
            checked={value === sort}
            onChange={() => onSort(value)}
            className="size-4 accent-ink"
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

type ListProps = { slug: string; sort: ReviewSort; first: Page; onReport: (review: WireReview) => void }

function List({ slug, sort, first, onReport }: ListProps) {
  const [more, setMore] = useState<WireReview[]>([])
  const [page, setPage] = useState(1)
  const list = useRef<HTMLUListElement>(null)
  const { busy, bad, submit } = useSubmit({ failure: 'Devamı yüklenemedi. Lütfen tekrar deneyin.' })
  // Another may have been published meanwhile, so that the last of one page comes again on the next.
  const shown = [...first.reviews, ...more.filter(({ id }) => !first.reviews.some((review) => review.id === id))]

  // Reading goes on at the first of the reviews that were just fetched.
  useEffect(() => {
    if (page > 1) list.current?.querySelector<HTMLElement>(`li:nth-child(${(page - 1) * atOnce + 1})`)?.focus()
  }, [page])

  const fetchMore = () =>
    submit(async () => {
      const next = await fetchPage(slug, sort, page + 1)
      setMore([...more, ...next.reviews])
      setPage(page + 1)
    })

  return (
    <>
      <ul ref={list} className="divide-y divide-line border-line border-t">
        {shown.map((review) => (
          <ReviewEntry key={review.id} review={review} onReport={() => onReport(review)} />
        ))}
      </ul>
      {bad && <Notice tone="bad">{bad}</Notice>}
      {page < first.pages && (
        <Button look="secondary" disabled={busy} onClick={fetchMore} className="mt-4">
          {busy ? 'Yükleniyor…' : 'Daha fazla yorum'}
        </Button>
      )}
    </>
  )
}

/** The law wants said where reviews are how they come about (docs/reviews.md). */
function Rules() {
  return (
    <div className="mt-6 border-line text-sm md:border-b">
      <Fold title="Yorumlar nasıl yayınlanır?">
        <p>
          Yalnızca bu ürünü mağazamızdan alıp teslim alanlar yorum yazabilir. Yorum karşılığında ödeme, indirim ya da
          hediye verilmez.
        </p>
        <p>
          Olumlu olumsuz ayrımı yapmadan en az bir yıl yayınlarız. Hakaret, kişisel bilgi, reklam ya da ürün ve
          alışverişle ilgisi olmayan sözler içeren yorumlar yayınlanmaz; nedenini yazana bildiririz.
        </p>
        <p>
          Puan, yayındaki bütün yorumların yıldız ortalamasıdır; her yorum eşit sayılır. Yorumlar tarihe ya da yıldıza
          göre sıralanır.
        </p>
      </Fold>
      <p className="border-line border-t py-3 text-muted">
        Bu ürünü aldınız mı?{' '}
        <button type="button" onClick={openAccount} className="min-h-6 text-ink underline underline-offset-4">
          Siparişlerinizden
        </button>{' '}
        yorum yazabilirsiniz.
      </p>
    </div>
  )
}
