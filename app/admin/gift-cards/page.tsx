import { useState } from 'react'
import type { WireGiftCard, WireNewGiftCard } from '#api/wire/gift-cards.ts'
import { Button } from '#app/ui/button.tsx'
import { formatTl } from '#shop/money.ts'
import { formatDate } from '#shop/time.ts'
import { adminCall } from '../parts/api.ts'
import { EmptyList, ListHead, PagedList } from '../parts/list-parts.tsx'
import { useRights } from '../parts/rights.ts'
import { Filter, SearchBox } from '../parts/search-box.tsx'
import { useList } from '../parts/use-list.ts'
import { queryString, useQuery } from '../parts/use-query.ts'
import { NewCodes } from './codes.tsx'
import { ExportCards } from './export.tsx'
import { GiftCardForm } from './form.tsx'
import { GiftCardSheet } from './sheet.tsx'
import { dots, stateWords } from './words.ts'

const states = [
  { value: '', label: 'Bütün kartlar' },
  { value: 'OPEN', label: 'Kullanılabilir' },
  { value: 'USED', label: 'Bakiyesi biten' },
  { value: 'BLOCKED', label: 'Kapalı' },
]

/** All gift cards, what is left on them, and the form that makes them. */
export default function GiftCards() {
  const asked = useQuery()
  const { get, page, set, filter } = asked
  const gives = useRights().includes('orders')
  const [making, setMaking] = useState(false)
  const [made, setMade] = useState<WireNewGiftCard[]>()
  const query = queryString({ page, limit: 25, state: get('durum'), q: get('q') })
  const list = useList(asked, query, (signal) =>
    adminCall<'GET /admin/gift-cards'>('GET', `/admin/gift-cards?${query}`, undefined, { signal }),
  )
  const answer = list.state.kind === 'ready' ? list.state.value : undefined
  const isAll = get('durum') === '' && get('q') === ''
  return (
    <>
      <ListHead title="Hediye kartları" count={answer !== undefined && `${answer.pagination.total} kart`}>
        {gives && (
          <Button className="px-4!" onClick={() => setMaking(true)}>
            Kart oluştur
          </Button>
        )}
      </ListHead>
      {made && <NewCodes cards={made} onClose={() => setMade(undefined)} />}
      {answer && answer.open > 0 && (
        <p className="mb-4 text-sm">
          Kartlarda duran toplam bakiye: <span className="font-medium tabular-nums">{formatTl(answer.open)}</span>
        </p>
      )}
      <search className="mb-4 flex flex-wrap gap-2">
        <SearchBox label="Kart ara" placeholder="Kodun sonu, not, alıcı" q={get('q')} onSearch={(q) => filter({ q })} />
        <Filter label="Durum" value={get('durum')} options={states} onChange={(durum) => filter({ durum })} />
      </search>
      <PagedList
        list={list}
        query={asked}
        what="Hediye kartları"
        otherwise="Hediye kartları alınamadı"
        empty={
          <EmptyList title={isAll ? 'Henüz hediye kartı yok' : 'Bu aramaya uyan kart yok'}>
            {isAll && gives && (
              <>
                Kart oluşturun; kodunu müşteriye siz verin ya da{' '}
                <span className="whitespace-nowrap">e-postayla gönderin.</span>
              </>
            )}
            {!isAll && (
              <Button look="secondary" onClick={() => filter({ q: '', durum: '' })}>
                Süzgeci temizle
              </Button>
            )}
          </EmptyList>
        }
      >
        {({ data }) => (
          <ul className="border-line border-t bg-surface text-sm">
            {data.map((card) => (
              <CardRow key={card.id} card={card} onOpen={() => set({ kart: card.id })} />
            ))}
          </ul>
        )}
      </PagedList>
      {answer && answer.data.length > 0 && <ExportCards />}
      <GiftCardForm
        open={making}
        onClose={() => setMaking(false)}
        onMade={(cards) => {
          setMade(cards)
          list.again()
        }}
      />
      <GiftCardSheet
        id={get('kart') || undefined}
        onClose={() => set({ kart: '' })}
        onChanged={list.again}
        onCode={(card) => setMade([card])}
      />
    </>
  )
}

function CardRow({ card, onOpen }: { card: WireGiftCard; onOpen: () => void }) {
  const { tail, state, initial, balance, note, recipientName, recipientEmail, createdAt } = card
  return (
    <li>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onOpen}
        className="grid w-full gap-1 border-line border-b px-3 py-3 text-left hover:bg-paper"
      >
        <span className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="font-medium text-base tabular-nums">•••• {tail}</span>
          <span className="tabular-nums">
            <span className="font-medium">{formatTl(balance)}</span>
            {balance !== initial && <span className="text-muted"> / {formatTl(initial)}</span>}
          </span>
        </span>
        <span className="flex flex-wrap items-baseline justify-between gap-x-4 text-muted">
          <span className="min-w-0 wrap-anywhere">
            {[note, recipientName, recipientEmail, formatDate(createdAt)].filter(Boolean).join(' · ')}
          </span>
          <span className="inline-flex items-center gap-2 text-ink">
            <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${dots[state]}`} />
            {stateWords[state]}
          </span>
        </span>
      </button>
    </li>
  )
}
