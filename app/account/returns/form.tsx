import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { WireItem, WireOrderWithHistory } from '#api/wire/orders.ts'
import type { WireReturnable } from '#api/wire/returns.ts'
import { api } from '#app/browser/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { useUnsavedChange } from '#app/ui/leaving/unsaved.ts'
import { Notice } from '#app/ui/notice.tsx'
import { Select } from '#app/ui/select.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'
import { mostImages, type ReturnReason, reasonWords, returnReasons } from '#shop/returns/kinds.ts'
import { Pictures, usePictures } from '../pictures.tsx'
import { PieceRow } from './piece.tsx'

type ReturnFormProps = {
  order: WireOrderWithHistory
  returnable: WireReturnable
  onSent: (sentence: string) => Promise<void>
}

type Chosen = { quantity: number; reason: ReturnReason | '' }
type Piece = { item: WireItem; left: number; exemption: string | null }

const failure = 'İade talebiniz gönderilemedi. Lütfen tekrar deneyin.'

/** Which pieces come back, how many, why; with a note and pictures. */
export function ReturnForm({ order, returnable, onSent }: ReturnFormProps) {
  const pieces = order.items.flatMap((item): Piece[] => {
    const of = returnable.items.find(({ itemId }) => itemId === item.id)
    return of && of.left > 0 ? [{ item, left: of.left, exemption: of.exemption }] : []
  })
  const [chosen, setChosen] = useState<Record<string, Chosen>>(() => ofOnly(pieces))
  const [note, setNote] = useState('')
  const pictures = usePictures({ to: '/returns/images', failure: 'Görsel eklenemedi. Lütfen tekrar deneyin.' })
  useUnsavedChange({ chosen, note, images: pictures.images })
  const [tries, setTries] = useState(0)
  const tried = tries > 0
  const form = useRef<HTMLFormElement>(null)
  const { busy, bad, submit } = useSubmit({ failure })
  const items = Object.entries(chosen).map(([itemId, { quantity, reason }]) => ({ itemId, quantity, reason }))
  const complete = items.length > 0 && items.every(({ reason }) => reason !== '')
  // The button stands below the note and the pictures: what is missing may have been scrolled away.
  useEffect(() => {
    if (tries === 0) return
    const missing = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    ;(missing ?? form.current?.querySelector('input'))?.focus()
  }, [tries])

  function choose(id: string, change: Chosen | undefined) {
    const { [id]: _, ...others } = chosen
    setChosen(change ? { ...others, [id]: change } : others)
  }

  function send(event: FormEvent) {
    event.preventDefault()
    if (!complete) return setTries(tries + 1)
    submit(async () => {
      const path = `/orders/${order.id}/returns` as const
      const { message } = await api.call<'POST /orders/{id}/returns'>('POST', path, {
        items,
        note,
        images: pictures.images,
      })
      await onSent(message ?? 'İade talebinizi aldık.')
    })
  }

  return (
    <form ref={form} onSubmit={send} noValidate className="grid grid-cols-1 gap-6">
      <ul className="grid grid-cols-1 gap-4">
        {pieces.map((piece) => (
          <PieceChoice
            key={piece.item.id}
            piece={piece}
            faultyOnly={returnable.late || piece.exemption !== null}
            chosen={chosen[piece.item.id]}
            tried={tried}
            onChange={(change) => choose(piece.item.id, change)}
          />
        ))}
      </ul>
      {tried && items.length === 0 && <Notice tone="bad">İade edeceğiniz ürünü seçin.</Notice>}
      <TextArea
        label="Açıklama"
        optional
        maxLength={1000}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <Pictures pictures={pictures} most={mostImages} />
      {bad && <Notice tone="bad">{bad}</Notice>}
      <Button type="submit" disabled={busy || pictures.busy} className="justify-self-start">
        {pictures.busy ? 'Görseller ekleniyor…' : busy ? 'Gönderiliyor…' : 'İade talebi gönder'}
      </Button>
    </form>
  )
}

/** The only piece of an order needs no choosing. */
function ofOnly(pieces: Piece[]): Record<string, Chosen> {
  const [only] = pieces
  return only && pieces.length === 1 ? { [only.item.id]: { quantity: 1, reason: '' } } : {}
}

type PieceChoiceProps = {
  piece: Piece
  /** Nothing but a fault lets it come back. */
  faultyOnly: boolean
  chosen: Chosen | undefined
  tried: boolean
  onChange: (change: Chosen | undefined) => void
}

function PieceChoice({ piece: { item, left, exemption }, faultyOnly, chosen, tried, onChange }: PieceChoiceProps) {
  const reasons = returnReasons.filter((reason) => !faultyOnly || reason === 'FAULTY')
  const options = reasons.map((reason) => ({ value: reason, label: reasonWords[reason] }))
  return (
    <PieceRow
      {...{ item, left, exemption }}
      instead="Yalnızca kusurluysa iade edebilirsiniz."
      quantity={chosen?.quantity}
      onToggle={(checked) => onChange(checked ? { quantity: 1, reason: '' } : undefined)}
      onQuantity={(quantity) => chosen && onChange({ ...chosen, quantity })}
    >
      {chosen && (
        <Select
          label="Neden iade ediyorsunuz?"
          placeholder="Neden seçin"
          options={options}
          value={chosen.reason}
          error={tried && chosen.reason === '' ? 'Nedenini seçin' : ''}
          onChange={({ target }) => {
            const reason = reasons.find((reason) => reason === target.value)
            onChange({ ...chosen, reason: reason ?? '' })
          }}
        />
      )}
    </PieceRow>
  )
}
