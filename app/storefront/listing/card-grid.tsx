import { type MouseEvent, type ReactNode, startTransition, useEffect, useRef, useState } from 'react'
import { PrefetchPageLinks, useNavigate, useNavigation } from 'react-router'
import { afterPaint } from '#app/browser/after-paint.ts'
import { growPicture } from './card/grown-picture.ts'

/** Milliseconds that a finger or the pointer stays on a card before its page is fetched. */
const intent = 100
/** Milliseconds after which a page that is still on its way is shown by its card (.opening in listing.css). */
const slow = 150

type GridProps = { label?: string; className?: string; children: ReactNode }

/**
 * Cards in columns, two on a phone and four on a wide screen, unless its class says otherwise. The grid follows their links for all of them, so that a thousand
 * cards cost a thousand plain links.
 */
export function CardGrid({ label, className = 'cards', children }: GridProps) {
  const navigate = useNavigate()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const opening = useRef<Element>(null)
  const [near, setNear] = useState<string>()
  const still = useNavigation().state === 'idle'
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (still) opening.current?.classList.remove('opening')
  }, [still])

  function approach({ target }: { target: EventTarget }) {
    clearTimeout(timer.current)
    const href = linkOf(target)?.getAttribute('href')
    if (href) timer.current = setTimeout(() => startTransition(() => setNear(href)), intent)
  }
  function open(event: MouseEvent<HTMLElement>) {
    const link = linkOf(event.target)
    if (
      !link ||
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    event.preventDefault()
    const card = link.closest<HTMLElement>('.card')
    growPicture(card)
    const to = link.getAttribute('href') ?? '/'
    afterPaint(() => navigate(to, { viewTransition: true }))
    clearTimeout(timer.current)
    // Without a line the page stays as it is (frame/offline.tsx).
    if (!navigator.onLine) return
    timer.current = setTimeout(() => {
      opening.current = card
      card?.classList.add('opening')
    }, slow)
  }

  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the links in it are what is pressed */}
      <ul aria-label={label} onClick={open} onPointerOver={approach} onFocus={approach} className={className}>
        {children}
      </ul>
      {near && <PrefetchPageLinks page={near} />}
    </>
  )
}

function linkOf(target: EventTarget): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>('li a[href^="/urun/"]') : null
}
