const modal = 'dialog:modal'

/** Puts a place where it is seen and can be reached: beside the page, or in the dialog that lies over it, as all else is inert then. */
export function putOnTop(placeOf: () => HTMLElement | undefined, dialogs = modal): void {
  putInto([...document.querySelectorAll(dialogs)].at(-1), placeOf, dialogs)
}

/** For what stays: each dialog that opens later takes the place along. Gives what ends that. */
export function keepOnTop(placeOf: () => HTMLElement | undefined, dialogs = modal): () => void {
  putOnTop(placeOf, dialogs)
  const opened = new MutationObserver((changes) => {
    const over = changes.map(({ target }) => target as Element).findLast((element) => element.matches(dialogs))
    if (over) putInto(over, placeOf, dialogs)
  })
  opened.observe(document.body, { subtree: true, attributeFilter: ['open'] })
  return () => opened.disconnect()
}

function putInto(over: Element | undefined, placeOf: () => HTMLElement | undefined, dialogs: string): void {
  const place = placeOf()
  if (!place) return
  ;(over ?? document.body).append(place)
  over?.addEventListener('close', () => putOnTop(placeOf, dialogs), { once: true })
}
