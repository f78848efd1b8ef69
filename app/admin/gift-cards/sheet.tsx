import { useState } from 'react'
import { Link } from 'react-router'
import type { WireGiftCardDetail, WireNewGiftCard } from '#api/wire/gift-cards.ts'
import { orderNumber } from '#app/account/orders/order-words.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Button } from '#app/ui/button.tsx'
import { Confirm } from '#app/ui/confirm.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { formatTl } from '#shop/money.ts'
import { formatDate } from '#shop/time.ts'
import { adminCall } from '../parts/api.ts'
import { ListFailed } from '../parts/list-parts.tsx'
import { useRights } from '../parts/rights.ts'
import { Sheet } from '../parts/sheet.tsx'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'
import { causeWords, stateWords } from './words.ts'

type Told = { onChanged: () => void; onCode: (card: WireNewGiftCard) => void }
type SheetProps = { id: string | undefined; onClose: () => void } & Told

/** One card beside the list. */
export function GiftCardSheet({ id, onClose, onChanged, onCode }: SheetProps) {
  return (
    <Sheet id={id} titleOf={() => 'Hediye kartı'} onClose={onClose}>
      {(id) => (
        <Loaded
          key={id}
          id={id}
          onChanged={onChanged}
          onCode={(card) => {
            onCode(card)
            onClose()
          }}
        />
      )}
    </Sheet>
  )
}

function Loaded({ id, onChanged, onCode }: { id: string } & Told) {
  const path = `/admin/gift-cards/${encodeURIComponent(id)}` as const
  const { state, again } = useLoaded(id, (signal) =>
    adminCall<'GET /admin/gift-cards/{id}'>('GET', path, undefined, { signal }),
  )
  if (state.kind === 'failed') return <ListFailed error={state.error} otherwise="Kart alınamadı" onAgain={again} />
  if (state.kind === 'loading') {
    return (
      <div role="status" aria-label="Kart yükleniyor" className="grid gap-4">
        <Skeleton className="h-10" />
        <Skeleton className="h-40" />
      </div>
    )
  }
  const changed = () => {
    again()
    onChanged()
  }
  return <Detail card={state.value.data} onChanged={changed} onCode={onCode} />
}

function Detail({ card, onChanged, onCode }: { card: WireGiftCardDetail } & Told) {
  const acts = useRights().includes('orders')
  const facts = [
    ['Durum', stateWords[card.state]],
    ['Tutarı', formatTl(card.initial)],
    ['Oluşturulma', formatDate(card.createdAt)],
    ['Kime', card.recipientName],
    ['Alıcının e-postası', card.recipientEmail ?? ''],
    ['Mesaj', card.message],
    ['Not', card.note],
  ].filter(([, text]) => text)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium text-lg tabular-nums">•••• {card.tail}</span>
        <span>
          <span className="text-muted text-sm">Kalan bakiye </span>
          <span className="font-medium text-2xl tabular-nums">{formatTl(card.balance)}</span>
        </span>
      </p>
      <dl className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[max-content_minmax(0,1fr)]">
        {facts.map(([name, text]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="wrap-anywhere whitespace-pre-line max-sm:mb-2">{text}</dd>
          </div>
        ))}
      </dl>
      {acts && <Acts card={card} onChanged={onChanged} onCode={onCode} />}
      <section aria-labelledby="kart-hareketleri">
        <h2 id="kart-hareketleri" className="mb-2 font-display text-xl">
          Hareketler
        </h2>
        <Entries entries={card.entries} />
      </section>
    </div>
  )
}

function Acts({ card, onChanged, onCode }: { card: WireGiftCardDetail } & Told) {
  const [asking, setAsking] = useState<'block' | 'code'>()
  const { busy, submit } = useAdminSubmit('Yapılamadı. Lütfen tekrar deneyin.')
  const blocked = card.state === 'BLOCKED'

  async function turn() {
    await submit(async () => {
      const { message } = blocked
        ? await adminCall<'POST /admin/gift-cards/{id}/unblock'>('POST', `/admin/gift-cards/${card.id}/unblock`)
        : await adminCall<'POST /admin/gift-cards/{id}/block'>('POST', `/admin/gift-cards/${card.id}/block`)
      onChanged()
      return message
    })
    setAsking(undefined)
  }

  async function renew() {
    await submit(async () => {
      const { data, message } = await adminCall<'POST /admin/gift-cards/{id}/code'>(
        'POST',
        `/admin/gift-cards/${card.id}/code`,
      )
      onChanged()
      onCode(data)
      return message
    })
    setAsking(undefined)
  }

  return (
    <div className="flex flex-wrap gap-2">
      <Button look="secondary" disabled={busy} onClick={() => (blocked ? turn() : setAsking('block'))}>
        {blocked ? 'Kullanıma aç' : 'Kullanıma kapat'}
      </Button>
      {card.balance > 0 && (
        <Button look="secondary" disabled={busy} onClick={() => setAsking('code')}>
          Yeni kod ver
        </Button>
      )}
      <Confirm
        open={asking === 'block'}
        title="Kartı kullanıma kapat"
        action="Kapat"
        busy={busy}
        onClose={() => setAsking(undefined)}
        onConfirm={turn}
      >
        <p>Bu kartla ödeme yapılamaz. Bakiyesi üzerinde kalır; istediğiniz zaman yeniden açabilirsiniz.</p>
      </Confirm>
      <Confirm
        open={asking === 'code'}
        title="Karta yeni kod ver"
        action="Yeni kod ver"
        busy={busy}
        onClose={() => setAsking(undefined)}
        onConfirm={renew}
      >
        <p>
          Eski kod artık geçmez, bakiye yeni kodla kullanılır.
          {card.recipientEmail && ` Yeni kod ${card.recipientEmail} adresine de gönderilir.`}
        </p>
      </Confirm>
    </div>
  )
}

function Entries({ entries }: Pick<WireGiftCardDetail, 'entries'>) {
  return (
    <ul className="border-line border-t text-sm">
      {entries.map(({ id, amount, cause, orderId, createdAt }) => (
        <li key={id} className="flex justify-between gap-4 border-line border-b py-2.5">
          <span className="min-w-0">
            {causeWords[cause]}
            {orderId && (
              <>
                {' · '}
                <Link
                  to={`/admin/siparisler?siparis=${orderId}`}
                  className="underline decoration-line underline-offset-4 hover:decoration-ink"
                >
                  {orderNumber(orderId)}
                </Link>
              </>
            )}
            <time dateTime={createdAt} className="block text-muted tabular-nums">
              {formatDate(createdAt)}
            </time>
          </span>
          <span className={`whitespace-nowrap tabular-nums ${amount > 0 ? 'text-good' : ''}`}>
            {amount > 0 ? '+' : ''}
            {formatTl(amount)}
          </span>
        </li>
      ))}
    </ul>
  )
}
