import { useState } from 'react'
import { api } from '#app/browser/api-client.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { formatTl } from '#shop/money.ts'
import { ListFailed } from '../list-states.tsx'
import { CreditEntries } from './entries.tsx'

/** The shopper's store credit over her orders; its history once she asks for it. */
export function AccountCredit({ balance }: { balance: number }) {
  const [opened, setOpened] = useState(false)
  return (
    <details
      onToggle={(event) => event.currentTarget.open && setOpened(true)}
      className="group mb-6 border border-line bg-paper px-4"
    >
      <summary className="grid min-h-16 cursor-pointer list-none grid-cols-[1fr_auto] items-center gap-x-4 py-3 [&::-webkit-details-marker]:hidden">
        <span className="font-medium">
          Mağaza krediniz <span className="whitespace-nowrap tabular-nums">{formatTl(balance)}</span>
        </span>
        <span className="row-start-2 text-muted text-sm">
          Bir sonraki siparişinizde ödeme adımında kullanabilirsiniz.
        </span>
        <span className="row-span-2 transition-transform group-open:rotate-180 motion-reduce:transition-none">
          <Icon name="down" />
        </span>
      </summary>
      <div className="pb-4">{opened && <History />}</div>
    </details>
  )
}

function History() {
  const { state, again } = useLoaded('credit', (signal) =>
    api.get<'GET /account/credit'>('/account/credit', { signal }),
  )
  if (state.kind === 'loading') return <Skeleton className="h-24" />
  if (state.kind === 'failed')
    return <ListFailed error={state.error} otherwise="Kredi hareketleri alınamadı" onRetry={again} />
  return <CreditEntries entries={state.value.entries} />
}
