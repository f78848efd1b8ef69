import { type FormEvent, useState } from 'react'
import type { WireStaffOrder } from '#api/wire/admin/orders.ts'
import { ApiError } from '#app/browser/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { useUnsaved } from '#app/ui/leaving/unsaved.ts'
import { adminCall } from '../parts/api.ts'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'

/** `seen`: the note in whose place it was typed. */
type Typed = { text: string; seen: string }
type AdminNoteProps = { order: WireStaffOrder; onChanged: (order: WireStaffOrder) => void }

/** The one note of an order that may be changed; it is saved by itself. */
export function AdminNote({ order, onChanged }: AdminNoteProps) {
  const saved = order.adminNotes ?? ''
  // Untouched, the note follows the order: somebody else of the staff may write it meanwhile.
  const [typed, setTyped] = useState<Typed>()
  if (typed?.text === saved) setTyped(undefined)
  const adminNotes = typed?.text ?? saved
  const { busy, submit } = useAdminSubmit('Not kaydedilemedi. Lütfen tekrar deneyin.')
  useUnsaved(adminNotes !== saved)

  // Nothing of a cancelled order changes any more; its history still takes notes.
  if (order.status === 'CANCELLED') return saved ? <p className="whitespace-pre-line text-sm">{saved}</p> : null

  function save(event: FormEvent) {
    event.preventDefault()
    submit(async () => {
      const { data } = await adminCall<'PUT /admin/orders/{id}/status'>('PUT', `/admin/orders/${order.id}/status`, {
        adminNotes,
        adminNotesSeen: typed?.seen ?? saved,
      }).catch(refused)
      see(adminNotes)
      onChanged(data)
      return 'Not kaydedildi.'
    })
  }

  const see = (seen: string) => setTyped((typed) => typed && { ...typed, seen })

  /** Told of the other note, she may save hers in its place. */
  function refused(error: unknown): never {
    if (error instanceof ApiError && error.code === 'EDIT_CONFLICT') see(Object(error.data).adminNotes)
    throw error
  }

  return (
    <form onSubmit={save} className="grid gap-2">
      <TextArea
        label="Yönetici notu"
        hint="Yalnızca ekibiniz görür; sonradan değiştirilebilir."
        maxLength={5000}
        rows={2}
        value={adminNotes}
        onChange={({ target }) => setTyped((typed) => ({ text: target.value, seen: typed?.seen ?? saved }))}
      />
      {adminNotes !== saved && (
        <Button type="submit" look="secondary" disabled={busy} className="justify-self-start">
          Notu kaydet
        </Button>
      )}
    </form>
  )
}
