import type { WireInboxReview } from '#api/wire/reviews.ts'
import { Button } from '#app/ui/button.tsx'
import { Thumbnail } from '#app/ui/thumbnail.tsx'
import { formatDate } from '#shop/time.ts'
import { refreshDashboard } from '../dashboard/store.ts'
import { adminCall } from '../parts/api.ts'
import { EmptyList, ListHead, PagedList } from '../parts/list-parts.tsx'
import { Filter, SearchBox } from '../parts/search-box.tsx'
import { useList } from '../parts/use-list.ts'
import { queryString, useQuery } from '../parts/use-query.ts'
import { ReviewSheet } from './sheet.tsx'
import { starText, stateText } from './words.ts'

const views = [
  { value: '', label: 'Bakılacaklar' },
  { value: 'published', label: 'Yayındakiler' },
  { value: 'refused', label: 'Yayınlanmayanlar' },
  { value: 'all', label: 'Hepsi' },
]

const stars = [
  { value: '', label: 'Bütün yıldızlar' },
  ...[5, 4, 3, 2, 1].map((n) => ({ value: String(n), label: `${n} yıldız` })),
]

/** The reviews of bought pieces; at first those that wait for a decision. */
export default function Reviews() {
  const asked = useQuery()
  const { get, page, set, filter } = asked
  const [q, view, star, opened] = [get('q'), get('durum'), get('yildiz'), get('yorum')]
  // Words are looked for in all of them.
  const query = queryString({ page, limit: 25, q, stars: star, view: view || (q || star ? 'all' : 'open') })
  const list = useList(asked, query, (signal) =>
    adminCall<'GET /admin/reviews'>('GET', `/admin/reviews?${query}`, undefined, { signal }),
  )
  function changed() {
    list.again()
    refreshDashboard()
  }
  const count = list.state.kind === 'ready' && `${list.state.value.pagination.total} yorum`
  return (
    <>
      <ListHead title="Yorumlar" count={count} />
      <search className="mb-4 flex flex-wrap items-center gap-3">
        <SearchBox
          label="Yorum ara"
          placeholder="Ürün, ad ya da yorumdan bir söz"
          q={q}
          onSearch={(q) => filter({ q }, { replace: true })}
        />
        <Filter label="Duruma göre süz" value={view} options={views} onChange={(durum) => filter({ durum })} />
        <Filter label="Yıldıza göre süz" value={star} options={stars} onChange={(yildiz) => filter({ yildiz })} />
      </search>
      <PagedList
        list={list}
        query={asked}
        what="Yorumlar"
        otherwise="Yorumlar alınamadı"
        empty={
          <NoReviews
            filtered={q !== '' || view !== '' || star !== ''}
            onClear={() => filter({ q: '', durum: '', yildiz: '' })}
          />
        }
      >
        {({ data }) => (
          <ul className="border-line border-t bg-surface text-sm">
            {data.map((review) => (
              <ReviewRow key={review.id} review={review} onOpen={() => set({ yorum: review.id })} />
            ))}
          </ul>
        )}
      </PagedList>
      <ReviewSheet id={opened || undefined} onClose={() => set({ yorum: '' })} onChanged={changed} />
    </>
  )
}

function ReviewRow({ review, onOpen }: { review: WireInboxReview; onOpen: () => void }) {
  const { product, customer, text, images, answer, createdAt, status, reports } = review
  const waits = status === 'WAITING' || reports.length > 0
  return (
    <li>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onOpen}
        className="flex w-full items-start gap-4 border-line border-b px-3 py-3 text-left hover:bg-paper"
      >
        <Thumbnail address={product.mainImage} className="aspect-4/5 w-14 shrink-0 rounded-xs" />
        <span className="grid min-w-0 grow gap-1">
          <span className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="min-w-0 break-words font-medium">
              {product.name} <span className="font-normal text-muted">· {customer}</span>
            </span>
            <span className="whitespace-nowrap">{starText(review.stars)}</span>
          </span>
          {text && <span className="line-clamp-2 min-w-0 break-words">{text}</span>}
          <span className="flex flex-wrap gap-x-4 text-muted">
            <span className={waits ? 'font-medium text-ink' : ''}>{stateText(review)}</span>
            <span>{formatDate(createdAt)}</span>
            {images.length > 0 && <span>{images.length} görsel</span>}
            {answer && <span>Yanıtladınız</span>}
          </span>
        </span>
      </button>
    </li>
  )
}

function NoReviews({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (!filtered)
    return (
      <EmptyList title="Bakılacak yorum yok">
        Yeni bir yorum geldiğinde ya da biri bildirildiğinde burada görünür.
      </EmptyList>
    )
  return (
    <EmptyList title="Böyle bir yorum yok">
      <Button look="secondary" onClick={onClear}>
        Süzgeci temizle
      </Button>
    </EmptyList>
  )
}
