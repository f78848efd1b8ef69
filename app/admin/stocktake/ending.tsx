import { type FormEvent, useState } from 'react'
import type { WireStocktakeLine } from '#api/wire/admin/stock.ts'
import { Button } from '#app/ui/button.tsx'
import { Confirm } from '#app/ui/confirm.tsx'
import { Field } from '#app/ui/field.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { toast } from '#app/ui/toast.tsx'
import { adminCall, sentenceOf } from '../parts/api.ts'
import { differenceOf, sizeOf } from './lines.tsx'

type EndingProps = { id: string; lines: WireStocktakeLine[]; onEnded: () => void; onOver: () => void }

/** Books the differences with a reason, or gives the count up. */
export function Ending({ id, lines, onEnded, onOver }: EndingProps) {
  const [open, setOpen] = useState<'book' | 'cancel'>()
  async function cancel() {
    try {
      const { message } = await adminCall<'DELETE /admin/stocktakes/{id}'>('DELETE', `/admin/stocktakes/${id}`)
      toast('good', message ?? 'Sayım iptal edildi.')
    } catch (error) {
      toast('bad', sentenceOf(error, 'Sayım iptal edilemedi.'))
    }
    setOpen(undefined)
    onEnded()
  }
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button look="quiet" onClick={() => setOpen('cancel')}>
        Sayımdan vazgeç
      </Button>
      <Button disabled={lines.length === 0} onClick={() => setOpen('book')}>
        Farkları işle
      </Button>
      <Panel open={open === 'book'} onClose={() => setOpen(undefined)} title="Farkları işle" side="center">
        {open === 'book' && <Book id={id} lines={lines} onEnded={onEnded} onOver={onOver} />}
      </Panel>
      <Confirm
        open={open === 'cancel'}
        title="Sayımdan vazgeçilsin mi?"
        action="Sayımdan vazgeç"
        onClose={() => setOpen(undefined)}
        onConfirm={cancel}
      >
        {lines.length} bedenin sayısı silinir; stoklar olduğu gibi kalır.
      </Confirm>
    </div>
  )
}

function Book({ id, lines, onEnded, onOver }: EndingProps) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const different = lines.filter((line) => differenceOf(line) !== 0)

  async function book(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '').trim()
    if (!reason) return setError('Farkların nedenini yazın')
    setBusy(true)
    try {
      const { data } = await adminCall<'POST /admin/stocktakes/{id}/book'>('POST', `/admin/stocktakes/${id}/book`, {
        reason,
      })
      toast('good', `Sayım işlendi: ${data.changed} bedenin stoğu düzeltildi.`)
      if (data.oversold > 0)
        toast(
          'bad',
          `${data.oversold} bedenin raftaki parçaları bu arada satılmıştı; stoğu 0 yapıldı. Bu bedenlerin son siparişlerini kontrol edin.`,
        )
      onEnded()
    } catch (error) {
      setError(sentenceOf(error, 'Sayım işlenemedi. Lütfen tekrar deneyin.'))
      setBusy(false)
      onOver()
    }
  }

  return (
    <form onSubmit={book} noValidate className="grid gap-4 text-sm">
      {different.length === 0 ? (
        <p>Sayılan {lines.length} bedenin hepsi tamam; hiçbir stok değişmeyecek.</p>
      ) : (
        <>
          <p>{different.length} bedenin stoğu düzeltilecek; sayılmayan bedenler olduğu gibi kalır.</p>
          <ul className="max-h-64 overflow-y-auto border-line border-t">
            {different.map((line) => (
              <li key={line.variantId} className="flex justify-between gap-4 border-line border-b py-2">
                <span className="min-w-0 break-words">
                  {line.productName}, {sizeOf(line)}
                </span>
                <span className="whitespace-nowrap tabular-nums">
                  {line.stock} → {Math.max(0, line.stock + differenceOf(line))}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      <Field
        label="Neden"
        name="reason"
        data-autofocus
        defaultValue="Dönem sayımı"
        maxLength={200}
        autoComplete="off"
        hint="Stok hareketlerinde bu neden görünür; örneğin “Aralık sayımı” ya da “Fire”."
        {...(error && { error })}
      />
      <div className="flex justify-end">
        <Button type="submit" disabled={busy}>
          {busy ? 'İşleniyor…' : 'Farkları işle'}
        </Button>
      </div>
    </form>
  )
}
