import { useEffect } from 'react'
import { Link, useFetcher } from 'react-router'
import { readStored, writeStored } from '#app/browser-storage.ts'
import { Picture } from '#app/ui/picture.tsx'
import { Price } from '#app/ui/price.tsx'
import { placeholderOf } from './areas.ts'
import type { clientLoader } from './recently-cards.ts'

const key = 'recentlyViewed'
const most = 8

/** What she looked at before this, newest first. It is kept in her browser only, and asked for anew each time. */
export function RecentlyViewed({ productId }: { productId: string }) {
  const { load, data } = useFetcher<typeof clientLoader>({ key: `son-bakilanlar ${productId}` })
  useEffect(() => {
    const others = remembered().filter((id) => id !== productId)
    writeStored(key, JSON.stringify([productId, ...others].slice(0, most + 1)))
    if (others.length === 0) return
    load(`/son-bakilanlar?${new URLSearchParams(others.slice(0, most).map((id) => ['id', id]))}`)
  }, [load, productId])
  if (!data || data.cards.length === 0) return null
  return (
    <section aria-labelledby="son-bakilanlar" className="mt-20">
      <h2 id="son-bakilanlar" className="font-display text-2xl">
        Son Baktıklarınız
      </h2>
      <ul className="no-scrollbar -mx-4 mt-6 flex gap-3 overflow-x-auto px-4 md:mx-0 md:grid md:grid-cols-8 md:gap-4 md:px-0">
        {data.cards.map((card) => (
          <li key={card.id} className="group relative w-32 shrink-0 md:w-auto">
            <div className="aspect-4/5 overflow-hidden rounded-xs">
              <Picture
                image={card.images[0]}
                alt=""
                sizes="(min-width: 768px) 12vw, 128px"
                fallback={placeholderOf(card.area)}
                className="size-full object-cover"
              />
            </div>
            <h3 className="mt-2 text-sm">
              <Link
                to={`/urun/${card.slug}`}
                prefetch="intent"
                className="line-clamp-2 outline-none after:absolute after:inset-0 group-hover:underline focus-visible:after:outline-2 focus-visible:after:outline-ink"
              >
                {card.name}
              </Link>
            </h3>
            <Price kurus={card.priceKurus} className="text-muted text-sm" />
          </li>
        ))}
      </ul>
    </section>
  )
}

function remembered(): string[] {
  try {
    const list: unknown = JSON.parse(readStored(key) ?? '[]')
    return Array.isArray(list) ? list.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}
