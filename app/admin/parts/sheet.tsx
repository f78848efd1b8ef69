import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Confirm } from '#app/ui/confirm.tsx'
import { CountUnsaved, useCounted } from '#app/ui/leaving/unsaved.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Toasts } from '#app/ui/toast.tsx'
import { useFocusBeside } from './focus/beside.ts'
import { useFocusInSheet } from './focus/in-sheet.ts'
import { UnsavedGuard } from './unsaved-guard.tsx'

type SheetProps = {
  /** Undefined: closed. */
  id: string | undefined
  titleOf: (id: string) => string
  onClose: () => void
  /** Asked before something typed is closed away, or left. */
  unsaved?: { title: string; action: string; words: string }
  children: (id: string) => ReactNode
}

/** One thing of a list in full, beside the list. */
export function Sheet({ id, titleOf, onClose, unsaved, children }: SheetProps) {
  const [shownId, setShownId] = useState(id)
  const { unsaved: hasUnsaved, count } = useCounted()
  const [asking, setAsking] = useState(false)
  // An answer that was under way may come while the question stands.
  if (asking && !hasUnsaved) setAsking(false)
  // Closing may change the address, and is asked about once.
  const closed = useRef(false)
  useEffect(() => {
    closed.current = false
    if (id) setShownId(id)
  }, [id])
  useFocusLeft(id !== undefined)
  useFocusInSheet(id !== undefined)
  function close() {
    closed.current = true
    onClose()
  }

  return (
    <Panel
      open={id !== undefined}
      onClose={() => (hasUnsaved ? setAsking(true) : close())}
      title={shownId ? titleOf(shownId) : ''}
      side="right"
      wide
      header={<Toasts className="px-4 sm:px-6 [&>*]:mt-2" />}
    >
      {shownId && <CountUnsaved value={count}>{children(shownId)}</CountUnsaved>}
      {unsaved && (
        <Confirm
          open={asking}
          title={unsaved.title}
          action={unsaved.action}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            close()
          }}
        >
          {unsaved.words}
        </Confirm>
      )}
      {unsaved && id && hasUnsaved && (
        <UnsavedGuard unsaved released={closed} of={id}>
          {unsaved.words}
        </UnsavedGuard>
      )}
    </Panel>
  )
}

/** A part of a sheet, under a small title. */
export function SheetSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-3 text-muted text-sm">{title}</h3>
      {children}
    </section>
  )
}

/** Work in the sheet may have removed its row from the list: after closing, the row in that place gets the focus. */
function useFocusLeft(open: boolean): void {
  const holdFocus = useFocusBeside(open)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !open) holdFocus()
    wasOpen.current = open
  })
}
