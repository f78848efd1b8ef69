/** The carriers of Türkiye; `track` is the tracking page, null where a carrier has none. */
export const carriers = [
  {
    id: 'yurtici',
    name: 'Yurtiçi Kargo',
    track: 'https://www.yurticikargo.com/tr/online-servisler/gonderi-sorgula?code={no}',
  },
  { id: 'aras', name: 'Aras Kargo', track: 'https://kargotakip.araskargo.com.tr/mainpage.aspx?code={no}' },
  { id: 'mng', name: 'MNG Kargo (DHL eCommerce)', track: 'https://kargotakip.dhlecommerce.com.tr/?takipNo={no}' },
  { id: 'surat', name: 'Sürat Kargo', track: 'https://www.suratkargo.com.tr/KargoTakip/?kargotakipno={no}' },
  { id: 'ptt', name: 'PTT Kargo', track: 'https://gonderitakip.ptt.gov.tr/Track/Verify?q={no}' },
  { id: 'hepsijet', name: 'HepsiJET', track: 'https://www.hepsijet.com/gonderi-takibi/{no}' },
  { id: 'trendyol-express', name: 'Trendyol Express', track: 'https://kargotakip.trendyol.com/?trackingNumber={no}' },
  { id: 'kolay-gelsin', name: 'Kolay Gelsin', track: 'https://esube.kolaygelsin.com/shipments?trackingId={no}' },
  { id: 'ups', name: 'UPS Kargo', track: 'https://www.ups.com/track?loc=tr_TR&tracknum={no}' },
  { id: 'dhl', name: 'DHL Express', track: 'https://www.dhl.com/tr-tr/home/tracking.html?tracking-id={no}' },
  { id: 'fedex', name: 'FedEx', track: 'https://www.fedex.com/fedextrack/?trknbr={no}' },
  { id: 'other', name: 'Diğer', track: null },
] as const

export type CarrierId = (typeof carriers)[number]['id']
export const carrierIds = carriers.map(({ id }) => id) as [CarrierId, ...CarrierId[]]

export function carrierName(id: string | null): string | null {
  return carriers.find((carrier) => carrier.id === id)?.name ?? null
}

/** Returns a parcel's tracking page; null when there is none. */
export function trackingUrl(id: string | null, trackingNumber: string | null): string | null {
  const track = carriers.find((carrier) => carrier.id === id)?.track
  return track && trackingNumber ? track.replace('{no}', encodeURIComponent(trackingNumber)) : null
}
