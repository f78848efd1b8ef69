import { listData } from './list-data.ts'

/** A list that she comes near in the header is fetched ahead. */

/** Milliseconds that the pointer or the focus stays on a link before its list is fetched, as the router waits. */
const intent = 100
/** Pages of one word that are none. */
const list = /^\/(?!(?:ara|bilgi|logo|admin)$)[a-z0-9-]+$/

let timer: ReturnType<typeof setTimeout> | undefined
const ahead = document.createElement('link')
ahead.rel = 'prefetch'
ahead.as = 'fetch'

function approach(target: EventTarget | null): void {
  clearTimeout(timer)
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('nav a[href^="/"]') : null
  if (!link || link.search || !list.test(link.pathname) || link.pathname === window.location.pathname) return
  timer = setTimeout(() => {
    ahead.href = listData(link.pathname)
    document.head.append(ahead)
  }, intent)
}

for (const near of ['pointerover', 'focusin'])
  window.addEventListener(near, ({ target }) => approach(target), { passive: true })
// This script comes when she is there already.
approach(document.querySelector('nav a:hover'))
