import { useLoaded } from '#app/browser/use-loaded.ts'
import { formatMoment } from '#shop/time.ts'
import { adminCall } from '../../parts/api.ts'
import { queryString, useQuery } from '../../parts/use-query.ts'
import { EarlierList } from '../earlier-list.tsx'
import { outcomeOf } from './words.ts'

/** The changes that were made before. */
export function Earlier() {
  const query = useQuery()
  const asked = queryString({ page: query.page, limit: 20 })
  const list = useLoaded(asked, (signal) =>
    adminCall<'GET /admin/products/bulk'>('GET', `/admin/products/bulk?${asked}`, undefined, { signal }),
  )
  return (
    <EarlierList
      title="Önceki toplu değişiklikler"
      otherwise="Önceki değişiklikler yüklenemedi"
      list={list}
      query={query}
      lineOf={(one) => ({
        to: `/admin/urunler/toplu/${one.id}`,
        name: one.title,
        outcome: outcomeOf(one),
        when: formatMoment(one.appliedAt ?? one.createdAt),
      })}
    />
  )
}
