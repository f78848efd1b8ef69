import type { Right } from '#shop/rights.ts'

/** Rights that the panel's pages need; a page not listed needs those of the nearest page above it. Pages about oneself need none. */
const needed: Record<string, readonly Right[]> = {
  '/admin': ['dashboard'],
  '/admin/bildirimler': [],
  '/admin/davet': [],
  '/admin/giris-guvenligi': [],
  '/admin/raporlar': ['reports'],
  '/admin/siparisler': ['orders-read'],
  '/admin/siparisler/yeni': ['orders', 'amounts'],
  '/admin/siparisler/paketleme': ['orders'],
  '/admin/siparisler/takip': ['orders'],
  '/admin/siparisler/iadeler': ['returns'],
  '/admin/odemeler': ['payments-read', 'amounts'],
  '/admin/hediye-kartlari': ['orders-read', 'amounts'],
  '/admin/kredi': ['orders-read', 'amounts', 'contacts'],
  '/admin/musteriler': ['customers'],
  '/admin/musteriler/izinler': ['customers', 'contacts'],
  '/admin/mesajlar': ['messages', 'contacts'],
  '/admin/yorumlar': ['messages'],
  '/admin/urunler': ['catalog'],
  '/admin/indirimler': ['catalog'],
  '/admin/kategoriler': ['catalog'],
  '/admin/gruplar': ['catalog'],
  '/admin/kombinler': ['catalog'],
  '/admin/kampanyalar': ['campaigns'],
  '/admin/bultenler': ['news', 'contacts'],
  '/admin/ayarlar': ['settings'],
  '/admin/kurulum': ['settings'],
  '/admin/e-postalar': ['mails', 'amounts', 'contacts'],
  '/admin/ekip': ['staff'],
  '/admin/gecmis': ['records', 'amounts', 'contacts'],
  '/admin/guvenlik': ['records', 'amounts', 'contacts'],
}

/** Whether somebody with these rights may open an address of the panel; its query does not count. */
export function mayOpen(rights: readonly Right[], address: string): boolean {
  let path = address.replace(/[?#].*$/, '').replace(/\/$/, '')
  while (needed[path] === undefined && path.includes('/', 1)) path = path.slice(0, path.lastIndexOf('/'))
  return (needed[path] ?? []).every((right) => rights.includes(right))
}
