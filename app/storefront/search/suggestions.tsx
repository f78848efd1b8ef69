import { type ReactNode, useEffect } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { Price } from '#app/ui/price.tsx'
import { placeholderOf } from '../../frame/areas.ts'

import type { Suggestion, SuggestionList } from './suggesting.ts'

export { createSuggesting } from './suggesting.ts'

type SuggestionsProps = {
  id: string
  list: SuggestionList
  onFollow: (to: string) => void
  onForget: () => void
}

/** The list under the search field: its arrow keys move through it, the field says which one they are at. */
export function Suggestions({ id, list, onFollow, onForget }: SuggestionsProps) {
  const { open, typed, suggestions, index } = list
  useEffect(() => {
    if (index >= 0) document.getElementById(`${id}-${index}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, index])
  return (
    <>
      <p role="status" className="sr-only">
        {open && (suggestions.length > 0 ? `${suggestions.length} öneri` : 'Öneri yok')}
      </p>
      <div
        hidden={!open}
        className="absolute inset-x-0 top-full z-10 max-h-[calc(100dvh-8rem)] animate-arrive overflow-y-auto overscroll-contain border-line border-y bg-surface py-3 shadow-2xl lg:mx-12 xl:right-0 xl:left-auto xl:mx-0 xl:mt-3 xl:w-104 xl:rounded-xl xl:border"
      >
        <div id={id} role="listbox" aria-label="Arama önerileri">
          {groups.map((name) => (
            <Group key={name} name={name} id={id} suggestions={suggestions} index={index} onFollow={onFollow} />
          ))}
        </div>
        {suggestions.some(({ group }) => group === 'Son aramalar') && (
          <button
            type="button"
            onPointerDown={(event) => event.preventDefault()}
            onClick={onForget}
            className="mt-1 flex min-h-11 w-full items-center px-4 text-muted text-sm underline underline-offset-4 hover:text-ink sm:px-6"
          >
            Son aramaları sil
          </button>
        )}
        {suggestions.length === 0 && (
          <p className="px-4 py-2 text-muted sm:px-6">
            “{typed}” için bir öneri bulamadık. Daha kısa ya da daha genel bir kelime deneyin.
          </p>
        )}
      </div>
    </>
  )
}

const groups = ['Son aramalar', 'Öneriler', 'Kategoriler', 'Ürünler', 'Tüm sonuçlar'] as const
/** The others explain themselves. */
const titled: readonly string[] = ['Son aramalar', 'Öneriler']

type GroupProps = {
  name: (typeof groups)[number]
  id: string
  suggestions: Suggestion[]
  index: number
  onFollow: (to: string) => void
}

function Group({ name, id, suggestions, index, onFollow }: GroupProps) {
  const own = suggestions.flatMap((suggestion, place) => (suggestion.group === name ? [{ suggestion, place }] : []))
  if (own.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
    <div role="group" aria-label={name} className="border-line not-first:mt-2 not-first:border-t not-first:pt-2">
      {titled.includes(name) && (
        <p aria-hidden="true" className="px-4 py-2 text-muted text-sm sm:px-6">
          {name}
        </p>
      )}
      {own.map(({ suggestion, place }) => (
        <Option
          key={suggestion.to}
          id={`${id}-${place}`}
          to={suggestion.to}
          selected={place === index}
          onFollow={onFollow}
        >
          <Content suggestion={suggestion} />
        </Option>
      ))}
    </div>
  )
}

type OptionProps = {
  id: string
  to: string
  selected: boolean
  onFollow: (to: string) => void
  children: ReactNode
}

function Option({ id, to, selected, onFollow, children }: OptionProps) {
  return (
    <a
      id={id}
      href={to}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      // The focus stays in the field.
      onPointerDown={(event) => event.preventDefault()}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        onFollow(to)
      }}
      className="flex min-h-11 items-center gap-4 px-4 py-1.5 hover:bg-paper aria-selected:bg-nar-soft sm:px-6"
    >
      {children}
    </a>
  )
}

function Content({ suggestion }: { suggestion: Suggestion }) {
  if (suggestion.group === 'Kategoriler') {
    return (
      <>
        <span className="grow">{suggestion.name}</span>
        <span className="text-muted text-sm">Kategori</span>
      </>
    )
  }
  if (suggestion.group === 'Tüm sonuçlar') {
    return (
      <>
        <span className="grow">“{suggestion.typed}” için tüm sonuçlar</span>
        <Icon name="next" size={18} />
      </>
    )
  }
  if ('word' in suggestion) return <span className="grow">{suggestion.word}</span>
  const { name, area, image, priceKurus, originalPriceKurus } = suggestion.product
  return (
    <>
      <span className="block aspect-4/5 w-12 shrink-0 overflow-hidden rounded-xs">
        <Picture image={image} alt="" sizes={48} fallback={placeholderOf(area)} className="size-full object-cover" />
      </span>
      <span className="min-w-0">
        <span className="block">{name}</span>
        <Price as="span" kurus={priceKurus} originalKurus={originalPriceKurus} className="text-muted text-sm" />
      </span>
    </>
  )
}
