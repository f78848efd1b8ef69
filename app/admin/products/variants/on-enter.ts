import type { KeyboardEvent } from 'react'

/** Enter does what the button beside the field does. */
export function onEnter(act: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    act()
  }
}
