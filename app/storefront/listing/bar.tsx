import { lazy, type ReactNode, useRef } from 'react'
import { Link, useNavigation } from 'react-router'
import { Icon } from '#app/ui/icon.tsx'
import { PanelOpener } from '#app/ui/panel-opener.tsx'
import { everything, type SortName } from '../../frame/areas.ts'
import { addressOf, askedNothing, countFilters } from './address.ts'
import type { Listing } from './data.ts'
import type { OptionsProps } from './filter-options.tsx'
import { AskLink, Chosen, ChosenCount, FilterRow, useAsking } from './filters.tsx'

const FilterSheet = lazy(() => import('./filter-sheet.tsx').then((m) => ({ default: m.FilterSheet })))

/** Over the cards: categories, filters and the order. `at` is the slug in the address bar. */
export function Bar({ listing, at, children }: { listing: Listing; at: string; children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null)
  const options = useAsking(listing, at)
  // Nothing to choose among: a lonely piece, or none at all.
  const choosable = listing.facets.all > 1 || countFilters(listing.asked) > 0
  return (
    <div ref={bar} className="mb-5 scroll-mt-16 md:mb-8 lg:scroll-mt-20">
      <div className="flex flex-wrap items-center justify-between gap-x-10 border-line border-b py-2 md:py-3">
        <Tabs listing={listing} />
        <div className="flex items-center gap-4 max-md:w-full md:gap-5">
          <p className="mr-auto min-w-0 truncate text-muted text-sm md:hidden">
            {listing.area ? (listing.category ?? 'Tüm Ürünler') : `${listing.total} ürün`}
          </p>
          {choosable && <SheetButton options={options} onDone={() => showTop(bar.current)} />}
          <p id="fiyat-sirasi" className="text-muted text-sm max-md:sr-only">
            Fiyata göre sırala
          </p>
          <ul aria-labelledby="fiyat-sirasi" className="flex gap-4 md:gap-5">
            <SortLink options={options} sort="artan" name="Artan" sign="↑" />
            <SortLink options={options} sort="azalan" name="Azalan" sign="↓" />
          </ul>
        </div>
      </div>
      {choosable && (
        <>
          <FilterRow options={options}>{children}</FilterRow>
          <Chosen options={options} />
        </>
      )}
    </div>
  )
}

/** After choosing on a phone, what was found begins under the bar, not where the longer list had been left. */
function showTop(bar: HTMLElement | null) {
  if (bar && bar.getBoundingClientRect().top < 0) bar.scrollIntoView()
}

function SheetButton({ options, onDone }: { options: OptionsProps; onDone: () => void }) {
  const busy = useNavigation().state !== 'idle'
  const sheet = (open: boolean, onClose: () => void) => (
    <FilterSheet
      open={open}
      options={options}
      busy={busy}
      onClose={() => {
        onClose()
        onDone()
      }}
    />
  )
  return (
    <PanelOpener panel={sheet} className="flex h-11 items-center gap-2 text-sm md:hidden noscript:hidden">
      <Icon name="filter" size={18} />
      Filtrele
      <ChosenCount count={countFilters(options.asked)} />
    </PanelOpener>
  )
}

function Tabs({ listing }: { listing: Listing }) {
  const { area } = listing
  if (!area || (listing.tabs.length < 2 && area !== 'aksesuar')) return <span className="max-md:hidden" />
  const tabs = [{ slug: area as string, name: 'Tüm Ürünler' }, ...listing.tabs]
  return (
    <nav
      aria-label="Kategoriler"
      className="no-scrollbar -mx-4 overflow-x-auto px-4 max-md:w-[calc(100%+2rem)] md:mx-0 md:px-0"
    >
      <ul className="flex gap-7">
        {tabs.map(({ slug, name }) => {
          const current = slug === listing.slug || (slug === area && listing.slug === everything)
          return (
            <li key={slug}>
              <Link
                to={addressOf(slug, { ...askedNothing, sort: listing.asked.sort })}
                prefetch="intent"
                aria-current={current ? 'page' : undefined}
                className="flex h-11 items-center whitespace-nowrap text-muted hover:text-ink aria-[current]:text-nar"
              >
                <span className={`link-line py-0.5 ${current ? 'bg-size-[100%_1px]' : ''}`}>{name}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** Sorts by price; once more, and the newest (of a search: the best) come first again. */
function SortLink({
  options,
  sort,
  name,
  sign,
}: {
  options: OptionsProps
  sort: SortName
  name: string
  sign: string
}) {
  const on = options.asked.sort === sort
  return (
    <li>
      <AskLink
        to={addressOf(options.slug, { ...options.asked, sort: on ? undefined : sort })}
        current={on}
        className="flex h-11 items-center whitespace-nowrap text-sm aria-[current]:text-nar"
      >
        <span className={`link-line py-0.5 ${on ? 'bg-size-[100%_1px]' : ''}`}>
          <span className="sr-only">Fiyata göre </span>
          {name} <span aria-hidden="true">{sign}</span>
        </span>
      </AskLink>
    </li>
  )
}
