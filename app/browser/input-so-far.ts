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
    // React has drawn the whole document again after an error: the typefaces are loaded already.
    dataset.fonts = ''
    return
  }
  delete window.inputSoFar
  for (const [field, value] of before.filled) if (field.isConnected) fill(field, value)
  const { pressed } = before
  // Once the page shows what was filled: a button that buys asks for the size.
  setTimeout(() => pressed?.isConnected && pressed.click())
}

/**
 * Ticks as a press does, and sets a value as typing does. React reports a change only where the value differs from the last that it
 * knows, and it knows the one in the field: it is given another one first.
 */
function fill(field: Field, value: string | boolean) {
  if (typeof value === 'boolean') {
    Object.assign(field, { checked: !value })
    field.click()
    return
  }
  field.value = ''
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  for (const event of ['input', 'change']) field.dispatchEvent(new Event(event, { bubbles: true }))
}
