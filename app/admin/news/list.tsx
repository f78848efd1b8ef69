import { useState } from 'react'
import { Link } from 'react-router'
import type { WireNewsletter } from '#api/wire/news.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { adminCall } from '../parts/api.ts'
import { EmptyList, ListHead, PagedList } from '../parts/list-parts.tsx'
import { useList } from '../parts/use-list.ts'
import { queryString, useQuery } from '../parts/use-query.ts'
import { NewsSettingsPanel } from './settings.tsx'
import { dots, reachText, stateWords, timeText } from './words.ts'

/** All newsletters, with what became of each. */
export default function Newsletters() {
  const asked = useQuery()
  const [setting, setSetting] = useState(false)
  const query = queryString({ page: asked.page, limit: 20 })
  const list = useList(asked, query, (signal) =>
    adminCall<'GET /admin/newsletters'>('GET', `/admin/newsletters?${query}`, undefined, { signal }),
  )
  return (
    <>
      <ListHead title="Bültenler" count={list.state.kind === 'ready' && `${list.state.value.pagination.total} bülten`}>
        <div className="flex flex-wrap gap-2">
          <Button look="quiet" onClick={() => setSetting(true)} className="-ml-2">
            Gönderim ayarları
          </Button>
          <Link to="/admin/bultenler/yeni" className={buttonClass('primary', 'px-4!')}>
            Bülten yaz
          </Link>
        </div>
      </ListHead>
      <PagedList
        list={list}
        query={asked}
        what="Bültenler"
        otherwise="Bültenler alınamadı"
        empty={
          <EmptyList title="Henüz bülten yok">
            E-posta izni veren müşterilerinize yeni ürünleri ve kampanyaları anlatın. Bülten yalnızca izin verenlere
            gider; kim izin vermiş, Müşteriler › İleti izinleri ve İYS bölümünde görürsünüz.
          </EmptyList>
        }
      >
        {({ data }) => (
          <ul className="border-line border-t bg-surface text-sm">
            {data.map((newsletter) => (
              <Row key={newsletter.id} newsletter={newsletter} />
            ))}
          </ul>
        )}
      </PagedList>
      <NewsSettingsPanel open={setting} onClose={() => setSetting(false)} />
    </>
  )
}

function Row({ newsletter }: { newsletter: WireNewsletter }) {
  const { id, subject, state, trouble, figures } = newsletter
  return (
    <li>
      <Link
        to={`/admin/bultenler/${id}`}
        className="grid w-full gap-1 border-line border-b px-3 py-3 text-left hover:bg-paper"
      >
        <span className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="min-w-0 break-words font-medium text-base">{subject}</span>
          <span className="inline-flex items-center gap-2">
            <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${dots[state]}`} />
            {stateWords[state]}
          </span>
        </span>
        <span className="flex flex-wrap gap-x-4 text-muted">
          <span>{timeText(newsletter)}</span>
          <span>{reachText(newsletter)}</span>
          {figures.failed > 0 && <span>{figures.failed} gönderilemedi</span>}
          {figures.unsubscribed > 0 && <span>{figures.unsubscribed} kişi ayrıldı</span>}
        </span>
        {trouble && <span className="text-bad">Gönderim bekliyor: e-posta sunucusu kabul etmiyor</span>}
      </Link>
    </li>
  )
}
