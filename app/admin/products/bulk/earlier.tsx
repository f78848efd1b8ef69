import { Link } from 'react-router'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { formatMoment } from '#shop/time.ts'
import { adminCall } from '../../parts/api.ts'
import { ListState, QueryPages } from '../../parts/list-parts.tsx'
import { queryString, useQuery } from '../../parts/use-query.ts'
import { outcomeOf } from './words.ts'

/** The changes that were made before, newest first. */
export function Earlier() {
  const query = useQuery()
  const asked = queryString({ page: query.page, limit: 20 })
  const { state, again } = useLoaded(asked, (signal) =>
    adminCall<'GET /admin/products/bulk'>('GET', `/admin/products/bulk?${asked}`, undefined, { signal }),
  )
  if (state.kind === 'ready' && state.value.data.length === 0) return null
  return (
    <section aria-labelledby="earlier-title">
      <h2 id="earlier-title" className="mb-3 font-display text-xl">
        Önceki toplu değişiklikler
      </h2>
      <ListState
        state={state}
        what="Önceki değişiklikler"
        otherwise="Önceki değişiklikler yüklenemedi"
        onAgain={again}
      />
      {state.kind === 'ready' && (
        <>
          <ul className="border-line border-t bg-surface text-sm">
            {state.value.data.map((one) => (
              <li key={one.id} className="border-line border-b">
                <Link
                  to={`/admin/urunler/toplu/${one.id}`}
                  className="flex flex-wrap items-baseline gap-x-6 px-3 py-3 hover:bg-paper"
                >
                  <span className="min-w-0 grow basis-48 break-words font-medium text-base">{one.title}</span>
                  <span>{outcomeOf(one)}</span>
                  <span className="text-muted">{formatMoment(one.appliedAt ?? one.createdAt)}</span>
                </Link>
              </li>
            ))}
          </ul>
          <QueryPages query={query} list={state.value} />
        </>
      )}
    </section>
  )
}
