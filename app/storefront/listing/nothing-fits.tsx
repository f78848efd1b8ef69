import { useEffect, useRef } from 'react'
import { nameSizes } from '#app/account/my-size/saved.ts'
import { repeatPress } from '#app/browser/touched.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { addressOf, withoutFilters } from './address.ts'
import { AskLink } from './ask-link.tsx'
import type { Listing } from './data.ts'
import { firstOfRow } from './filters.tsx'
import { countChosen, countedIn } from './my-size-switch.tsx'

export type NothingFitsProps = { listing: Listing; at: string }

/** Nothing passes the filters; of a list in her own size, what there is in the next ones. */
export function NothingFits({ listing, at }: NothingFitsProps) {
  const { asked, facets, next = [] } = listing
  const own = nameSizes(countedIn(asked.sizes, listing))
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (place.current) repeatPress(place.current)
    // A press here brings the list back and removes this part together with the focus in it.
    return () => {
      if (document.activeElement === document.body) firstOfRow()?.focus({ preventScroll: true })
    }
  }, [])
  return (
    <div ref={place} className="flex flex-col items-center py-20 text-center">
      <h2 className="font-display text-2xl">
        {own && countChosen(asked) === 1
          ? `${own} bedeninde ürün kalmadı`
          : `Bu seçimlere uyan ${own && `${own} beden `}ürün yok`}
      </h2>
      {next.length > 0 ? (
        <ul aria-label="Yakın bedenler" className="mt-6 grid gap-2">
          {next.map(({ size, count }) => (
            <li key={size}>
              <AskLink
                to={addressOf(at, { ...asked, sizes: [size] })}
                className="flex min-h-11 items-center justify-center px-4 underline decoration-line underline-offset-4 hover:decoration-ink"
              >
                {count === null ? `${size} bedeninde ürünler var` : `${size} bedeninde ${count} ürün var`}
              </AskLink>
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-3 max-w-96 text-muted">
          Filtrelerden birini kaldırmayı deneyin; filtresiz {facets.all} ürün sizi bekliyor.
        </p>
      )}
      <AskLink to={addressOf(at, withoutFilters(asked))} className={buttonClass('secondary', 'mt-8')}>
        Filtreleri Temizle
      </AskLink>
    </div>
  )
}
