import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { Icon } from '#app/ui/icon.tsx'
import { hasOwnSize, readOwnSize } from '#shop/catalog/sizing/placed.ts'
import { useHeldFocus } from '../../frame/use-held-focus.ts'
import { type Asked, addressOf, countFilters, readAsked, withoutFilters } from './address.ts'
import { AskLink } from './ask-link.tsx'
import type { Listing } from './data.ts'
import {
  ColorOptions,
  type OptionsProps,
  PriceOptions,
  rangeName,
  SizeOptions,
  StockOption,
} from './filter-options.tsx'

/** The filters asked for at `slug`: shown at once, while the answer is still on its way. */
export function useAsking(listing: Listing, slug: string): OptionsProps {
  const navigate = useNavigate()
  const { state } = useLocation()
  const underway = useNavigation().location
  const [wish, setWish] = useState<{ asked: Asked; before: Listing }>()
  const leading = underway?.pathname === `/${slug}` ? readAsked(new URLSearchParams(underway.search)) : listing.asked
  return {
    facets: listing.facets,
    asked: wish?.before === listing ? wish.asked : leading,
    slug,
    onAsk: (next) => {
      setWish({ asked: next, before: listing })
      navigate(addressOf(slug, next), { replace: true, preventScrollReset: true, state })
    },
  }
}

/** The groups that leave a choice, or hold one. */
export function useGroups(options: OptionsProps): { name: string; chosen: number; content: ReactNode }[] {
  const { facets, asked } = options
  const everywhere = asked.sizes.filter((size) => !readOwnSize(size))
  const groups = [
    { name: 'Beden', chosen: everywhere.length, choices: facets.sizes.length, content: <SizeOptions {...options} /> },
    {
      name: 'Renk',
      chosen: asked.colors.length,
      choices: facets.colors.length,
      content: <ColorOptions {...options} />,
    },
    {
      name: 'Fiyat',
      chosen: asked.from !== undefined || asked.to !== undefined ? 1 : 0,
      choices: facets.all,
      content: <PriceOptions {...options} />,
    },
  ]
  return groups.filter(({ chosen, choices }) => choices > 1 || chosen > 0)
}

/** Takes the typed ends of the price from the form; everything else is asked for as it is chosen. */
export function askedInForm(event: FormEvent<HTMLFormElement>, asked: Asked): Asked {
  event.preventDefault()
  const params = new URLSearchParams()
  for (const name of ['en-az', 'en-cok']) params.set(name, String(new FormData(event.currentTarget).get(name) ?? ''))
  const { from, to } = readAsked(params)
  return { ...asked, from, to }
}

/** Hidden fields that a form without script sends along. */
export function Kept({ asked }: { asked: Asked }) {
  return (
    <>
      {asked.sort && <input type="hidden" name="siralama" value={asked.sort} />}
      {asked.q && <input type="hidden" name="q" value={asked.q} />}
      {asked.sizes.filter(readOwnSize).map((size) => (
        <input key={size} type="hidden" name="beden" value={size} />
      ))}
    </>
  )
}

/** The filters in a row, each opening under its name; where there is no room they have a sheet, unless there is no script. */
export function FilterRow({ options }: { options: OptionsProps }) {
  return (
    <form
      action={`/${options.slug}`}
      aria-label="Filtreler"
      onSubmit={(event) => options.onAsk(askedInForm(event, options.asked))}
      className="flex flex-wrap items-center gap-2 max-lg:hidden noscript:flex!"
    >
      <Kept asked={options.asked} />
      {useGroups(options).map(({ name, chosen, content }) => (
        <FilterGroup key={name} name={name} chosen={chosen}>
          {content}
        </FilterGroup>
      ))}
      <div className="px-3">
        <StockOption {...options} />
      </div>
      <noscript>
        <button type="submit" className="min-h-11 border border-ink px-6 font-semibold">
          Filtrele
        </button>
      </noscript>
    </form>
  )
}

