import { Tabs } from '#app/ui/tabs.tsx'
import { MessageInbox } from './message-inbox.tsx'
import { StockWanted } from './stock-wanted.tsx'
import { useQuery } from './use-query.ts'

const tabs = [
  { id: 'gelen', label: 'Gelen kutusu' },
  { id: 'stok', label: 'Gelince haber ver' },
] as const

/** What people wrote to the shop, and what they wait for. */
export default function Messages() {
  const { get, clear } = useQuery()
  const tab = get('sekme') === 'stok' ? 'stok' : 'gelen'
  return (
    <>
      <h1 className="mb-4 font-display text-2xl">Mesajlar</h1>
      <div className="mb-4 sm:max-w-96">
        <Tabs
          label="Mesaj türleri"
          tabs={[...tabs]}
          current={tab}
          onChange={(tab) => clear(tab === 'stok' ? { sekme: tab } : {})}
        />
      </div>
      <div role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {tab === 'stok' ? <StockWanted /> : <MessageInbox />}
      </div>
    </>
  )
}
