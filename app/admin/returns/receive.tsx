import { useState } from 'react'
import type { WireAdminReturn } from '#api/wire/admin/returns.ts'
import { Button } from '#app/ui/button.tsx'
import { Select } from '#app/ui/select.tsx'
import type { Receipt } from '#shop/returns/contract.ts'
import { type PieceCondition, pieceConditions } from '#shop/returns/kinds.ts'
import { conditionWords } from './words.ts'

const options = pieceConditions.map((value) => ({ value, label: conditionWords[value] }))
const absent = { value: 'ABSENT', label: 'Paketten çıkmadı' }

type ReceiveProps = { found: WireAdminReturn; busy: boolean; onReceive: (receipt: Receipt) => Promise<boolean> }

/** Each piece is looked at; most parcels hold one. One that was not among several in it leaves the return. */
export function Receive({ found, busy, onReceive }: ReceiveProps) {
  const { items, status, kind, money } = found
  const [conditions, setConditions] = useState<Record<string, PieceCondition>>(() =>
    Object.fromEntries(
      items.map(({ itemId, condition, reason }) => [itemId, condition ?? (reason === 'FAULTY' ? 'FAULTY' : 'AS_NEW')]),
    ),
  )
  const [counts, setCounts] = useState<Record<string, number>>({})
  const own = items.map(({ itemId, quantity }) => {
    const arrived = counts[itemId]
    const fewer = arrived !== undefined && arrived < quantity ? { arrived } : {}
    return { itemId, condition: conditions[itemId] ?? 'AS_NEW', ...fewer }
  })
  const receipt = { condition: own[0]?.condition ?? 'AS_NEW', items: own }
  const asked = items.reduce((sum, { quantity }) => sum + quantity, 0)
  const arrived = items.reduce((sum, { itemId, quantity }) => sum + (counts[itemId] ?? quantity), 0)
  const mayMiss = kind === 'RETURN' && money === 'NONE' && status !== 'COMPLETED' && asked > 1
  return (
    <section aria-label="Teslim alma" className="grid grid-cols-1 gap-3 border border-line p-4">
      <h3 className="text-muted text-sm">
        {status === 'RECEIVED' ? 'Ürünlerin durumu' : 'Paket geldi mi? Ürünlere bakın'}
      </h3>
      {items.map((item) => (
        <ReceivedPiece
          key={item.itemId}
          item={item}
          condition={conditions[item.itemId]}
          arrived={counts[item.itemId] ?? item.quantity}
          mayMiss={mayMiss}
          onCondition={(condition) => setConditions({ ...conditions, [item.itemId]: condition })}
          onCount={(count) => setCounts({ ...counts, [item.itemId]: count })}
        />
      ))}
      {arrived < asked && (
        <p className="text-muted text-sm">
          {arrived === 0
            ? 'Hiçbiri gelmediyse iadeyi reddedin.'
            : 'Paketten çıkmayanlar iadeye sayılmaz, parası ödenmez; müşteriye yazılır.'}
        </p>
      )}
      <Button
        look={status === 'RECEIVED' ? 'secondary' : 'primary'}
        disabled={busy || arrived === 0}
        onClick={() => onReceive(receipt)}
        className="justify-self-start"
      >
        {status === 'RECEIVED' ? 'Durumu değiştir' : 'Teslim aldım'}
      </Button>
    </section>
  )
}

type ReceivedPieceProps = {
  item: WireAdminReturn['items'][number]
  condition: PieceCondition | undefined
  arrived: number
  mayMiss: boolean
  onCondition: (condition: PieceCondition) => void
  onCount: (count: number) => void
}

/** Several of one kind are counted, and have one condition. */
function ReceivedPiece({ item, condition, arrived, mayMiss, onCondition, onCount }: ReceivedPieceProps) {
  const { name, color, size, quantity } = item
  const label = `${name} (${color}, ${size})`
  const counted = Array.from({ length: quantity + 1 }, (_, count) => ({
    value: String(count),
    label: count === 0 ? absent.label : `${count} adet`,
  })).reverse()
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-flow-col sm:auto-cols-fr">
      <Select
        label={label}
        options={mayMiss && quantity === 1 ? [...options, absent] : options}
        value={arrived === 0 && quantity === 1 ? absent.value : condition}
        disabled={arrived === 0 && quantity > 1}
        onChange={({ target }) => {
          const chosen = pieceConditions.find((one) => one === target.value)
          if (chosen) onCondition(chosen)
          if (quantity === 1) onCount(chosen ? 1 : 0)
        }}
      />
      {mayMiss && quantity > 1 && (
        <Select
          label="Gelen adet"
          aria-label={`Gelen adet: ${label}`}
          options={counted}
          value={String(arrived)}
          onChange={({ target }) => onCount(Number(target.value))}
        />
      )}
    </div>
  )
}
