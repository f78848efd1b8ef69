import { type FormEvent, useState } from 'react'
import type { WireItem, WireOrderWithHistory } from '#api/wire/orders.ts'
import type { WireWithdrawable } from '#api/wire/returns.ts'
import { api } from '#app/browser/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { AskingPanel } from '#app/ui/leaving/asking-panel.tsx'
import { useUnsaved } from '#app/ui/leaving/unsaved.ts'
import { Notice } from '#app/ui/notice.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'
import { ReturnCard } from './card.tsx'
import { PieceRow } from './piece.tsx'

export type OrderWithdrawalProps = {
  order: WireOrderWithHistory
  withdrawable: WireWithdrawable
  onChanged: (order: WireOrderWithHistory) => void
}

/** The returns of an order that has not arrived, and another one while something of it may be withdrawn from. */
export function OrderWithdrawal({ order, withdrawable, onChanged }: OrderWithdrawalProps) {
  const [asking, setAsking] = useState(false)
  const [done, setDone] = useState<string>()
  const { returns, items } = withdrawable
  const isLeft = items.some(({ left, exemption }) => left > 0 && exemption === null)
  const refetch = async () => onChanged(await api.get<'GET /orders/{id}'>(`/orders/${order.id}`))

  const sent = async (sentence: string) => {
    setAsking(false)
    setDone(sentence)
    await refetch()
  }

  if (!isLeft && returns.length === 0) return null
  return (
    <section aria-label="İade" className="grid grid-cols-1 gap-4 border-line border-t pt-6 text-sm">
      {done && <Notice tone="good">{done}</Notice>}
      {returns.map((found) => (
        <ReturnCard key={found.id} found={found} onChanged={refetch} />
      ))}
      {isLeft && (
        <div className="grid grid-cols-1 justify-items-start gap-3">
          <p>Vazgeçtiyseniz teslimatı beklemeden, gerekçe göstermeden ücretsiz iade isteyebilirsiniz.</p>
          <Button look="secondary" onClick={() => setAsking(true)}>
            İade et
          </Button>
        </div>
      )}
      <AskingPanel open={asking} onClose={() => setAsking(false)} title="İade" side="center" wide>
        <WithdrawalForm order={order} items={items} onSent={sent} />
      </AskingPanel>
    </section>
  )
}

type Piece = WireWithdrawable['items'][number] & { item: WireItem }

type WithdrawalFormProps = {
  order: WireOrderWithHistory
  items: WireWithdrawable['items']
  onSent: (sentence: string) => Promise<void>
}

const failure = 'İade talebiniz gönderilemedi. Lütfen tekrar deneyin.'

const onItsWay = {
  all: 'Siparişin tamamını iade ederseniz paketi teslim almanız gerekmez; kargo görevlisine iade istediğinizi söylemeniz yeterlidir.',
  some: 'Pakette sizde kalacak ürünler de var: paketi teslim alır, iade edeceklerinizi sonra ücretsiz geri gönderirsiniz.',
}

const beforeItLeaves = {
  all: 'Paketiniz henüz yola çıkmadı: bir şey göndermeniz ya da teslim almanız gerekmez.',
  some: 'Paketiniz henüz yola çıkmadı: iade edeceklerinizi paketten çıkarırız, kalanlar size gönderilir.',
}

/** Which pieces, and how many. She has not seen them, so there is nothing to ask her for. */
function WithdrawalForm({ order, items, onSent }: WithdrawalFormProps) {
  const pieces = order.items.flatMap((item): Piece[] => {
    const of = items.find(({ itemId, left }) => itemId === item.id && left > 0)
    return of ? [{ ...of, item }] : []
  })
  const free = pieces.filter(({ exemption }) => exemption === null)
  // Most change their mind about all of it.
  const [chosen, setChosen] = useState<Record<string, number>>(() =>
    Object.fromEntries(free.map(({ itemId, left }) => [itemId, left])),
  )
  const [note, setNote] = useState('')
  useUnsaved(note.trim() !== '')
  const [tried, setTried] = useState(false)
  const { busy, bad, submit } = useSubmit({ failure })
  const wanted = free.flatMap(({ itemId }) => {
    const quantity = chosen[itemId] ?? 0
    return quantity > 0 ? [{ itemId, quantity, reason: 'OTHER' as const }] : []
  })
  const choose = (id: string, quantity: number) => setChosen({ ...chosen, [id]: quantity })
  const isWhole = pieces.every(({ itemId, left }) => chosen[itemId] === left)

  function send(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (wanted.length === 0) return
    submit(async () => {
      const path = `/orders/${order.id}/returns` as const
      const { message } = await api.call<'POST /orders/{id}/returns'>('POST', path, { items: wanted, note })
      await onSent(message ?? 'İade talebinizi aldık.')
    })
  }

  return (
    <form onSubmit={send} noValidate className="grid grid-cols-1 gap-6">
      <ul className="grid grid-cols-1 gap-4">
        {pieces.map((piece) => (
          <PieceRow
            key={piece.itemId}
            {...piece}
            instead="Size kusurlu ulaşırsa o zaman bildirebilirsiniz."
            disabled={piece.exemption !== null}
            quantity={chosen[piece.itemId] || undefined}
            onToggle={(checked) => choose(piece.itemId, checked ? piece.left : 0)}
            onQuantity={(quantity) => choose(piece.itemId, quantity)}
          />
        ))}
      </ul>
      {wanted.length > 0 && (
        <p className="text-sm">{(order.status === 'PREPARED' ? beforeItLeaves : onItsWay)[isWhole ? 'all' : 'some']}</p>
      )}
      {tried && wanted.length === 0 && <Notice tone="bad">İade edeceğiniz ürünü seçin.</Notice>}
      <TextArea
        label="Açıklama"
        optional
        maxLength={1000}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      {bad && <Notice tone="bad">{bad}</Notice>}
      <Button type="submit" disabled={busy} className="justify-self-start">
        {busy ? 'Gönderiliyor…' : 'İade talebi gönder'}
      </Button>
    </form>
  )
}
