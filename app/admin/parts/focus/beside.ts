import { useLayoutEffect, useRef } from 'react'

/**
 * A deleted row takes the button with it that asked the question and that gets the focus back when the question closes: a screen
 * reader, or Tab, would start again at the top of the page. Returns a function to call once the row is deleted: it moves the focus to
 * the row in its place, or to the title of the page.
 */
export function useFocusBeside(asking: boolean): () => void {
  const asked = useRef<Place>(undefined)
  // Before the question has the focus.
  useLayoutEffect(() => {
    if (asking) asked.current = placeOf(document.activeElement)
  }, [asking])
  return () => holdFocus(asked.current)
}

/** Until she presses something herself. */
function holdFocus(asked: Place | undefined): void {
  let place = asked
  const stopped = new AbortController()
  const remember = ({ target }: FocusEvent) => {
    if (target instanceof Element) place = placeOf(target) ?? place
  }
  document.addEventListener('focusin', remember, { signal: stopped.signal })
  for (const event of ['keydown', 'pointerdown'])
    document.addEventListener(event, () => stopped.abort(), { signal: stopped.signal })
  const rows = new MutationObserver(look)
  function look() {
    if (document.activeElement !== document.body || document.querySelector('dialog[open]')) return
    const beside = besideOf(place)
    if (!beside) return
    stopped.abort()
    beside.focus({ preventScroll: true })
  }
  rows.observe(document.body, { childList: true, subtree: true, attributeFilter: ['open'] })
  stopped.signal.addEventListener('abort', () => rows.disconnect())
  look()
}

type Place = { list: Element; index: number }

/** The place of an element's row in its list; none within a dialog. */
function placeOf(element: Element | null): Place | undefined {
  const row = element?.closest('li, tr, dialog')
  const list = row?.parentElement
  return row && list && row.localName !== 'dialog' ? { list, index: [...list.children].indexOf(row) } : undefined
}

function besideOf(place: Place | undefined): HTMLElement | null {
  const rows = place?.list.isConnected ? [...place.list.children] : []
  const row = rows[Math.min(place?.index ?? 0, rows.length - 1)]
  const first = row?.querySelector<HTMLElement>('button:enabled, a[href]')
  if (first) return first
  const title = document.querySelector<HTMLElement>('main h1')
  if (title) title.tabIndex = -1
  return title
}
