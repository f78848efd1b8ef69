import { type ComponentProps, type ReactNode, useState } from 'react'
import { Confirm } from '#app/ui/confirm.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { UnsavedGuard } from '../unsaved-guard.tsx'
import { CountUnsaved, useCounted } from './unsaved.ts'

type AskingPanelProps = Omit<ComponentProps<typeof Panel>, 'onClose' | 'footer' | 'children'> & {
  /** Not asked about: the form itself closes so once it is saved. */
  onClose: () => void
  /** Gets what its own button to close it is to do. */
  footer?: (leave: () => void) => ReactNode
  /** Gets the same, for a form with buttons of its own. */
  children?: ReactNode | ((leave: () => void) => ReactNode)
}

/** What is typed into a form inside is asked about before Esc, the cross, a tap beside the panel or a link takes it away. */
export function AskingPanel({ open, onClose, footer, children, ...panel }: AskingPanelProps) {
  const { unsaved, count } = useCounted()
  const [asking, setAsking] = useState(false)
  // An answer that was under way may come while the question stands.
  if (asking && !(open && unsaved)) setAsking(false)
  const leave = () => (unsaved ? setAsking(true) : onClose())
  return (
    <Panel {...panel} open={open} onClose={leave} footer={footer?.(leave)}>
      <CountUnsaved value={count}>{typeof children === 'function' ? children(leave) : children}</CountUnsaved>
      <Confirm
        open={asking}
        title="Kaydedilmemiş değişiklikler"
        action="Kaydetmeden kapat"
        onClose={() => setAsking(false)}
        onConfirm={onClose}
      >
        Kaydetmediğiniz değişiklikler var. Kapatırsanız bunlar silinir.
      </Confirm>
      {open && unsaved && (
        <UnsavedGuard unsaved>
          “{panel.title}” penceresinde kaydetmediğiniz değişiklikler var. Ayrılırsanız bunlar silinir.
        </UnsavedGuard>
      )}
    </Panel>
  )
}
