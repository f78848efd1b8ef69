import { useEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** Where she was: a card and how far from the top of the screen it stood; `opened` when it is the one she opened. */
type Place = { href: string; top: number; opened: boolean }

/**
 * Brings back the card that was before her eyes when she comes back or reloads. A scroll position would not: cards out
 * of sight have only an estimated height. The card she had opened has the focus again.
 */
export function useKeepPlace(): void {
  const type = useNavigationType()
  const { key } = useLocation()
  const name = `place ${key}`

  useEffect(() => {
    const place = type === 'POP' && window.scrollY > 0 ? read(name) : undefined
    if (!place) return
    if (place.opened) find(place.href)?.focus({ preventScroll: true })
    // Once more when the cards around it have been drawn in full.
    let frame = requestAnimationFrame(() => {
      goTo(place)
      frame = requestAnimationFrame(() => goTo(place))
    })
    goTo(place)
    return () => cancelAnimationFrame(frame)
  }, [type, name])

  useEffect(() => {
    const opening = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest<HTMLElement>('a[href^="/urun/"]') : null
      write(name, link?.closest('li.card') ? placeOf(link, true) : placeInView())
    }
    const leaving = () => write(name, placeInView())
    document.addEventListener('click', opening, { capture: true })
    window.addEventListener('pagehide', leaving)
    return () => {
      document.removeEventListener('click', opening, { capture: true })
      window.removeEventListener('pagehide', leaving)
    }
  }, [name])
}

function find(href: string): HTMLElement | null {
  return (
    [...document.querySelectorAll<HTMLElement>('li.card a')].find((link) => link.getAttribute('href') === href) ?? null
  )
}

function goTo({ href, top }: Place) {
  const now = find(href)?.closest('li')?.getBoundingClientRect().top
  if (now !== undefined && Math.abs(now - top) > 1) window.scrollBy({ top: now - top, behavior: 'instant' })
}

function placeOf(link: Element, opened: boolean): Place {
  return {
    href: link.getAttribute('href') ?? '',
    top: link.closest('li')?.getBoundingClientRect().top ?? 0,
    opened,
  }
}

/** The first card that is found down the left side of the screen. */
function placeInView(): Place | undefined {
  for (let y = 120; y < window.innerHeight; y += 60) {
    const link = document
      .elementFromPoint(window.innerWidth / 5, y)
      ?.closest('li.card')
      ?.querySelector('a')
    if (link) return placeOf(link, false)
  }
  return undefined
}

function read(name: string): Place | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(name) ?? 'null') as Place | null) ?? undefined
  } catch {
    return undefined
  }
}

function write(name: string, place: Place | undefined) {
  try {
    if (place) sessionStorage.setItem(name, JSON.stringify(place))
    else sessionStorage.removeItem(name)
  } catch {
    // The page is then found by its scroll position alone.
  }
}
