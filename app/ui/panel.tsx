import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { offlineWords, useOffline } from '#app/browser/lazy-online.ts'
import { useBackCloses } from './back-closes.ts'

type PanelProps = {
  open: boolean
  onClose: () => void
  title: string
  side: 'left' | 'right' | 'center'
  /** Stands under the title and stays in view. */
  header?: ReactNode
  /** Stays in view at the bottom. */
  footer?: ReactNode
  wide?: boolean
  /** When it changes, the panel shows something else: from its top, and read from its title on. */
  view?: string
  /** Back calls this instead of closing the panel. */
  onBack?: () => void
  children: ReactNode
}

const slide = 220

const edge = {
  left: 'mr-auto h-dvh max-h-none w-full max-w-full sm:rounded-r-xl starting:open:-translate-x-full -translate-x-full open:translate-x-0',
  right:
    'ml-auto h-dvh max-h-none w-full max-w-full sm:rounded-l-xl starting:open:translate-x-full translate-x-full open:translate-x-0',
  center:
    'm-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] rounded-xl starting:open:translate-y-4 translate-y-4 open:translate-y-0',
}

/** A modal dialog at an edge or in the middle: the browser traps the focus, closes on Esc or Back and gives the focus back. */
export function Panel({ open, onClose, onBack, title, side, header, footer, wide, view, children }: PanelProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const { dialog, shown } = useModal(open, heading)
  const pressedBackdrop = useRef(false)
  const titleId = useId()
  const present = usePresence(open)
  useNewView(view, heading, scroller)
  useBackCloses(open, onBack ?? onClose)

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key is Esc, which a dialog has by itself
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onClose={(event) => {
        if (event.target === event.currentTarget && !event.currentTarget.open && shown.current) onClose()
      }}
      onPointerDown={(event) => {
        pressedBackdrop.current = event.target === event.currentTarget
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget && pressedBackdrop.current) onClose()
      }}
      className={`fixed inset-0 overflow-hidden border-0 bg-surface p-0 text-ink opacity-0 shadow-2xl transition-[translate,opacity,overlay,display] transition-discrete duration-[220ms] ease-out open:opacity-100 starting:open:opacity-0 motion-reduce:transition-none backdrop:bg-ink/40 ${
        side === 'center' ? (wide ? 'sm:max-w-160' : 'sm:max-w-112') : wide ? 'sm:w-176' : 'sm:w-112'
      } ${edge[side]}`}
    >
      {present && (
        <div className={`flex flex-col ${side === 'center' ? 'max-h-[calc(100dvh-2rem)]' : 'h-full'}`}>
          <Head title={title} titleId={titleId} heading={heading} onClose={onClose} />
          {header}
          <OfflineHere />
          {/* `relative`: a hidden input that takes the focus would else scroll the dialog itself, and its title away. */}
          <div ref={scroller} className="relative min-h-0 grow overflow-y-auto overscroll-contain px-4 py-4 sm:px-6">
            {children}
          </div>
          {footer && <div className="shrink-0 border-line border-t px-4 py-4 sm:px-6">{footer}</div>}
        </div>
      )}
    </dialog>
  )
}

/** The page's own notice lies below the panel, and on a phone behind it. */
function OfflineHere() {
  if (!useOffline()) return null
  return (
    <p role="alert" className="shrink-0 bg-nar-soft px-4 py-3 text-sm sm:px-6">
      {offlineWords}
    </p>
  )
}

type HeadProps = { title: string; titleId: string; heading: RefObject<HTMLHeadingElement | null>; onClose: () => void }

function Head({ title, titleId, heading, onClose }: HeadProps) {
  return (
    <div className="flex shrink-0 items-center gap-4 border-line border-b py-2 pr-2 pl-4 sm:pl-6">
      <h2
        ref={heading}
        id={titleId}
        tabIndex={-1}
        className="wrap-anywhere grow py-2 font-display text-xl outline-none"
      >
        {title}
      </h2>
      <button
        type="button"
        onClick={onClose}
        aria-label="Kapat"
        className="grid size-[44px] shrink-0 place-items-center rounded-xs text-muted hover:text-ink"
      >
        <CloseMark />
      </button>
    </div>
  )
}

/** Not `Icon`, whose other pictures nobody needs here. */
function CloseMark() {
  return (
    <svg
      viewBox="0 0 24 24"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      <path d="M5 5l14 14M19 5 5 19" />
    </svg>
  )
}

/**
 * Opens the dialog over the page, with the focus on its title or on what asks for it. `shown` while nobody but the browser may have
 * closed it, which tells of a closing later, maybe of the last one just before it is shown again.
 */
function useModal(open: boolean, heading: Focusable) {
  const dialog = useRef<HTMLDialogElement>(null)
  const shown = useRef(false)
  useEffect(() => {
    const element = dialog.current
    if (!element || !open) return
    element.showModal()
    shown.current = true
    const first = element.querySelector<HTMLElement>('[data-autofocus]')
    ;(first ?? heading.current)?.focus()
    keepPageStill()
    return () => {
      shown.current = false
      element.close()
      letPageScroll()
      // The button that opened it may be gone: the panel below shows something else by now, and could not take the focus before.
      const { activeElement: focused, body } = document
      if (focused === body || element.contains(focused)) document.querySelector<HTMLElement>('dialog:modal h2')?.focus()
    }
  }, [open, heading])
  return { dialog, shown }
}

type Focusable = RefObject<HTMLElement | null>

function useNewView(view: string | undefined, heading: Focusable, scroller: Focusable) {
  const shown = useRef(view)
  useEffect(() => {
    if (view === shown.current) return
    shown.current = view
    scroller.current?.scrollTo({ top: 0 })
    heading.current?.focus()
  }, [view, heading, scroller])
}

/** True while open, and until it has slid away. */
function usePresence(open: boolean): boolean {
  const [present, setPresent] = useState(open)
  useEffect(() => {
    if (open) return setPresent(true)
    const gone = setTimeout(() => setPresent(false), slide)
    return () => clearTimeout(gone)
  }, [open])
  return open || present
}

/** The page behind does not scroll, and does not jump by the width of its scroll bar. */
function keepPageStill(): void {
  const page = document.documentElement
  if (page.classList.contains('overflow-hidden')) return
  const scrollBar = window.innerWidth - page.clientWidth
  document.body.style.paddingRight = scrollBar > 0 ? `${scrollBar}px` : ''
  page.classList.add('overflow-hidden')
}

function letPageScroll(): void {
  if (document.querySelector('dialog:modal')) return
  document.documentElement.classList.remove('overflow-hidden')
  document.body.style.paddingRight = ''
}
