import { useEffect } from 'react'
import { createStore, readStored, useStored, writeStored } from '#app/browser/browser-storage.ts'
import { toast } from '#app/ui/toast.tsx'
import { formatKurus, fromTl } from '#shop/money.ts'
import { seconds } from '#shop/time.ts'
import { refreshDashboard } from '../dashboard/store.ts'
import { followOrders, type OrderNews } from './events.ts'

/** Counts the news of orders; lists of orders are fetched again when it changes. */
const news = createStore(0)
export const useOrderNews = news.use

/** Listens while the panel is open: numbers and lists follow, a new order is announced. */
export function useLiveOrders(): void {
  useEffect(() => {
    const stopped = new AbortController()
    const title = countInTitle(stopped.signal)
    const announce = announcer(stopped.signal)
    followOrders((told) => {
      news.set(news.get() + 1)
      refreshDashboard()
      if (told.kind !== 'order-placed') return
      announce(told)
      title.more()
      playIfWanted()
    }, stopped.signal)
    return () => stopped.abort()
  }, [])
}

type Placed = Extract<OrderNews, { orderId: string }>

/** After one was announced; those that come meanwhile are told together, or a rush would lie over the page all day. */
const pauseInRush = seconds(30)

/** Says the first order at once. */
function announcer(stopped: AbortSignal) {
  let resting: ReturnType<typeof setTimeout> | undefined
  let gathered: Placed[] = []
  function tell(placed: Placed[]) {
    toast('good', sentenceOf(placed))
    resting = setTimeout(() => {
      resting = undefined
      const meanwhile = gathered
      gathered = []
      if (meanwhile.length > 0) tell(meanwhile)
    }, pauseInRush)
  }
  stopped.addEventListener('abort', () => clearTimeout(resting))
  return (one: Placed) => {
    if (resting === undefined) tell([one])
    else gathered.push(one)
  }
}

function sentenceOf(placed: Placed[]): string {
  const [first] = placed
  const known = placed.flatMap(({ total }) => (total === undefined ? [] : [fromTl(total) ?? 0]))
  const sum = known.length === 0 ? '' : formatKurus(known.reduce((a, b) => a + b))
  if (placed.length === 1) return `Yeni sipariş: ${first?.shownOrderId} ${sum}`.trim()
  return `${placed.length} yeni sipariş${sum && `, toplam ${sum}`}`
}

/** While the tab is out of sight its title says how many orders came. */
function countInTitle(stopped: AbortSignal) {
  let count = 0
  const bare = () => document.title.replace(/^\(\d+\) /, '')
  const seen = () => {
    if (document.hidden || count === 0) return
    count = 0
    document.title = bare()
  }
  document.addEventListener('visibilitychange', seen, { signal: stopped })
  return {
    more() {
      if (!document.hidden) return
      count++
      document.title = `(${count}) ${bare()}`
    },
  }
}

const soundKey = 'adminSound'

/** Whether a new order makes a sound too; off until it is switched on, and kept in this browser. */
export function useOrderSound() {
  const on = useStored(soundKey) === 'on'
  const set = (wanted: boolean) => {
    writeStored(soundKey, wanted ? 'on' : null)
    if (wanted) play()
  }
  return { on, set }
}

/** In one tab only, and in one that was clicked: browsers let no other make a sound. */
function playIfWanted(): void {
  if (readStored(soundKey) !== 'on' || navigator.userActivation?.hasBeenActive === false) return
  if (!navigator.locks) play()
  navigator.locks?.request('order-sound', { ifAvailable: true }, async (lock) => {
    if (!lock) return
    play()
    await new Promise((resolve) => setTimeout(resolve, 1000))
  })
}

/** Two soft notes. */
function play(): void {
  const audio = new AudioContext()
  for (const [pitch, start] of [
    [660, 0],
    [880, 0.16],
  ] as const) {
    const tone = audio.createOscillator()
    const volume = audio.createGain()
    const begins = audio.currentTime + start
    tone.frequency.value = pitch
    volume.gain.setValueAtTime(0.0001, begins)
    volume.gain.exponentialRampToValueAtTime(0.15, begins + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.0001, begins + 0.4)
    tone.connect(volume).connect(audio.destination)
    tone.start(begins)
    tone.stop(begins + 0.45)
  }
  setTimeout(() => audio.close(), 1000)
}
