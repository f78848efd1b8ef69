import {
  type ComponentType,
  createElement,
  type LazyExoticComponent,
  lazy,
  memo,
  type ReactNode,
  Suspense,
} from 'react'
import { afterPaint } from './after-paint.ts'
import { whenOnline } from './lazy-online.ts'
import { orLoadAgain } from './load-again.ts'

const acts = ['pointerover', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'wheel', 'scroll', 'click', 'popstate']
const { promise: touched, resolve } = Promise.withResolvers<void>()

if (typeof window === 'undefined') resolve()
else for (const act of acts) window.addEventListener(act, touch, { capture: true, once: true, passive: true })

/** The page changes by itself, so that its lazy parts have to work. What she did is answered on the screen first. */
export function touch(): void {
  afterPaint(resolve)
}

/**
 * A part that the server draws, and whose script comes when she first touches the page; a page that she came to by a link
 * has been touched. The part calls `repeatPress` once it works. While the script cannot be fetched the part stays as drawn.
 */
export function lazyOnTouch<P>(
  load: () => Promise<{ default: ComponentType<P> }>,
): LazyExoticComponent<ComponentType<P>> {
  const patient = (): Promise<{ default: ComponentType<P> }> =>
    whenOnline()
      .then(load)
      .catch(orLoadAgain)
      .catch(() => again().then(patient))
  // Each part in a task of its own: what she does meanwhile comes between them.
  const loaded = touched.then(() => new Promise((begin) => setTimeout(begin))).then(patient)
  if (typeof window !== 'undefined') {
    window.addEventListener('click', hold, true)
    window.addEventListener('click', free)
  }
  return lazy(() => loaded)
}

/** The same for a part of a page that is drawn again meanwhile: the part is not, while its props stay, as React would ask for its script. */
export function partOnTouch<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  fallback?: ReactNode,
): ComponentType<P> {
  const Part: ComponentType<P> = lazyOnTouch(load)
  return memo(function PartOnTouch(props: P) {
    return createElement(Suspense, { fallback }, createElement(Part, props))
  })
}

/** When it is worth asking the network once more. */
function again(): Promise<unknown> {
  return new Promise((retry) => {
    for (const act of ['pointerdown', 'online']) window.addEventListener(act, retry, { once: true })
  })
}

/** The last press that came before its part worked. React holds such a click back: it never comes up to the window again. */
let held: HTMLElement | undefined

function hold({ target }: Event) {
  held =
    target instanceof Element ? (target.closest<HTMLElement>('button, input[type=checkbox]') ?? undefined) : undefined
}

function free() {
  held = undefined
}

/** Does again what was pressed or ticked in a part before it worked. */
export function repeatPress(part: HTMLElement): void {
  // A click that made React finish the part has yet to come up.
  setTimeout(() => {
    // Until the page itself works, what was pressed is done again by repeatInput.
    if (!held || window.inputSoFar || !part.contains(held)) return
    // A box is ticked already: as it was before, so that pressing it is a change.
    if (held instanceof HTMLInputElement) held.checked = !held.checked
    held.click()
  })
}
