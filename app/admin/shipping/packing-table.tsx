import { useState } from 'react'
import type { WireStaffOrder } from '#api/wire/admin/orders.ts'
import { orderNumber } from '#app/account/orders/order-words.ts'
import { Button } from '#app/ui/button.tsx'
import { Thumbnail } from '#app/ui/thumbnail.tsx'
import { scanKey } from '#shop/shipping/scanned.ts'
import { adminCall } from '../parts/api.ts'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'
import { allIn, counted, type Piece, piecesOf, scan } from './pieces.ts'
import { ScanField } from './scan-field.tsx'
import { sound } from './sound.ts'

type PackingTableProps = { order: WireStaffOrder; onLeave: () => void; onReady: (order: WireStaffOrder) => void }
type Word = { tone: 'good' | 'bad' | 'plain'; text: string }

/** The pieces of one order: each scan is answered by eye and ear, and the parcel closes when all are in. */
export function PackingTable({ order, onLeave, onReady }: PackingTableProps) {
  const { pieces, word, scanned, addByHand, undo, canUndo } = usePieces(order)
  const { busy, submit } = useAdminSubmit('Kaydedilemedi. Lütfen tekrar deneyin.')
  const full = allIn(pieces)
  const total = pieces.reduce((sum, { due }) => sum + due, 0)
  const packed = pieces.reduce((sum, piece) => sum + piece.packed, 0)

  const close = () =>
    submit(async () => {
      const items = pieces.map(({ itemId, packed }) => ({ itemId, quantity: packed }))
      const { data, message } = await adminCall<'POST /admin/orders/{id}/packed'>(
        'POST',
        `/admin/orders/${order.id}/packed`,
        { items },
      )
      onReady(data.order)
      return message
    })

  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="wrap-anywhere min-w-0 font-display text-xl">
          {orderNumber(order.id)} · {order.customerInfo.firstName} {order.customerInfo.lastName}
        </h2>
        <p className="tabular-nums">
          {packed} / {total} adet
        </p>
      </div>
      <ScanField
        label="Ürünün barkodu"
        hint="Her parçayı ayrı okutun ya da stok kodunu yazıp Enter’a basın. Ctrl+Z son parçayı geri alır."
        busy={busy}
        onScan={(code) => scanned(code, scanKey(orderNumber(order.id)))}
        onEmpty={full ? close : undefined}
        onUndo={undo}
      />
      <p role="status" aria-live="assertive" data-tone={word.tone} className="packing-word">
        {word.text}
      </p>
      {full && (
        <button
          type="button"
          disabled={busy}
          onClick={close}
          className="packing-scan rounded-xs bg-nar px-6 font-semibold text-white hover:bg-nar-deep disabled:bg-muted"
        >
          {busy ? 'Bekleyin…' : 'Paket hazır (Enter)'}
        </button>
      )}
      <ul className="border-line border-t bg-surface">
        {pieces.map((piece, at) => (
          <PieceRow key={piece.itemId} piece={piece} onAdd={() => addByHand(at)} />
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button look="secondary" disabled={!canUndo || busy} onClick={undo}>
          Son parçayı geri al
        </Button>
        <Button look="quiet" disabled={busy} onClick={onLeave}>
          Bu siparişi bırak
        </Button>
      </div>
    </div>
  )
}

/** The pieces counted so far, the order in which they came, and the message about the last scan. */
function usePieces(order: WireStaffOrder) {
  const [pieces, setPieces] = useState(() => piecesOf(order))
  const [added, setAdded] = useState<number[]>([])
  const [word, setWord] = useState<Word>({ tone: 'plain', text: 'İlk parçayı okutun.' })

  function add(at: number) {
    const next = counted(pieces, at, 1)
    const piece = next[at]
    if (!piece) return
    setPieces(next)
    setAdded([...added, at])
    const done = allIn(next) ? ' Hepsi tamam.' : ''
    say('good', `${piece.name}, ${piece.kind}: ${piece.packed} / ${piece.due}.${done}`)
  }

  function say(tone: Word['tone'], text: string) {
    sound(tone !== 'bad')
    setWord({ tone, text })
  }

  return {
    pieces,
    word,
    scanned(code: string, ownNumber: string) {
      const found = scan(pieces, code)
      if (found.kind === 'in') return add(found.at)
      if (scanKey(code) === ownNumber) return say('plain', 'Bu, siparişin kendi barkodu; şimdi ürünleri okutun.')
      const piece = found.kind === 'full' ? pieces[found.at] : undefined
      if (!piece) return say('bad', `“${code}” bu siparişte yok. Parçayı ayırın, doğrusunu okutun.`)
      say('bad', `${piece.name}, ${piece.kind} fazla: bu siparişte ${piece.due} adet var.`)
    },
    addByHand: add,
    canUndo: added.length > 0,
    undo() {
      const at = added.at(-1)
      const piece = at === undefined ? undefined : pieces[at]
      if (at === undefined || !piece) return
      setPieces(counted(pieces, at, -1))
      setAdded(added.slice(0, -1))
      say('plain', `Geri alındı: ${piece.name}, ${piece.kind}: ${piece.packed - 1} / ${piece.due}.`)
    },
  }
}

function PieceRow({ piece, onAdd }: { piece: Piece; onAdd: () => void }) {
  const isIn = piece.packed === piece.due
  return (
    <li data-in={isIn} className="packing-piece">
      <Thumbnail address={piece.picture} className="aspect-4/5 w-full rounded-xs" />
      <div className="wrap-anywhere min-w-0">
        <p className="packing-name">{piece.name}</p>
        <p className="packing-kind">{piece.kind}</p>
        <p className="text-muted text-sm">{piece.sku}</p>
      </div>
      <div className="text-right">
        <p className="packing-count">
          {isIn && <span aria-hidden="true">✓ </span>}
          {piece.packed} / {piece.due}
        </p>
        {!isIn && (
          <Button
            look="quiet"
            className="text-sm!"
            aria-label={`${piece.name}, ${piece.kind}: barkodsuz say`}
            onClick={onAdd}
          >
            Barkodsuz say
          </Button>
        )}
      </div>
    </li>
  )
}
