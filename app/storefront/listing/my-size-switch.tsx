import { Suspense, useState } from 'react'
import type { MySizePanelProps } from '#app/account/my-size/panel.tsx'
import { asksFor, nameSizes, useMySize } from '#app/account/my-size/saved.ts'
import { lazyOnline } from '#app/browser/lazy-online.ts'
import { areaNames } from '#shop/catalog/area-of.ts'
import { hasOwnSize, readOwnSize } from '#shop/catalog/sizing/placed.ts'
import { type Asked, countFilters } from './address.ts'
import type { Listing } from './data.ts'
import type { OptionsProps } from './filter-options.tsx'

const MySizePanel = lazyOnline<MySizePanelProps>(() =>
  import('#app/account/my-size/panel.tsx').then((m) => ({ default: m.MySizePanel })),
)

type MySizeSwitchProps = { listing: Listing; options: OptionsProps }

/** Sizes asked for everywhere, without her own. */
const everywhere = (sizes: string[]) => sizes.filter((size) => !readOwnSize(size))

/** Shows what there is in her size, or everything again; who has not told it yet is asked. It stands in the address. */
export function MySizeSwitch({ listing, options }: MySizeSwitchProps) {
  const { asked, onAsk } = options
  const mine = useMySize()
  const [asking, setAsking] = useState<boolean>()
  const within = placeOf(listing)
  const wanted = asksFor(mine, within)
  const on = hasOwnSize(asked.sizes)
  const name = nameSizes(on ? countedIn(asked.sizes, listing) : countedIn(wanted, listing))
  const show = (own: string[]) => onAsk({ ...asked, sizes: [...own, ...everywhere(asked.sizes)] })
  const ready = on || wanted.length > 0
  return (
    <>
      <button
        type="button"
        {...(ready ? { role: 'switch', 'aria-checked': on } : { 'aria-haspopup': 'dialog' })}
        onClick={() => (ready ? show(on ? [] : wanted) : setAsking(true))}
        className="flex h-11 items-center gap-2 text-sm"
      >
        {ready && <Track on={on} />}
        {name ? `Bedenim: ${name}` : 'Bedenim'}
      </button>
      {asking !== undefined && (
        <Suspense>
          <MySizePanel
            open={asking}
            onClose={() => setAsking(false)}
            onDone={(mine) => {
              const own = asksFor(mine, within)
              if (own.length > 0) show(own)
            }}
          />
        </Suspense>
      )}
    </>
  )
}

/** A switch as it looks. */
function Track({ on }: { on: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={`flex h-4.5 w-8 shrink-0 items-center rounded-full border px-0.5 transition-colors ${on ? 'justify-end border-ink bg-ink' : 'border-edge bg-surface'}`}
    >
      <span className={`size-3 rounded-full ${on ? 'bg-white' : 'bg-edge'}`} />
    </span>
  )
}

/** Beside what is chosen: her sizes can be changed there, and the list with them. */
export function MySizeEdit({ listing, options }: MySizeSwitchProps) {
  const [open, setOpen] = useState<boolean>()
  const { asked, onAsk } = options
  if (!hasOwnSize(asked.sizes)) return null
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="flex min-h-9 items-center px-1 text-sm noscript:hidden"
      >
        <span className="link-line py-0.5">Bedenimi düzenle</span>
      </button>
      {open !== undefined && (
        <Suspense>
          <MySizePanel
            open={open}
            onClose={() => setOpen(false)}
            onDone={(mine) =>
              onAsk({ ...asked, sizes: [...asksFor(mine, placeOf(listing)), ...everywhere(asked.sizes)] })
            }
          />
        </Suspense>
      )}
    </>
  )
}

/** The place whose sizes are asked for: an area with its categories, so that they stay between categories; elsewhere all places. */
function placeOf({ area, tabs }: Listing) {
  return area && { area, categories: tabs.map(({ slug }) => slug) }
}

/** Those that count in the listing: a category's own take the place of its area's. */
export function countedIn(asked: string[], { slug, category }: Listing): string[] {
  const own = asked.filter((text) => readOwnSize(text)?.place === slug)
  const others = asked.filter((text) => readOwnSize(text))
  if (!category) return others
  return own.length > 0 ? own : others.filter((text) => !isCategory(text))
}

const isCategory = (text: string) => !((readOwnSize(text)?.place ?? '') in areaNames)

/** How many filters are on; her own sizes are one. */
export function countChosen(asked: Asked): number {
  const own = asked.sizes.length - everywhere(asked.sizes).length
  return countFilters(asked) - own + (own > 0 ? 1 : 0)
}
