import type { ExportName } from '#shop/imports/contract.ts'
import type { Right } from '#shop/rights.ts'
import { useRights } from '../../parts/rights.ts'
import { DownloadButton } from './download.tsx'

const lists: { name: ExportName; right: Right; label: string; file: string; about: string }[] = [
  {
    name: 'products',
    right: 'catalog',
    label: 'Ürünler',
    file: 'urunler',
    about: 'Her varyant bir satır. Düzenleyip yeniden içe aktarabilirsiniz.',
  },
  {
    name: 'stock',
    right: 'catalog',
    label: 'Stok',
    file: 'stok',
    about: 'SKU, barkod ve adet. Sayımı yazıp yeniden içe aktarın; satılıp henüz paketlenmemiş parçaları saymayın.',
  },
  {
    name: 'orders',
    right: 'orders-read',
    label: 'Siparişler',
    file: 'siparisler',
    about: 'Sipariş edilen her ürün bir satır.',
  },
  {
    name: 'customers',
    right: 'customers',
    label: 'Müşteriler',
    file: 'musteriler',
    about: 'Üyeler, sipariş sayıları ve toplamları.',
  },
]

/** The lists that may be taken out of the shop. */
export function Exports() {
  const rights = useRights()
  return (
    <section aria-labelledby="export-title" className="mb-8">
      <h2 id="export-title" className="mb-3 font-display text-xl">
        Dışa aktar
      </h2>
      <ul className="border-line border-t bg-surface text-sm">
        {lists
          .filter(({ right }) => rights.includes(right))
          .map(({ name, label, file, about }) => (
            <li key={name} className="flex flex-wrap items-center gap-x-6 border-line border-b px-3 py-1">
              <div className="min-w-0 grow basis-64 py-1">
                <p className="font-medium text-base">{label}</p>
                <p className="text-muted">{about}</p>
              </div>
              <div className="flex max-sm:-ml-2">
                {(['xlsx', 'csv'] as const).map((format) => (
                  <DownloadButton
                    key={format}
                    path={`/admin/exports/${name}?format=${format}`}
                    name={`${file}.${format}`}
                    label={`${label}: ${format === 'csv' ? 'CSV' : 'Excel'} indir`}
                  >
                    {format === 'csv' ? 'CSV' : 'Excel'}
                  </DownloadButton>
                ))}
              </div>
            </li>
          ))}
      </ul>
    </section>
  )
}
