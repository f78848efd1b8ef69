import { useEffect } from 'react'

/**
 * Confirming something in a sheet may remove or disable the button that asked for it. The focus then goes to the title of the sheet,
 * not to the page behind it, until she presses something herself.
 */
export function useFocusInSheet(open: boolean): void {
  useEffect(() => {
    if (!open) return
    let stopped = new AbortController()
    const answered = ({ target }: Event) => {
      const sheet = target instanceof Element && target.parentElement?.closest<HTMLDialogElement>('dialog[open]')
      if (!sheet) return
      stopped.abort()
      stopped = new AbortController()
      keepIn(sheet, stopped)
    }
    document.addEventListener('close', answered, true)
    return () => {
      stopped.abort()
      document.removeEventListener('close', answered, true)
    }
  }, [open])
}

function keepIn(sheet: HTMLDialogElement, stopped: AbortController): void {
  const { signal } = stopped
  for (const event of ['keydown', 'pointerdown']) document.addEventListener(event, () => stopped.abort(), { signal })
  const parts = new MutationObserver(look)
  function look() {
    if (document.activeElement !== document.body || !sheet.open || sheet.querySelector('dialog[open]')) return
    sheet.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
  }
  parts.observe(sheet, { childList: true, subtree: true, attributeFilter: ['open', 'disabled'] })
  signal.addEventListener('abort', () => parts.disconnect())
  look()
}
