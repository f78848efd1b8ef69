import { useEffect, useEffectEvent } from 'react'
import { seconds } from '#shop/time.ts'

/**
 * Back closes what lies on top of the page before it leaves the page. Each layer (a panel, a dialog, the zoom) has an
 * entry of the browser's history for as long as it is open, which the router never hears of:
 *
 * - Back takes the entry of the top layer away, and the layer closes.
 * - A layer that closes otherwise takes its entry away.
 * - A page that is opened from a layer stands in the place of that layer's entry.
 */
const layers: (() => void)[] = []

/** The entry that the router believes to be shown. */
let page = { state: undefined as State, url: '' }
/** The key of the entry below all layers. */
let base: unknown
/** The way that the browser is on because of us; what is pushed meanwhile waits. */
let way: 'to close' | 'past a layer' | undefined
const waiting: (() => void)[] = []
let leaving = false

type State = { idx?: number; key?: string; layers?: number } | null | undefined

/** Calls `close` when Back is pressed while this is the topmost open layer. */
export function useBackCloses(open: boolean, close: () => void): void {
  const onBack = useEffectEvent(close)
  useEffect(() => {
    // In the panel of the shop's staff a sheet has its own address.
    if (!open || window.location.pathname.startsWith('/admin')) return
    watch()
    const layer = () => onBack()
    layers.push(layer)
    settleSoon()
    return () => {
      layers.splice(layers.indexOf(layer), 1)
      settleSoon()
    }
  }, [open])
}

/** After the page was read again with a layer open that is not: takes its entry away, or Back would do nothing once. */
export function endLeftLayers(): void {
  watch()
  settleSoon()
}

let timer: ReturnType<typeof setTimeout> | undefined

/** One layer may close and another open at once: then nothing is to be done. */
function settleSoon(): void {
  clearTimeout(timer)
  timer = setTimeout(settle)
}

/** Brings the history to as many entries as there are layers. */
function settle(): void {
  if (way || leaving) return
  const depth = depthOf(window.history.state)
  if (depth > layers.length) go(layers.length - depth, 'to close')
  if (depth >= layers.length) return
  if (depth === 0) {
    page = { state: window.history.state, url: window.location.href }
    base = page.state?.key
  }
  for (let n = depth + 1; n <= layers.length; n++) push({ ...window.history.state, idx: index() + 1, layers: n }, '')
}

function go(steps: number, why: typeof way): void {
  way = why
  window.history.go(steps)
}

function onPop(event: PopStateEvent): void {
  const depth = depthOf(event.state)
  const arrived = way
  way = undefined
  if (arrived === 'to close') {
    event.stopImmediatePropagation()
    keepPage()
  } else if (arrived === undefined && layers.length > depth && event.state?.key === base) {
    event.stopImmediatePropagation()
    keepPage()
    for (const close of layers.slice(depth).reverse()) close()
    settleSoon()
  } else if (layers.length < depth) {
    // The entry of a layer from which she went on to another page.
    event.stopImmediatePropagation()
    go(-depth, 'past a layer')
    return
  }
  for (const act of waiting.splice(0)) act()
  if (arrived) settleSoon()
}

/** The address may have changed since the entry below was made, as by a filter: what is shown stays. */
function keepPage(): void {
  const { state } = window.history
  if (page.url !== window.location.href) replace({ ...page.state, idx: index(), layers: state?.layers }, '', page.url)
}

let watching = false
let push: History['pushState']
let replace: History['replaceState']

/** From the first layer on. */
function watch(): void {
  if (watching) return
  watching = true
  const { history } = window
  push = history.pushState.bind(history)
  replace = history.replaceState.bind(history)
  // An entry of a layer that was there before the page was read again, or came back from a bank, belongs to this page.
  page = { state: window.history.state, url: window.location.href }
  base = page.state?.key
  history.pushState = (state, unused, url) =>
    whenStill(() => {
      if (depthOf(history.state) === 0) push(state, unused, url)
      else replace({ ...state, idx: index() }, unused, url)
    })
  history.replaceState = (state, unused, url) =>
    whenStill(() => {
      replace({ ...state, layers: history.state?.layers }, unused, url)
      page = { state, url: window.location.href }
    })
  // In the place that app/entry.client.tsx has kept, before the router.
  window.onpopstate = onPop
  window.addEventListener('beforeunload', () => {
    leaving = true
    // A download fires this event too, and the page stays. A step back sooner would cancel a page that a slow network still brings.
    setTimeout(() => {
      leaving = false
      settle()
    }, seconds(10))
  })
}

function whenStill(act: () => void): void {
  if (way) waiting.push(act)
  else act()
}

function depthOf(state: State): number {
  return state?.layers ?? 0
}

function index(): number {
  return window.history.state?.idx ?? 0
}
