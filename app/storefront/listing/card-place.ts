import { useEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { seconds } from '#shop/time.ts'

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
    const place = type === 'POP' && window.scrollY > 0 && !touchedBefore() ? read(name) : undefined
    if (!place) return
    if (place.opened) find(place.href)?.focus({ preventScroll: true })
    return holdAt(place)
  }, [type, name])

  useEffect(() => {
    const opening = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest<HTMLElement>('a[href^="/urun/"]') : null
      write(name, link?.closest('.card') ? placeOf(link, true) : placeInView())
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

/** Whether she touched the page before its script ran: she may have left the place to which the browser brought her. */
function touchedBefore(): boolean {
  const { ready, touched } = document.documentElement.dataset
  return ready === undefined && touched !== undefined
}

/** The link of the card itself rather than that of the same color on another card. */
function find(href: string): HTMLElement | null {
  const links = [
    ...document.querySelectorAll<HTMLElement>('.card h2 a'),
    ...document.querySelectorAll<HTMLElement>('.card a'),
  ]
  return links.find((link) => link.getAttribute('href') === href) ?? null
}

/** How many drawings of the screen in a row the card has to stay where it is. */
const steady = 20
const atMost = seconds(3)

/**
 * Brings the card to its place and keeps it there while the cards around it are drawn in full, their typefaces and
 * pictures come and the browser goes to where it remembers to have been, until nothing moves any more or she does
 * something herself.
 */
function holdAt({ href, top }: Place): () => void {
  const card = find(href)?.closest('.card')
  if (!card) return () => {}
  const end = performance.now() + atMost
  let still = 0
  let frame = 0
  function hold(now: number) {
    const away = (card?.getBoundingClientRect().top ?? top) - top
    if (Math.abs(away) > 1) window.scrollBy({ top: away, behavior: 'instant' })
    still = Math.abs(away) > 1 || document.readyState !== 'complete' ? 0 : still + 1
    if (still < steady && now < end) frame = requestAnimationFrame(hold)
    else stop()
  }
  function stop() {
    cancelAnimationFrame(frame)
    for (const act of acts) window.removeEventListener(act, stop, { capture: true })
  }
  for (const act of acts) window.addEventListener(act, stop, { capture: true, passive: true })
  hold(performance.now())
  return stop
}

/** Actions of hers that may move the page. */
const acts = ['wheel', 'touchstart', 'pointerdown', 'keydown', 'focusin'] as const

function placeOf(link: Element, opened: boolean): Place {
  return {
    href: link.getAttribute('href') ?? '',
    top: link.closest('.card')?.getBoundingClientRect().top ?? 0,
    opened,
  }
}

/** The first card below the header, measured: a point on the screen has no card while one page fades into another. */
function placeInView(): Place | undefined {
  const inView = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return bottom > 120 && top < window.innerHeight
  }
  // Grids first: to measure a card of one out of sight would draw it.
  const grid = [...document.querySelectorAll('ul:has(> li.card)')].find(inView)
  const link = [...(grid?.querySelectorAll('li.card') ?? [])].find(inView)?.querySelector('a')
  return link ? placeOf(link, false) : undefined
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
