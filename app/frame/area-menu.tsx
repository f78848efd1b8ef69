import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Link, useLocation } from 'react-router'
import { api } from '#app/browser/api-client.ts'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { Thumbnail } from '#app/ui/thumbnail.tsx'
import { areaPages, placeholderOf } from './areas.ts'
import '../browser/list-ahead.ts'
import { useShop } from './use-shop.ts'

/** Milliseconds that the pointer stays on an area before its menu opens, and away from it before that closes. */
const intent = 120
const regret = 250

/** An entry of the header's list whose menu is open; `enter` when a key opened it that also leads into it. */
type Open = { entry: Element; enter: boolean }

/**
 * The categories of an area in pictures, which slide down below its name in the header. The pointer opens them, the button
 * beside the name, or the arrow down. They lie in the entry of their area, so that the keyboard comes to them after its
 * name. `act` is the last thing that she did there before this script came.
 */
export function AreaMenu({ act }: { act: Event }) {
  const open = useOpen(act)
  const area = areaPages.find(({ area }) => open?.entry.querySelector(`a[href="/${area}"]`))
  useEffect(() => {
    const button = open?.entry.querySelector('button')
    button?.setAttribute('aria-expanded', 'true')
    if (open?.enter) open.entry.querySelector<HTMLElement>('.area-menu a')?.focus()
    return () => button?.setAttribute('aria-expanded', 'false')
  }, [open])
  return open && area && createPortal(<Categories area={area} />, open.entry)
}

const kinds = ['pointerover', 'pointerdown', 'click', 'focusin', 'keydown'] as const

/** The entry whose menu is open; anything that she does anywhere on the page may open or close it. */
function useOpen(act: Event): Open | undefined {
  const [open, setOpen] = useState<Open>()
  // `act` replays what happened before this listened; no event is followed twice.
  const [followed] = useState(() => new WeakSet<Event>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes it
  useEffect(() => setOpen(undefined), [key])

  const follow = useEffectEvent((event: Event) => {
    if (followed.has(event)) return
    followed.add(event)
    clearTimeout(timer.current)
    const { type, target } = event
    const entry = target instanceof Element ? entryOf(target) : undefined
    if (event instanceof KeyboardEvent) return setOpen(afterKey(event, open, entry))
    if (type === 'pointerover') {
      if (!(event instanceof PointerEvent) || event.pointerType !== 'mouse' || entry === open?.entry) return
      const settle = () => (!entry || entry.matches(':hover')) && setOpen(entry && { entry, enter: false })
      timer.current = setTimeout(settle, entry ? intent : regret)
    } else if (type === 'click' && entry && target instanceof Element && target.closest('button')) {
      setOpen(entry === open?.entry ? undefined : { entry, enter: false })
    } else if (entry !== open?.entry) setOpen(undefined)
  })
  useEffect(() => {
    const listen = (event: Event) => follow(event)
    for (const kind of kinds) document.addEventListener(kind, listen)
    return () => {
      clearTimeout(timer.current)
      for (const kind of kinds) document.removeEventListener(kind, listen)
    }
  }, [])
  useEffect(() => follow(act), [act])
  return open
}

/** The entry around an element, if it has a menu. */
function entryOf(element: Element): Element | undefined {
  return element.closest('.header-tabs > ul > li:has(> button)') ?? undefined
}

function afterKey(event: KeyboardEvent, open: Open | undefined, entry: Element | undefined): Open | undefined {
  if (event.key === 'Escape') {
    if (open?.entry.contains(document.activeElement)) open.entry.querySelector('button')?.focus()
    return undefined
  }
  if (event.key !== 'ArrowDown' || !entry || entry.querySelector('.area-menu')?.contains(document.activeElement))
    return open
  event.preventDefault()
  return { entry, enter: true }
}

function Categories({ area: { area, title, about } }: { area: (typeof areaPages)[number] }) {
  const categories = useShop()?.categories.filter((category) => category.area === area) ?? []
  const { face } = useShop()?.shop ?? {}
  const own = face?.menu?.find((entry) => entry.area === area)?.title
  const pictures = usePictures()
  return (
    <div className="area-menu">
      <div className="gutter mx-auto grid max-w-page grid-cols-[minmax(11rem,1fr)_minmax(0,4fr)] gap-8 py-8">
        <div>
          <p className="font-display text-2xl">{own ?? title}</p>
          <p className="mt-2 text-muted text-sm">{about}</p>
          <Link to={`/${area}`} className="mt-4 inline-flex min-h-11 items-center">
            <span className="link-line bg-size-[100%_1px] py-0.5">Tüm Ürünler</span>
          </Link>
        </div>
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(max(6.25rem,12%),1fr))] gap-x-4 gap-y-6">
          {categories.map(({ slug, name }) => (
            <li key={slug} className="max-w-44">
              <Link to={`/${slug}`} state={{ selectedCategory: name }} prefetch="intent" className="group grid gap-2">
                {pictures ? (
                  <Thumbnail
                    address={pictures.get(slug)}
                    fallback={placeholderOf(area)}
                    sizes={160}
                    className="aspect-4/5 w-full rounded-xs"
                  />
                ) : (
                  <Skeleton className="aspect-4/5" />
                )}
                <span className="group-hover:underline">{name}</span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

let known: Promise<Map<string, string | null>> | undefined

/** The pictures of all categories by their slugs; undefined until they are there. Without an answer there are none. */
function usePictures() {
  const [pictures, setPictures] = useState<Map<string, string | null>>()
  useEffect(() => {
    known ??= api
      .get<'GET /categories'>('/categories', { guest: true })
      .then((list) => new Map(list.map(({ slug, mainImage }) => [slug, mainImage])))
    known.then(setPictures, () => {
      known = undefined
      setPictures(new Map())
    })
  }, [])
  return pictures
}
