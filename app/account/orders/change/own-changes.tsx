import { Suspense, useState } from 'react'
import type { WireOrderWithHistory } from '#api/wire/orders.ts'
import { lazyOnline } from '#app/browser/lazy-online.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { useSubmit } from '#app/ui/use-submit.ts'

const Sizes = lazyOnline(() => import('./sizes.tsx'))
const Address = lazyOnline(() => import('./address.tsx'))

type OwnChangesProps = { order: WireOrderWithHistory; onChanged: (order: WireOrderWithHistory) => void }

/** The changes that she may make herself until her order is prepared; draws nothing where there are none. */
export function OwnChanges({ order, onChanged }: OwnChangesProps) {
  const [open, setOpen] = useState<'sizes' | 'address'>()
  /** Folded away, what is typed stays. */
  const [typing, setTyping] = useState(false)
  const [outcome, setOutcome] = useState<{ tone: 'good' | 'bad'; text: string }>()
  const { busy, submit } = useSubmit({
    failure: 'Siparişiniz değiştirilemedi. Lütfen tekrar deneyin.',
    notify: (tone, text) => setOutcome({ tone, text }),
  })
  const { address, swaps } = order.changes
  const toggle = (which: typeof open) => setOpen(open === which ? undefined : which)

  function openAddress() {
    setTyping(true)
    toggle('address')
  }

  if (!address && swaps.length === 0) return outcome ? <Notice tone={outcome.tone}>{outcome.text}</Notice> : null
  return (
    <section aria-label="Siparişi değiştir" className="grid grid-cols-1 gap-3">
      {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
      <div className="-ml-2 flex flex-wrap gap-x-4">
        {swaps.length > 0 && (
          <Button look="quiet" aria-expanded={open === 'sizes'} onClick={() => toggle('sizes')}>
            Beden değiştir
          </Button>
        )}
        {address && (
          <Button look="quiet" aria-expanded={open === 'address'} onClick={openAddress}>
            Teslimat bilgilerini düzelt
          </Button>
        )}
      </div>
      {open === 'sizes' && (
        <Suspense fallback={<Skeleton className="h-20" />}>
          <Sizes order={order} saving={{ busy, submit }} onChanged={onChanged} />
        </Suspense>
      )}
      {address && typing && (
        <div hidden={open !== 'address'}>
          <Suspense fallback={<Skeleton className="h-20" />}>
            <Address
              order={order}
              onChanged={(changed, text) => {
                setOpen(undefined)
                setTyping(false)
                setOutcome({ tone: 'good', text })
                onChanged(changed)
              }}
            />
          </Suspense>
        </div>
      )}
    </section>
  )
}
