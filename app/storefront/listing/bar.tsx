import { memo, Suspense } from 'react'
import { Link } from 'react-router'
import { lazyOnTouch } from '#app/browser/touched.ts'
import { everything } from '../../frame/areas.ts'
import { addressOf, askedNothing } from './address.ts'
import type { Listing } from './data.ts'
import type { BarProps } from './list-row.tsx'

/** Drawn by the server; its script comes when she touches the page. */
const ListRow = lazyOnTouch<BarProps>(() => import('./list-row.tsx').then((m) => ({ default: m.ListRow })))

/** As high as the row, so that the cards do not move when its script comes after them. */
const place = (
  <div className="list-row">
    <span className="h-11" />
  </div>
)

/**
 * Over the cards: categories, and the row of filters, order and count. Drawn again only when something of it changes, as
 * React would ask for the row's script.
 */
export const Bar = memo(function Bar(props: BarProps) {
  return (
    <>
      <div id="liste-basi" className="scroll-mt-16 lg:scroll-mt-20">
        <Tabs listing={props.listing} />
      </div>
      <Suspense fallback={place}>
        <ListRow {...props} />
      </Suspense>
    </>
  )
})

/** Her own sizes go with her from list to list (shop/catalog/sizing/placed.ts). */
const ownSize = (size: string) => size.includes(':')

function Tabs({ listing: { slug: current, area, tabs, asked } }: { listing: Listing }) {
  if (tabs.length < 2 && area !== 'aksesuar') return null
  return (
    <nav
      aria-label="Kategoriler"
      className="no-scrollbar -mx-[16px] scroll-px-32 overflow-x-auto px-[16px] max-md:w-[calc(100%+32px)] md:mx-0 md:px-0"
    >
      <ul className="flex w-max gap-7">
        {[{ slug: area ?? everything, name: 'Tüm Ürünler' }, ...tabs].map(({ slug, name }) => (
          <li key={slug} className={slug === current ? 'chosen-tab' : undefined}>
            <Link
              to={addressOf(slug, { ...askedNothing, sort: asked.sort, sizes: asked.sizes.filter(ownSize) })}
              prefetch="intent"
              aria-current={slug === current ? 'page' : undefined}
              className="flex h-11 items-center whitespace-nowrap text-muted hover:text-ink aria-[current]:text-nar"
            >
              <span className={`link-line py-0.5 ${slug === current ? 'bg-size-[100%_1px]' : ''}`}>{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
