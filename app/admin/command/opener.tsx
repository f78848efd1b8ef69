import { lazy, Suspense, useEffect, useState } from 'react'
import { Icon } from '#app/ui/icon.tsx'

const CommandDialog = lazy(() => import('./dialog.tsx').then((m) => ({ default: m.CommandDialog })))

/** Opens the command bar: a button in the panel's head, and Ctrl K or ⌘ K anywhere in the panel. */
export function CommandOpener() {
  const [open, setOpen] = useState<boolean>()
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      setOpen((open) => !open)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <button
        type="button"
        aria-label="Ara ya da git"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
        className="flex size-11 items-center justify-center gap-2 text-muted hover:text-ink md:h-9 md:w-60 md:justify-start md:rounded-xs md:border md:border-edge md:bg-paper md:px-3"
      >
        <Icon name="search" size={20} />
        <span className="grow text-left max-md:hidden">Ara ya da git…</span>
        <kbd aria-hidden className="font-sans max-md:hidden">
          {shortcut()}
        </kbd>
      </button>
      {open !== undefined && (
        <Suspense>
          <CommandDialog open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function shortcut(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K'
}
