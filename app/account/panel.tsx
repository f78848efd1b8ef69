import { Suspense, useState } from 'react'
import { lazyOnline } from '#app/browser/lazy-online.ts'
import { Button } from '#app/ui/button.tsx'
import { AskingPanel } from '#app/ui/leaving/asking-panel.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { closeAccount, logout, useAccountOpen, useSession } from '../browser/session-store.ts'
import { FavoriteList } from './favorites/favorites.tsx'
import { AccountOrders } from './orders/orders.tsx'
import { SettingsComing } from './settings/coming.tsx'

const Settings = lazyOnline(async () => ({ default: (await import('./settings/settings.tsx')).Settings }))

const tabs = [
  { id: 'orders', label: 'Siparişlerim' },
  { id: 'favorites', label: 'Favoriler' },
  { id: 'settings', label: 'Kullanıcı Ayarları' },
] as const

export function AccountPanel() {
  const { user } = useSession()
  return (
    <AskingPanel
      open={useAccountOpen() && user !== undefined}
      onClose={closeAccount}
      title="Hesabım"
      side="right"
      wide
      footer={() => (
        <div className="flex items-center justify-between gap-4">
          <p className="min-w-0 text-sm">
            <span className="block truncate font-medium">{user?.fullName}</span>
            <span className="block truncate text-muted">{user?.email}</span>
          </p>
          <Button look="secondary" onClick={logout}>
            Çıkış
          </Button>
        </div>
      )}
    >
      <AccountTabs />
    </AskingPanel>
  )
}

function AccountTabs() {
  const [current, setCurrent] = useState<(typeof tabs)[number]['id']>('orders')
  /** Once opened, the settings stay mounted, so that typed text survives a look at another tab. */
  const [settings, keepSettings] = useState(false)
  if (current === 'settings' && !settings) keepSettings(true)
  return (
    <>
      <Tabs label="Hesabım" tabs={[...tabs]} current={current} onChange={setCurrent} />
      <div role="tabpanel" aria-labelledby={`tab-${current}`} className="pt-6">
        {current === 'orders' && <AccountOrders />}
        {current === 'favorites' && <FavoriteList />}
        {settings && (
          <div hidden={current !== 'settings'}>
            <Suspense fallback={<SettingsComing />}>
              <Settings />
            </Suspense>
          </div>
        )}
      </div>
    </>
  )
}
