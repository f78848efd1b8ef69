import { useEffect } from 'react'
import { createStore, readStored, useStored, writeStored } from '#app/browser/browser-storage.ts'
import { toast } from '#app/ui/toast.tsx'
import { formatKurus, fromTl } from '#shop/money.ts'
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
    followOrders((told) => {
      news.set(news.get() + 1)
      refreshDashboard()
      if (told.kind !== 'order-placed') return
      toast('good', sentenceOf(told))
      title.more()
      playIfWanted()
    }, stopped.signal)
    return () => stopped.abort()
  }, [])
}

function sentenceOf({ shownOrderId, total }: Extract<OrderNews, { orderId: string }>): string {
  return `Yeni sipariş: ${shownOrderId} ${total === undefined ? '' : formatKurus(fromTl(total) ?? 0)}`.trim()
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
