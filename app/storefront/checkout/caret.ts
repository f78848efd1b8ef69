import { type ChangeEvent, useLayoutEffect, useRef } from 'react'

/** Keeps the caret after the digit just typed while the text around it is regrouped. */
export function useKeptCaret(value: string, set: (text: string) => void) {
  const input = useRef<HTMLInputElement>(null)
  const digitsBefore = useRef<number>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caret is put back after each new text
  useLayoutEffect(() => {
    const element = input.current
    if (!element || digitsBefore.current === undefined || document.activeElement !== element) return
    const caret = positionAfter(element.value, digitsBefore.current)
    digitsBefore.current = undefined
    element.setSelectionRange(caret, caret)
  }, [value])
  return {
    ref: input,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const { value, selectionStart } = event.target
      // At the end it stays there, also behind a digit that was added.
      const caret = selectionStart ?? value.length
      digitsBefore.current = caret < value.length ? value.slice(0, caret).replace(/\D/g, '').length : Infinity
      set(value)
    },
  }
}

/** Where the caret stands after so many digits; at the end, after what was added there. */
export function positionAfter(text: string, digits: number): number {
  let seen = 0
  for (let i = 0; i < text.length; i++) {
    if (seen === digits) return i
    if (/\d/.test(text[i] ?? '')) seen++
  }
  return text.length
}
