import { Tabs } from '#app/ui/tabs.tsx'
import { useQuery } from '../parts/use-query.ts'
import { MessageInbox } from './inbox.tsx'
import { StockWanted } from './stock-wanted.tsx'
import { Templates } from './templates.tsx'

const tabs = [
  { id: 'gelen', label: 'Gelenler' },
  { id: 'stok', label: 'Stok istekleri' },
  { id: 'hazir', label: 'Hazır yanıtlar' },
] as const

/** Messages to the shop, and requests for sold-out sizes. */
export default function Messages() {
  const { get, clear } = useQuery()
  const tab = tabs.find(({ id }) => id === get('sekme'))?.id ?? 'gelen'
  return (
    <>
      <h1 className="mb-4 font-display text-2xl">Mesajlar</h1>
      <div className="mb-4 sm:max-w-xl">
        <Tabs
          label="Mesaj türleri"
          tabs={[...tabs]}
          current={tab}
          onChange={(tab) => clear(tab === 'gelen' ? {} : { sekme: tab })}
        />
      </div>
      <div role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {tab === 'gelen' && <MessageInbox />}
        {tab === 'stok' && <StockWanted />}
        {tab === 'hazir' && <Templates />}
      </div>
    </>
  )
}
