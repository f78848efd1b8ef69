import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { Toasts, toast, useIsSaying } from '#app/ui/toast.tsx'
import { putOnTop } from './on-top.ts'

let place: HTMLElement | undefined

/** Says what went wrong on a page that has no place for it: on top of all, in a root of its own until it is closed. */
export function say(sentence: string): void {
  toast('bad', sentence)
  place ??= makePlace()
  putOnTop(() => place)
}

function makePlace(): HTMLElement {
  const made = document.createElement('div')
  const root = createRoot(made)
  const leave = () => {
    if (place === made) place = undefined
    // React is at work in it.
    queueMicrotask(() => {
      root.unmount()
      made.remove()
    })
  }
  root.render(<Place onQuiet={leave} />)
  return made
}

/** The panel has a place of its own, which is silent while there is another. */
function Place({ onQuiet }: { onQuiet: () => void }) {
  const isSaying = useIsSaying()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once all is closed
  useEffect(() => {
    if (!isSaying) onQuiet()
  }, [isSaying])
  return <Toasts className="fixed inset-x-4 top-20 z-40 mx-auto max-w-lg" />
}
