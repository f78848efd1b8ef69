import { type ComponentType, lazy, Suspense } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { sectionsFor } from './nav-sections.ts'
import { mayOpen } from './page-rights.ts'
import { EmptyList } from './parts/list-parts.tsx'
import { useRights } from './parts/rights.ts'

/** The panel's pages by their address below /admin. Each comes by itself when it is opened. */
const pages: Record<string, ComponentType> = {
  '': lazy(() => import('./dashboard/dashboard.tsx')),
  siparisler: lazy(() => import('./orders/list.tsx')),
  'siparisler/yeni': lazy(() => import('./orders/manual/new.tsx')),
  'siparisler/paketleme': lazy(() => import('./shipping/packing.tsx')),
  'siparisler/takip': lazy(() => import('./shipping/tracking.tsx')),
  'siparisler/iadeler': lazy(() => import('./returns/page.tsx')),
  urunler: lazy(() => import('./products/list.tsx')),
  'urunler/aktar/:id?': lazy(() => import('./products/sheets/page.tsx')),
  'urunler/toplu/:id?': lazy(() => import('./products/bulk/page.tsx')),
  'urunler/sayim': lazy(() => import('./stocktake/page.tsx')),
  'urunler/yeni': lazy(() => import('./products/editor.tsx')),
  'urunler/:id': lazy(() => import('./products/editor.tsx')),
  raporlar: lazy(() => import('./reports/page.tsx')),
  indirimler: lazy(() => import('./sales/page.tsx')),
  kategoriler: lazy(() => import('./catalog/categories.tsx')),
  gruplar: lazy(() => import('./catalog/groups.tsx')),
  kombinler: lazy(() => import('./looks/page.tsx')),
  kampanyalar: lazy(() => import('./campaigns/page.tsx')),
  odemeler: lazy(() => import('./payments/payments.tsx')),
  'hediye-kartlari': lazy(() => import('./gift-cards/page.tsx')),
  'kredi/:id': lazy(() => import('./credit/credit.tsx')),
  musteriler: lazy(() => import('./customers/list.tsx')),
  'musteriler/izinler': lazy(() => import('./customers/register.tsx')),
  'musteriler/:id': lazy(() => import('./customers/page.tsx')),
  bultenler: lazy(() => import('./news/list.tsx')),
  'bultenler/:id': lazy(() => import('./news/page.tsx')),
  yorumlar: lazy(() => import('./reviews/page.tsx')),
  mesajlar: lazy(() => import('./messages/messages.tsx')),
  'e-postalar': lazy(() => import('./mails/mails.tsx')),
  'giris-guvenligi': lazy(() => import('./security/own.tsx')),
  ekip: lazy(() => import('./staff/page.tsx')),
  'ekip/roller': lazy(() => import('./staff/roles.tsx')),
  bildirimler: lazy(() => import('./notices/page.tsx')),
  guvenlik: lazy(() => import('./records/security-log.tsx')),
  kurulum: lazy(() => import('./setup/page.tsx')),
  ayarlar: lazy(() => import('./settings/page.tsx')),
  gecmis: lazy(() => import('./records/history.tsx')),
  '*': Unknown,
}

export function AdminPages() {
  const { pathname } = useLocation()
  const rights = useRights()
  if (!mayOpen(rights, pathname)) {
    const [first] = sectionsFor(rights).flatMap(({ sections }) => sections)
    return /^\/admin\/?$/.test(pathname) && first ? <Navigate to={first.to} replace /> : <NotHers />
  }
  return (
    <Suspense fallback={<Coming />}>
      <Routes>
        {Object.entries(pages).map(([path, Page]) => (
          <Route key={path} path={path} element={<Page key={path} />} />
        ))}
      </Routes>
    </Suspense>
  )
}

/** While a page is fetched. */
export function Coming() {
  return (
    <div role="status" aria-label="Yükleniyor" className="grid gap-4">
      <Skeleton className="h-8 w-48" />
      <Skeleton className="h-12" />
      <Skeleton className="h-96" />
    </div>
  )
}

/** A page of the panel that her role does not open. */
function NotHers() {
  return (
    <EmptyList alone title="Bu sayfa rolünüzde yok">
      Bu sayfayı açma yetkiniz bulunmuyor; gerekiyorsa mağazanın yöneticisinden rolünüzü değiştirmesini isteyin.
    </EmptyList>
  )
}

function Unknown() {
  return (
    <EmptyList alone title="Böyle bir sayfa yok">
      Adres yanlış yazılmış ya da sayfa kaldırılmış olabilir; menüden devam edin.
    </EmptyList>
  )
}
