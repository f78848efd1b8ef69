import { createRoot } from 'react-dom/client'
import { Toasts, toast } from '#app/ui/toast.tsx'

let place: HTMLElement | undefined

/**
 * Says what went wrong on a page that has no place for it: beside the page, in a root of its own, or in the dialog that lies
 * over it, as all else is inert then.
 */
export function say(sentence: string): void {
  if (!place) {
    place = document.createElement('div')
    createRoot(place).render(<Toasts className="fixed inset-x-4 top-20 z-40 mx-auto max-w-lg" />)
  }
  const over = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  over.append(place)
  toast('bad', sentence)
}
