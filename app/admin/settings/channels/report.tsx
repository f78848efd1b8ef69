import { Link } from 'react-router'
import type { WireFeedReport } from '#api/wire/admin/channels.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Notice } from '#app/ui/notice.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import type { FeedId } from '#shop/channels/feeds/contract.ts'
import { adminCall } from '../../parts/api.ts'
import { ListFailed } from '../../parts/list-parts.tsx'

/** The products in a feed that its channel would refuse, and why. */
export function FeedReport({ id }: { id: FeedId }) {
  const { state, again } = useLoaded(`report ${id}`, (signal) =>
    adminCall<'GET /admin/feeds/{id}/report'>('GET', `/admin/feeds/${id}/report`, undefined, { signal }),
  )
  if (state.kind === 'loading')
    return (
      <div role="status" aria-label="Denetleniyor">
        <Skeleton className="h-64" />
      </div>
    )
  if (state.kind === 'failed') return <ListFailed error={state.error} otherwise="Denetlenemedi" onAgain={again} />
  return <Report report={state.value.data} />
}

function Report({ report: { items, refused, problems } }: { report: WireFeedReport }) {
  const number = (n: number) => n.toLocaleString('tr-TR')
  if (items === 0)
    return <Notice tone="plain">Bu akışta ürün yok; yayında ürün olmalı ve dışarıda bırakılmamalı.</Notice>
  return (
    <div className="grid gap-4">
      <Notice tone={refused > 0 ? 'bad' : 'good'}>
        {refused > 0
          ? `${number(items)} satırdan ${number(refused)} tanesi kabul edilmez; nedenleri aşağıda.`
          : `${number(items)} satırın hepsi kanalın kurallarına uyuyor.`}
      </Notice>
      {problems.map(({ kind, text, count, products }) => (
        <section key={text}>
          <h3 className="font-semibold text-sm">
            <span className={kind === 'refused' ? 'text-bad' : 'text-muted'}>
              {kind === 'refused' ? 'Kabul edilmez' : 'Öneri'}:
            </span>{' '}
            {text}
          </h3>
          <p className="text-muted text-sm">{number(count)} ürün</p>
          <ul className="text-sm">
            {products.map(({ id, name }) => (
              <li key={id}>
                <Link
                  to={`/admin/urunler/${id}`}
                  className="flex min-h-11 items-center break-words underline decoration-line underline-offset-4"
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
          {count > products.length && (
            <p className="text-muted text-sm">ve {number(count - products.length)} ürün daha</p>
          )}
        </section>
      ))}
    </div>
  )
}
