import { useCallback, useLayoutEffect, useRef } from 'react'
import { createStore } from '#app/browser/browser-storage.ts'
import { seconds } from '#shop/time.ts'

type Toast = { id: number; tone: 'good' | 'bad'; text: string }

const toasts = createStore<Toast[]>([])
let lastId = 0

/** Said in passing at one time; more, as in a rush of orders, would hide the page. */
const mostInPassing = 3

/** Says something in passing: gone after five seconds, an error only when it is closed. Gives its id. */
export function toast(tone: Toast['tone'], text: string): number {
  const id = ++lastId
  const shown = [...toasts.get().filter((other) => other.text !== text), { id, tone, text }]
  const newest = shown.filter((one) => one.tone === 'good').slice(-mostInPassing)
  toasts.set(shown.filter((one) => one.tone === 'bad' || newest.includes(one)))
  if (tone === 'good') setTimeout(() => closeToast(id), seconds(5))
  return id
}

/** `toast` of one form or button: that it went wrong is said no more once the next try has ended. */
export function useToast(): (tone: Toast['tone'], text: string) => void {
  const failed = useRef<number>(undefined)
  return useCallback((tone, text) => {
    if (failed.current !== undefined) closeToast(failed.current)
    const id = toast(tone, text)
    failed.current = tone === 'bad' ? id : undefined
  }, [])
}

function closeToast(id: number) {
  toasts.set(toasts.get().filter((toast) => toast.id !== id))
}

export const useIsSaying = () => toasts.use().length > 0

/** Nothing of what was said stays. */
export const closeToasts = () => toasts.set([])

const places = createStore(0)

/**
 * Stands where it can be reached: inside a dialog while one is open, since all else is inert then. A spare one speaks
 * only while there is no other.
 */
export function Toasts({ className = '', spare = false }: { className?: string; spare?: boolean }) {
  const shown = toasts.use()
  const others = places.use()
  // Before anything is painted: while one form takes another's place the spare one would show the same once more.
  useLayoutEffect(() => {
    if (spare) return
    places.set(places.get() + 1)
    return () => places.set(places.get() - 1)
  }, [spare])
  if (spare && others > 0) return null
  return (
    // Good news lets clicks through: a tap on its words reaches what lies below.
    <div className={`pointer-events-none grid gap-2 ${className}`}>
      {shown.map(({ id, tone, text }) => (
        <div
          key={id}
          role={tone === 'bad' ? 'alert' : 'status'}
          className={`flex animate-arrive items-center gap-3 rounded-xs py-1 pr-1 pl-4 text-sm text-white shadow-2xl ${tone === 'bad' ? 'pointer-events-auto bg-bad' : 'bg-ink'}`}
        >
          <span className="grow">{text}</span>
          <button
            type="button"
            aria-label="Bildirimi kapat"
            onClick={() => closeToast(id)}
            className="pointer-events-auto min-h-10 px-3 underline underline-offset-4"
          >
            Kapat
          </button>
        </div>
      ))}
    </div>
  )
}
