import { type ReactNode, useEffect, useState } from 'react'
import { Confirm } from '#app/ui/confirm.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Toasts } from '#app/ui/toast.tsx'

type SheetProps = {
  /** What is shown; nothing is when it is closed. */
  id: string | undefined
  titleOf: (id: string) => string
  onClose: () => void
  /** Asked before something typed is closed away. */
  unsaved?: { title: string; action: string; words: string }
  children: (id: string, onUnsaved: (unsaved: boolean) => void) => ReactNode
}

/** One thing of a list in full, beside the list. */
export function Sheet({ id, titleOf, onClose, unsaved, children }: SheetProps) {
  const [shownId, setShownId] = useState(id)
  const [typed, setTyped] = useState(false)
  const [asking, setAsking] = useState(false)
  useEffect(() => {
    if (id) setShownId(id)
  }, [id])

  return (
    <Panel
      open={id !== undefined}
      onClose={() => (typed ? setAsking(true) : onClose())}
      title={shownId ? titleOf(shownId) : ''}
      side="right"
      wide
      header={<Toasts className="px-4 sm:px-6 [&>*]:mt-2" />}
    >
      {shownId && children(shownId, setTyped)}
      {unsaved && (
        <Confirm
          open={asking}
          title={unsaved.title}
          action={unsaved.action}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            setTyped(false)
            onClose()
          }}
        >
          {unsaved.words}
        </Confirm>
      )}
    </Panel>
  )
}
