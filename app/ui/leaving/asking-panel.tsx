import { type ComponentProps, type ReactNode, useState } from 'react'
import { Confirm } from '../confirm.tsx'
import { Panel } from '../panel.tsx'
import { CountUnsaved, useCounted } from './unsaved.ts'

export type AskingPanelProps = Omit<ComponentProps<typeof Panel>, 'onClose' | 'footer' | 'children'> & {
  /** Not asked about: the form itself closes so once it is saved. */
  onClose: () => void
  /** Gets what its own button to close it is to do. */
  footer?: (leave: () => void) => ReactNode
  /** Gets the same, for a form with buttons of its own. */
  children?: ReactNode | ((leave: () => void) => ReactNode)
  question?: { title: string; action: string; words: string }
  /** Stands there for as long as something would be lost. */
  guard?: ReactNode
}

const toShoppers = {
  title: 'Yazdıklarınız silinsin mi?',
  action: 'Sil ve kapat',
  words: 'Bu pencereyi kapatırsanız yazdıklarınız ve seçtikleriniz silinir.',
}

/** A panel with a form that asks before Esc, Back, the cross or a tap beside it discards what was typed. */
export function AskingPanel(props: AskingPanelProps) {
  const { open, onClose, footer, children, question = toShoppers, guard, ...panel } = props
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
        title={question.title}
        action={question.action}
        onClose={() => setAsking(false)}
        onConfirm={onClose}
      >
        {question.words}
      </Confirm>
      {open && unsaved && guard}
    </Panel>
  )
}
