import type { ReactNode } from 'react'
import type { Call, PathOf } from '#api/wire/calls.ts'
import { Confirm } from '#app/ui/confirm.tsx'
import { adminCall } from './api.ts'
import { useFocusBeside } from './focus/beside.ts'
import { useAdminSubmit } from './use-admin-submit.ts'

type DeleteConfirmProps = {
  /** The path below /api/v1 to delete; asks as long as there is one. */
  path: PathOf<Extract<Call, `DELETE ${string}`>> | undefined
  /** As in 'Ürünü sil'. */
  title: string
  done: string
  failed: string
  onClose: () => void
  onDeleted: () => void
  /** Tells what will happen. */
  children: ReactNode
}

/** Asks, deletes, and tells whether it worked. */
export function DeleteConfirm({ path, title, done, failed, onClose, onDeleted, children }: DeleteConfirmProps) {
  const { busy, submit } = useAdminSubmit(failed)
  const holdFocus = useFocusBeside(path !== undefined)

  async function remove() {
    if (!path) return
    await submit(async () => {
      const { message } = await adminCall('DELETE', path)
      holdFocus()
      onDeleted()
      return message ?? done
    })
    onClose()
  }

  return (
    <Confirm open={path !== undefined} title={title} action={title} busy={busy} onClose={onClose} onConfirm={remove}>
      {children}
    </Confirm>
  )
}
