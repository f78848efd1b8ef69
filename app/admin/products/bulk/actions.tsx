import { useState } from 'react'
import type { WireBulk } from '#api/wire/admin/bulk.ts'
import { Button } from '#app/ui/button.tsx'
import { Confirm } from '#app/ui/confirm.tsx'
import { formatWhole } from '#shop/money.ts'
import { formatDate } from '#shop/time.ts'
import { adminCall } from '../../parts/api.ts'
import { useAdminSubmit } from '../../parts/use-admin-submit.ts'

type Act = 'apply' | 'stop' | 'undo'

/** Applies, stops or takes back a change. */
export function useActs(id: string, onChanged: () => void) {
  const { busy, submit } = useAdminSubmit('İşlem tamamlanamadı. Lütfen tekrar deneyin.')
  const act = (what: Act, body?: object) =>
    submit(async () => {
      const { message } = await adminCall<'POST /admin/products/bulk/{id}/undo'>(
        'POST',
        `/admin/products/bulk/${id}/${what as 'undo'}`,
        body,
      )
      onChanged()
      return message
    })
  return { busy, act }
}

/** Products that can be taken back now. */
export function undoable({ state, done, refused, undone, undoUntil }: WireBulk): number {
  const open = state === 'DONE' || state === 'STOPPED'
  return open && undoUntil !== null && new Date(undoUntil) > new Date() ? done - refused - undone : 0
}

export function Actions({ change, onChanged }: { change: WireBulk; onChanged: () => void }) {
  const { busy, act } = useActs(change.id, onChanged)
  const { state, total } = change
  const back = undoable(change)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 empty:hidden">
      {state === 'RUNNING' && (
        <Button look="secondary" disabled={busy} onClick={() => act('stop')}>
          Durdur
        </Button>
      )}
      {(state === 'READY' || state === 'STOPPED') && total > 0 && (
        <Button disabled={busy} onClick={() => act('apply')} className="max-sm:w-full">
          {state === 'STOPPED' ? 'Devam et' : `${formatWhole(total)} ürüne uygula`}
        </Button>
      )}
      {back > 0 && <UndoAll change={change} n={back} busy={busy} onUndo={() => act('undo', {})} />}
    </div>
  )
}

type UndoAllProps = { change: WireBulk; n: number; busy: boolean; onUndo: () => Promise<unknown> }

function UndoAll({ change: { undoUntil }, n, busy, onUndo }: UndoAllProps) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button look="secondary" disabled={busy} onClick={() => setAsking(true)}>
        {formatWhole(n)} ürünü geri al
      </Button>
      {undoUntil && <p className="text-muted text-sm">{formatDate(undoUntil)} gününe kadar geri alabilirsiniz.</p>}
      <Confirm
        open={asking}
        title="Değişikliği geri al"
        action="Geri al"
        look="primary"
        busy={busy}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await onUndo()
          setAsking(false)
        }}
      >
        {formatWhole(n)} ürün, değişiklikten önceki hâline döner. Sonradan değişen ürünler olduğu gibi kalır; satılan
        adetler düşülmüş olarak kalır.
      </Confirm>
    </>
  )
}
