import type { MouseEvent } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import type { SortName } from '../../frame/areas.ts'
import { addressOf } from './address.ts'
import { AskLink } from './ask-link.tsx'
import type { OptionsProps } from './filter-options.tsx'

/** Each order with its name, and what a screen reader says after it. */
const sorts: { sort: SortName | undefined; name: string; sign?: string; spoken?: string }[] = [
  { sort: undefined, name: 'Önerilen' },
  { sort: 'yeni', name: 'En yeniler' },
  { sort: 'artan', name: 'Fiyat', sign: '↑', spoken: 'artan' },
  { sort: 'azalan', name: 'Fiyat', sign: '↓', spoken: 'azalan' },
  { sort: 'indirim', name: 'İndirim' },
]

/** The orders as links under one name. Of a search the recommended order is the best hits first. */
export function SortMenu({ options: { asked, slug }, search }: { options: OptionsProps; search: boolean }) {
  const current = sorts.find(({ sort }) => sort === asked.sort)
  return (
    <details name="filtre" className="group/filter relative lg:ml-auto">
      <summary className="flex h-11 list-none items-center gap-1.5 whitespace-nowrap text-sm [&::-webkit-details-marker]:hidden">
        Sırala
        <span className="text-muted max-lg:sr-only">
          {current?.name} {current?.sign}
        </span>
        <span className="text-muted transition-transform group-open/filter:rotate-180">
          <Icon name="down" size={16} />
        </span>
      </summary>
      <ul className="absolute top-full left-0 z-20 min-w-44 rounded-xl border border-line bg-surface px-5 py-2 shadow-2xl lg:right-0 lg:left-auto">
        {sorts.map(({ sort, name, sign, spoken }) => (
          <li key={sort ?? ''}>
            <AskLink
              to={addressOf(slug, { ...asked, sort })}
              current={sort === asked.sort}
              onClick={close}
              className="flex min-h-11 items-center gap-1.5 whitespace-nowrap aria-[current]:text-nar"
            >
              {search && !sort ? 'En uygun' : name}
              {sign && <span aria-hidden="true">{sign}</span>}
              {spoken && <span className="sr-only">{spoken}</span>}
            </AskLink>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Closes the menu once a choice is on its way: the list is visible again, and the focus returns to the menu's name. */
function close({ currentTarget }: MouseEvent) {
  const menu = currentTarget.closest('details')
  if (!menu) return
  menu.open = false
  menu.querySelector('summary')?.focus()
}
