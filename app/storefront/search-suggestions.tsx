import { type ReactNode, type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { Icon } from '#app/ui/icon.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { Price } from '#app/ui/price.tsx'
import { fold } from '#shop/turkish.ts'
import { placeholderOf, searchSlug } from './areas.ts'
import type { ListState } from './search-field.tsx'
import type { Suggested } from './search-suggest.ts'

type SuggestionsProps = {
  id: string
  input: RefObject<HTMLInputElement | null>
  text: string
  /** She is in the field and has not sent the list away. */
  active: boolean
  onHide: () => void
  /** A suggestion was followed. */
  onLeave: () => void
  onList: (list: ListState) => void
}

type Entry = { to: string; content: ReactNode }

/** What the typed letters may mean, under the field: a listbox that the field's arrow keys move through. */
export function Suggestions({ id, input, text, active, onHide, onLeave, onList }: SuggestionsProps) {
  const navigate = useNavigate()
  const q = fold(text).replace(/\s+/g, ' ').trim()
  const found = useSuggested(active ? q : '')
  const [at, setAt] = useState({ q, index: -1 })
  const index = at.q === q ? at.index : -1
  const groups = found ? groupsOf(found, text.trim()) : []
  const entries = groups.flatMap((group) => group.entries)
  const open = active && found !== undefined && q.length >= fewestLetters
  const activeId = open && index >= 0 ? `${id}-${index}` : undefined
  const tell = useEffectEvent(onList)
  useEffect(() => tell({ open: open && entries.length > 0, activeId }), [open, entries.length, activeId])

  const press = useEffectEvent((event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!open) return
    if (event.key === 'Escape') {
      event.preventDefault()
      onHide()
    } else if (step && entries.length > 0) {
      event.preventDefault()
      // From the last one it goes on in the field itself.
      const places = entries.length + 1
      setAt({ q, index: ((index + 1 + step + places) % places) - 1 })
    } else if (event.key === 'Enter' && entries[index]) {
      event.preventDefault()
      follow(entries[index].to)
    }
  })
  useEffect(() => {
    const field = input.current
    field?.addEventListener('keydown', press)
    return () => field?.removeEventListener('keydown', press)
  }, [input])
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  function follow(to: string) {
    onLeave()
    navigate(to)
  }

  let count = 0
  return (
    <>
      <p role="status" className="sr-only">
        {open && (entries.length > 0 ? `${entries.length} öneri` : 'Öneri yok')}
      </p>
      <div
        hidden={!open}
        className="absolute inset-x-0 top-full z-10 max-h-[calc(100dvh-8rem)] animate-arrive overflow-y-auto overscroll-contain border-line border-y bg-surface py-3 shadow-2xl lg:mx-12 xl:right-0 xl:left-auto xl:mx-0 xl:mt-3 xl:w-104 xl:rounded-xl xl:border"
      >
        <div id={id} role="listbox" aria-label="Arama önerileri">
          {groups.map(({ name, entries }) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
            <div
              key={name}
              role="group"
              aria-label={name}
              className="border-line not-first:mt-2 not-first:border-t not-first:pt-2"
            >
              {entries.map(({ to, content }) => {
                const place = count++
                return (
                  <a
                    key={to}
                    id={`${id}-${place}`}
                    href={to}
                    role="option"
                    tabIndex={-1}
                    aria-selected={place === index}
                    // The focus stays in the field.
                    onPointerDown={(event) => event.preventDefault()}
                    onClick={(event) => {
                      if (event.metaKey || event.ctrlKey || event.shiftKey) return
                      event.preventDefault()
                      follow(to)
                    }}
                    className="flex min-h-11 items-center gap-4 px-4 py-1.5 hover:bg-paper aria-selected:bg-nar-soft sm:px-6"
                  >
                    {content}
                  </a>
                )
              })}
            </div>
          ))}
        </div>
        {entries.length === 0 && (
          <p className="px-4 py-2 text-muted sm:px-6">
            “{text.trim()}” için bir öneri bulamadık. Daha kısa ya da daha genel bir kelime deneyin.
          </p>
        )}
      </div>
    </>
  )
}

function groupsOf({ categories, products }: Suggested, typed: string): { name: string; entries: Entry[] }[] {
  const groups = [
    {
      name: 'Kategoriler',
      entries: categories.map(({ slug, name }) => ({
        to: `/${slug}`,
        content: (
          <>
            <span className="grow">{name}</span>
            <span className="text-muted text-sm">Kategori</span>
          </>
        ),
      })),
    },
    {
      name: 'Ürünler',
      entries: products.map(({ slug, name, area, image, priceKurus, originalPriceKurus }) => ({
        to: `/urun/${slug}`,
        content: (
          <>
            <span className="block aspect-4/5 w-12 shrink-0 overflow-hidden rounded-xs">
              <Picture
                image={image}
                alt=""
                sizes="48px"
                fallback={placeholderOf(area)}
                className="size-full object-cover"
              />
            </span>
            <span className="min-w-0">
              <span className="block">{name}</span>
              <Price as="span" kurus={priceKurus} originalKurus={originalPriceKurus} className="text-muted text-sm" />
            </span>
          </>
        ),
      })),
    },
    {
      name: 'Tüm sonuçlar',
      entries: [
        {
          to: `/${searchSlug}?${new URLSearchParams({ q: typed })}`,
          content: (
            <>
              <span className="grow">“{typed}” için tüm sonuçlar</span>
              <Icon name="next" size={18} />
            </>
          ),
        },
      ],
    },
  ]
  return products.length + categories.length === 0 ? [] : groups.filter(({ entries }) => entries.length > 0)
}

const fewestLetters = 2
/** After this pause the letters are taken for a question. */
const pause = 150
const answers = new Map<string, Suggested>()

/** The answer to what is typed; until it is there, the one before. */
function useSuggested(q: string): Suggested | undefined {
  const [found, setFound] = useState<Suggested>()
  useEffect(() => {
    if (q.length < fewestLetters) return
    const known = answers.get(q)
    if (known) return setFound(known)
    const stopped = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const response = await fetch(`/${searchSlug}/oneriler?${new URLSearchParams({ q })}`, {
          signal: stopped.signal,
        })
        if (!response.ok) return
        const answer = (await response.json()) as Suggested
        answers.set(q, answer)
        setFound(answer)
      } catch {
        // Without suggestions the field still searches.
      }
    }, pause)
    return () => {
      clearTimeout(timer)
      stopped.abort()
    }
  }, [q])
  return found
}
