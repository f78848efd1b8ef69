import { useState } from 'react'
import { Link } from 'react-router'
import type { WireAdminReturn } from '#api/wire/admin/returns.ts'
import { Button } from '#app/ui/button.tsx'
import { Confirm } from '#app/ui/confirm.tsx'
import { Thumbnail } from '#app/ui/thumbnail.tsx'
import { formatDate } from '#shop/time.ts'
import { differenceWords, newPiecesWords } from './words.ts'

type Exchange = NonNullable<WireAdminReturn['exchange']>

/** The new pieces, how they stand, and the difference. */
export function NewPieces({ found }: { found: WireAdminReturn }) {
  const { status, exchange } = found
  const difference = differenceWords(found)
  if (!exchange) return null
  return (
    <div className="grid grid-cols-1 gap-4 text-sm">
      <ul className="grid grid-cols-1 gap-4">
        {exchange.items.map(({ variantId, quantity, name, color, size, mainImage }) => (
          <li key={variantId} className="flex gap-4">
            <Thumbnail address={mainImage} className="aspect-4/5 w-16 shrink-0 self-start rounded-xs" />
            <p className="min-w-0 grow">
              <span className="text-base">{name}</span>
              <br />
              <span className="text-muted">
                {color}, {size}
              </span>
            </p>
            <span className="whitespace-nowrap tabular-nums">{quantity} adet</span>
          </li>
        ))}
      </ul>
      {difference && (
        <p className="flex justify-between border-line border-t pt-3 font-medium">
          <span>Fark</span>
          <span className="tabular-nums">{difference}</span>
        </p>
      )}
      <p className="text-muted">
        {newPiecesWords(status, exchange.state)}
        {exchange.state === 'KEPT' &&
          exchange.reservedUntil &&
          ` (${formatDate(exchange.reservedUntil)} gününe kadar ayrılı)`}
        .{' '}
        <Link
          to={`/admin/siparisler?siparis=${exchange.orderId}`}
          className="underline decoration-line underline-offset-4"
        >
          Değişim siparişi {exchange.shownOrderId}
        </Link>
      </p>
    </div>
  )
}

/** One line of the list: what comes in place of it. */
export function wantedWords({ items }: Exchange): string {
  return `Yerine: ${items.map(({ quantity, name, color, size }) => `${quantity} × ${name} (${color}, ${size})`).join(', ')}`
}

/** As agreed with her: the money instead of the new pieces. */
export function TurnIntoReturn({ busy, onTurn }: { busy: boolean; onTurn: () => Promise<unknown> }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button look="quiet" disabled={busy} onClick={() => setAsking(true)}>
        İadeye çevir
      </Button>
      <Confirm
        open={asking}
        title="Değişimi iadeye çevir"
        action="İadeye çevir"
        busy={busy}
        onClose={() => setAsking(false)}
        onConfirm={() => onTurn().finally(() => setAsking(false))}
      >
        <p>
          Ayrılan ürün yeniden satışa çıkar, ödenen fark iade edilir; eski ürünün bedelini iade olarak ödersiniz.
          Müşteriye e-posta gönderilir.
        </p>
      </Confirm>
    </>
  )
}
