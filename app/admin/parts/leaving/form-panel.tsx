import { type ReactNode, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Confirm } from '#app/ui/confirm.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { UnsavedGuard } from '../unsaved-guard.tsx'
import { CountUnsaved, useCounted } from './unsaved.ts'

type FormPanelProps = {
  open: boolean
  /** Not asked about: the form itself closes so once it is saved. */
  onClose: () => void
  title: string
  /** The form inside, which the button at the bottom sends. */
  form: string
  action?: string
  wide?: boolean
  children: ReactNode
}

const words = 'Kaydetmediğiniz değişiklikler var. Kapatırsanız bunlar silinir.'

/** A form over the page. What is typed into it is asked about before Esc, a tap beside it or a link takes it away. */
export function FormPanel({ open, onClose, title, form, action = 'Kaydet', wide, children }: FormPanelProps) {
  const { unsaved, count } = useCounted()
  const [asking, setAsking] = useState(false)
  // An answer that was under way may come while the question stands.
  if (asking && !unsaved) setAsking(false)
  const leave = () => (unsaved ? setAsking(true) : onClose())
  return (
    <Panel
      open={open}
      onClose={leave}
      title={title}
      side="right"
      {...(wide && { wide })}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={leave}>
            Vazgeç
          </Button>
          <Button type="submit" form={form}>
            {action}
          </Button>
        </div>
      }
    >
      <CountUnsaved value={count}>{children}</CountUnsaved>
      <Confirm
        open={asking}
        title="Kaydedilmemiş değişiklikler"
        action="Kaydetmeden kapat"
        onClose={() => setAsking(false)}
        onConfirm={onClose}
      >
        {words}
      </Confirm>
      {open && unsaved && <UnsavedGuard unsaved>{words}</UnsavedGuard>}
    </Panel>
  )
}
