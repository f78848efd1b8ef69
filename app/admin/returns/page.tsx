import { Tabs } from '#app/ui/tabs.tsx'
import { useQuery } from '../parts/use-query.ts'
import { ReturnInbox } from './inbox.tsx'
import { ReturnReasons } from './reasons.tsx'

const tabs = [
  { id: 'gelen', label: 'Gelen iadeler' },
  { id: 'nedenler', label: 'Nedenler' },
] as const

/** Pieces that come back, and what they tell of the products. */
export default function Returns() {
  const { get, clear } = useQuery()
  const tab = get('sekme') === 'nedenler' ? 'nedenler' : 'gelen'
  return (
    <>
      <h1 className="mb-4 font-display text-2xl">İadeler</h1>
      <div className="mb-4 sm:max-w-96">
        <Tabs
          label="İade görünümleri"
          tabs={[...tabs]}
          current={tab}
          onChange={(tab) => clear(tab === 'nedenler' ? { sekme: tab } : {})}
        />
      </div>
      <div role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {tab === 'nedenler' ? <ReturnReasons /> : <ReturnInbox />}
      </div>
    </>
  )
}
