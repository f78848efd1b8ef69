import { useLoaded } from '#app/browser/use-loaded.ts'
import { formatMoment } from '#shop/time.ts'
import { adminCall } from '../../parts/api.ts'
import { queryString, useQuery } from '../../parts/use-query.ts'
import { EarlierList } from '../earlier-list.tsx'
import { formatNames, outcomeOf } from './words.ts'

/** The files that were uploaded before. */
export function Earlier() {
  const query = useQuery()
  const asked = queryString({ page: query.page, limit: 20 })
  const list = useLoaded(asked, (signal) =>
    adminCall<'GET /admin/imports'>('GET', `/admin/imports?${asked}`, undefined, { signal }),
  )
  return (
    <EarlierList
      title="Önceki dosyalar"
      otherwise="Önceki dosyalar yüklenemedi"
      list={list}
      query={query}
      lineOf={(one) => ({
        to: `/admin/urunler/aktar/${one.id}`,
        name: one.name,
        outcome: outcomeOf(one),
        when: `${formatNames[one.format]}, ${formatMoment(one.createdAt)}`,
      })}
    />
  )
}