function FilterGroup({ name, chosen, children }: { name: string; chosen: number; children: ReactNode }) {
  return (
    <details name="filtre" className="group/filter relative max-lg:w-full">
      <summary className="flex h-11 list-none items-center gap-2 rounded-xs border border-line bg-surface px-4 transition-colors hover:border-ink group-open/filter:border-ink [&::-webkit-details-marker]:hidden">
        {name}
        <ChosenCount count={chosen} />
        <span className="text-muted transition-transform group-open/filter:rotate-180">
          <Icon name="down" size={16} />
        </span>
      </summary>
      <div className="z-20 mt-2 rounded-xl border border-line bg-surface p-5 lg:absolute lg:top-full lg:left-0 lg:w-90 lg:animate-arrive lg:shadow-2xl">
        {children}
      </div>
    </details>
  )
}

/** How many options are chosen, as a mark beside a name. */
export function ChosenCount({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="grid size-5 place-items-center rounded-full bg-ink text-[12px] text-white tabular-nums">
      {count}
      <span className="sr-only"> seçili</span>
    </span>
  )
}

/** Where she chooses again: the first filter, or on a phone what opens them. */
export function firstOfRow(): HTMLElement | undefined {
  const row = document.querySelectorAll<HTMLElement>('.list-row :is(button, summary)')
  return [...row].find((element) => element.checkVisibility())
}

/** The chosen filters, each to be removed by itself, or all at once. */
export function Chosen({ options, own }: { options: OptionsProps; own: ReactNode }) {
  const { asked, facets, slug } = options
  const list = useRef<HTMLUListElement>(null)
  const holdFocus = useHeldFocus((place) => {
    const left = list.current?.children
    return left ? left[Math.min(place, left.length - 1)]?.querySelector<HTMLElement>('a, button') : firstOfRow()
  })
  if (countFilters(asked) === 0) return null
  const everywhere = asked.sizes.filter((size) => !readOwnSize(size))
  const entries: { name: string; without: Asked }[] = [
    ...(hasOwnSize(asked.sizes) ? [{ name: 'Bedenim', without: { ...asked, sizes: everywhere } }] : []),
    ...everywhere.map((size) => ({
      name: `Beden: ${size}`,
      without: { ...asked, sizes: asked.sizes.filter((other) => other !== size) },
    })),
    ...asked.colors.map((color) => ({
      name: facets.colors.find((one) => one.slug === color)?.name ?? color,
      without: { ...asked, colors: asked.colors.filter((other) => other !== color) },
    })),
    ...(asked.from === undefined && asked.to === undefined
      ? []
      : [{ name: rangeName(asked.from, asked.to), without: { ...asked, from: undefined, to: undefined } }]),
    ...(asked.inStock ? [{ name: 'Stokta olanlar', without: { ...asked, inStock: false } }] : []),
  ]
  return (
    <ul
      ref={list}
      onFocus={holdFocus}
      aria-label="Seçili filtreler"
      className="under-row mt-3 mb-4 flex flex-wrap items-center gap-2"
    >
      {entries.map(({ name, without }) => (
        <li key={name}>
          <AskLink
            to={addressOf(slug, without)}
            className="flex min-h-9 items-center gap-2 rounded-xs bg-nar-soft pr-2 pl-3 text-sm hover:bg-line"
          >
            {name}
            <span className="sr-only"> filtresini kaldır</span>
            <Icon name="close" size={14} />
          </AskLink>
        </li>
      ))}
      {hasOwnSize(asked.sizes) && <li>{own}</li>}
      <li>
        <AskLink to={addressOf(slug, withoutFilters(asked))} className="flex min-h-9 items-center px-3 text-sm">
          <span className="link-line py-0.5">Temizle</span>
          <span className="sr-only">: bütün filtreler</span>
        </AskLink>
      </li>
    </ul>
  )
}
