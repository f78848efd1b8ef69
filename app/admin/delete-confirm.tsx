import { type ReactNode, useState } from 'react'
import { Confirm } from '#app/ui/confirm.tsx'
import { toast } from '#app/ui/toast.tsx'
import { adminCall, sentenceOf } from './admin-api.ts'

type DeleteConfirmProps = {
  /** Of what is to be deleted, below /api/v1; asks as long as there is one. */
  path: string | undefined
  /** As in 'Ürünü sil'. */
  title: string
  done: string
  failed: string
  onClose: () => void
  onDeleted: () => void
  /** What will happen. */
  children: ReactNode
}

/** Asks, deletes, and says how it went. */
export function DeleteConfirm({ path, title, done, failed, onClose, onDeleted, children }: DeleteConfirmProps) {
  const [busy, setBusy] = useState(false)

  async function remove() {
    if (!path) return
    setBusy(true)
    try {
      const { message } = await adminCall('DELETE', path)
      toast('good', message ?? done)
      onDeleted()
    } catch (error) {
      toast('bad', sentenceOf(error, failed))
    } finally {
      setBusy(false)
      onClose()
    }
  }

  return (
    <Confirm open={path !== undefined} title={title} action={title} busy={busy} onClose={onClose} onConfirm={remove}>
      {children}
    </Confirm>
  )
}
