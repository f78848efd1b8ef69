/** Puts a place where it is seen and can be reached: beside the page, or in the dialog that lies over it, as all else is inert then. */
export function putOnTop(placeOf: () => HTMLElement | undefined, dialogs = 'dialog:modal'): void {
  const place = placeOf()
  if (!place) return
  const over = [...document.querySelectorAll(dialogs)].at(-1)
  ;(over ?? document.body).append(place)
  over?.addEventListener('close', () => putOnTop(placeOf, dialogs), { once: true })
}
