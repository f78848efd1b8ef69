type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

declare global {
  interface Window {
    /** Input of before the page's script ran, kept by the inline script of server/late-script.ts. */
    inputSoFar?: () => { filled: Map<Field, string | boolean>; pressed: HTMLElement | null | undefined }
  }
}

/** Where React Router keeps how far each page was scrolled, by the key of its history entry. */
export const scrollStorage = 'scrolled'

/** Does again what was ticked, typed and pressed before the page worked: React knows nothing of it otherwise. */
export function repeatInput(): void {
  const { dataset } = document.documentElement
  dataset.ready = ''
  const before = window.inputSoFar?.()
  if (!before) {
    // React has drawn the document anew, for an error: the typefaces are there already.
    dataset.fonts = ''
    return
  }
  delete window.inputSoFar
  for (const [field, value] of before.filled) if (field.isConnected) fill(field, value)
  if (before.pressed?.isConnected) before.pressed.click()
}

/** Sets a value as typing does. React compares with the value it last set, so the element's own setter is asked. */
function fill(field: Field, value: string | boolean) {
  const ticked = typeof value === 'boolean'
  const set = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), ticked ? 'checked' : 'value')?.set
  if (ticked) {
    set?.call(field, !value)
    field.click()
    return
  }
  field.value = ''
  set?.call(field, value)
  for (const event of ['input', 'change']) field.dispatchEvent(new Event(event, { bubbles: true }))
}
