import { type FormEvent, useState } from 'react'
import type { WireFeeds } from '#api/wire/admin/channels.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { type FeedId, type FeedSettings, feedIds } from '#shop/channels/feeds/contract.ts'
import type { FieldErrors } from '#shop/fields/rules.ts'
import { adminCall } from '../../parts/api.ts'
import { ListFailed } from '../../parts/list-parts.tsx'
import { SaveBar, SectionHead } from '../section-parts.tsx'
import { useSave } from '../use-section.ts'
import { FeedForm } from './feed.tsx'
import { Marketplace } from './marketplace.tsx'

/** The other places where the shop's pieces are shown and sold. */
export function ChannelsSection() {
  const { state, again } = useLoaded('feeds', (signal) =>
    adminCall<'GET /admin/feeds'>('GET', '/admin/feeds', undefined, { signal }),
  )
  return (
    <>
      <Marketplace />
      <SectionHead title="Ürün akışları">
        Alışveriş sitelerine vereceğiniz dosyalar. Adresi kanalın paneline bir kez yapıştırın; fiyat ve stok mağazayla
        aynı anda değişir.
      </SectionHead>
      {state.kind === 'loading' && (
        <div role="status" aria-label="Ürün akışları yükleniyor">
          <Skeleton className="h-96" />
        </div>
      )}
      {state.kind === 'failed' && (
        <ListFailed error={state.error} otherwise="Ürün akışları alınamadı" onAgain={again} />
      )}
      {state.kind === 'ready' && !state.refreshing && (
        <Feeds key={state.value.data.version} feeds={state.value.data} onReload={again} />
      )}
    </>
  )
}

function Feeds({ feeds, onReload }: { feeds: WireFeeds; onReload: () => void }) {
  const [kept, setKept] = useState(feeds)
  const [settings, setSettings] = useState(feeds.settings)
  const [errors, setErrors] = useState<FieldErrors<string>>({})
  const { busy, conflict, save } = useSave(
    (body) => adminCall<'PUT /admin/settings/feeds'>('PUT', '/admin/settings/feeds', body),
    {
      values: Object.fromEntries(feedIds.map((id) => [`${id}.buffer`, ''])),
      accept(found) {
        setErrors(found)
        return Object.keys(found).length === 0
      },
    },
  )

  function submit(event: FormEvent) {
    event.preventDefault()
    setErrors({})
    save({ settings, version: kept.version }, (saved) => {
      setKept(saved)
      setSettings(saved.settings)
    })
  }

  const change = (id: FeedId, more: Partial<FeedSettings>) =>
    setSettings((settings) => ({ ...settings, [id]: { ...settings[id], ...more } }))
  return (
    <form onSubmit={submit} noValidate>
      <ul className="mb-6 border-line border-t">
        {kept.files.map(({ id, url }) => (
          <li key={id} className="border-line border-b py-4">
            <FeedForm
              id={id}
              url={url}
              feeds={kept}
              settings={settings[id]}
              saved={kept.settings[id]}
              error={errors[`${id}.buffer`]}
              onChange={(more) => change(id, more)}
            />
          </li>
        ))}
      </ul>
      <SaveBar
        busy={busy}
        unsaved={JSON.stringify(settings) !== JSON.stringify(kept.settings)}
        conflict={conflict}
        onReload={onReload}
      />
    </form>
  )
}
