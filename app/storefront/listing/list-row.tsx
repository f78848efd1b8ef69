import { lazy, type ReactNode, useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'
import { repeatPress } from '#app/browser/touched.ts'
import { Icon } from '#app/ui/icon.tsx'
import { PanelOpener } from '#app/ui/panel-opener.tsx'
import { hasOwnSize } from '#shop/catalog/sizing/placed.ts'
import { partOf } from '#shop/turkish.ts'
import { everything } from '../../frame/areas.ts'
import { countFilters } from './address.ts'
import type { Listing } from './data.ts'
import type { OptionsProps } from './filter-options.tsx'
import { Chosen, ChosenCount, FilterRow, useAsking } from './filters.tsx'
import { countChosen, MySizeEdit, MySizeSwitch } from './my-size-switch.tsx'
import { SortMenu } from './sort-menu.tsx'

const FilterSheet = lazy(() => import('./filter-sheet.tsx').then((m) => ({ default: m.FilterSheet })))

export type BarProps = {
  listing: Listing
  /** The slug in the address bar. */
  at: string
  /** How many cards are on the page; undefined while they are still to come. */
  shown: number | undefined
}

/** Filters, order and count in one row that stays in view while she scrolls, and what is chosen below it. */
export function ListRow({ listing, at, shown }: BarProps) {
  const options = useAsking(listing, at)
  // Nothing to choose among: a lonely piece, or none at all.
  const choosable = listing.facets.all > 1 || countFilters(listing.asked) > 0
  return (
    <>
      <Row>
        {choosable && (
          <>
            <SheetButton options={options} />
            <FilterRow options={options} />
            {(listing.facets.sizes.length > 1 || hasOwnSize(listing.asked.sizes)) && (
              <MySizeSwitch listing={listing} options={options} />
            )}
            <SortMenu options={options} search={listing.asked.q !== undefined} />
          </>
        )}
        {shown !== undefined && listing.total > 0 && <ShownCount listing={listing} shown={shown} />}
      </Row>
      {choosable && <Chosen options={options} own={<MySizeEdit listing={listing} options={options} />} />}
    </>
  )
}

/** The row above the list. A menu open in it closes at a press elsewhere, and by Escape. */
function Row({ children }: { children: ReactNode }) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (row.current) repeatPress(row.current)
    const close = ({ target }: PointerEvent) => {
      for (const group of row.current?.querySelectorAll<HTMLDetailsElement>('details[open]') ?? [])
        if (!group.contains(target as Node)) group.open = false
    }
    const closeByKey = ({ key }: KeyboardEvent) => {
      const group = key === 'Escape' && row.current?.querySelector<HTMLDetailsElement>('details[open]')
      if (!group) return
      group.open = false
      group.querySelector('summary')?.focus()
    }
    document.addEventListener('pointerdown', close)
    document.addEventListener('keydown', closeByKey)
    return () => {
      document.removeEventListener('pointerdown', close)
      document.removeEventListener('keydown', closeByKey)
    }
  }, [])
  return (
    <div ref={row} className="list-row">
      {children}
    </div>
  )
}

/** After choosing on a phone, what was found begins under the bar, not where the longer list had been left. */
function showTop() {
  const top = document.getElementById('liste-basi')
  if (top && top.getBoundingClientRect().top < 0) top.scrollIntoView()
}

function SheetButton({ options }: { options: OptionsProps }) {
  const busy = useNavigation().state !== 'idle'
  const sheet = (open: boolean, onClose: () => void) => (
    <FilterSheet
      open={open}
      options={options}
      busy={busy}
      onClose={() => {
        onClose()
        showTop()
      }}
    />
  )
  return (
    <PanelOpener panel={sheet} className="flex h-11 items-center gap-2 text-sm lg:hidden noscript:hidden">
      <Icon name="filter" size={18} />
      Filtrele
      <ChosenCount count={countChosen(options.asked)} />
    </PanelOpener>
  )
}

/** How many of the products are on the page. Upper wear has all three numbers where there is room. */
export function ShownCount({ listing: { area, slug, total }, shown }: { listing: Listing; shown: number }) {
  const three = area === 'ust-giyim' || slug === everything
  return (
    <>
      <p
        className={`ml-auto text-right text-muted text-sm leading-tight tabular-nums lg:ml-2 ${three ? 'lg:hidden' : ''}`}
      >
        {shown < total ? `${total} ürünün ${partOf(shown)} gösteriliyor` : `${total} ürün`}
      </p>
      {three && (
        <p className="flex gap-x-4 text-muted text-sm tabular-nums max-lg:hidden lg:ml-2">
          <span>{`Toplam: ${total}`}</span>
          <span>{`Gösterilen: ${shown}`}</span>
          <span>{`Kalan: ${total - shown}`}</span>
        </p>
      )}
    </>
  )
}
