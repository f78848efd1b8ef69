import type { WireOrder, WireParcel } from '#api/wire/orders.ts'
import { formatDate, formatMoment } from '#shop/time.ts'

/** The carrier of the parcel, and the link that tells where it is. */
export function OrderShipment({ order, parcel }: { order: WireOrder; parcel: WireParcel | null }) {
  const { carrierName, trackingNumber, trackingUrl, shippedAt } = order
  if (!carrierName && !trackingNumber) return null
  return (
    <section aria-label="Kargo" className="grid grid-cols-1 gap-1 border-line border-t pt-4 text-sm">
      <h3 className="text-muted">Kargo</h3>
      <p>
        {carrierName}
        {trackingNumber && <span className="tabular-nums"> · {trackingNumber}</span>}
        {shippedAt && <span className="text-muted"> · {formatDate(shippedAt)} tarihinde yola çıktı</span>}
      </p>
      {parcel && order.status !== 'CANCELLED' && (
        <p>
          <span className="font-medium">{parcel.words}</span>
          <span className="text-muted"> · {formatMoment(parcel.at)}</span>
        </p>
      )}
      {trackingUrl && (
        <a
          href={trackingUrl}
          target="_blank"
          rel="noreferrer"
          className="-mb-2 flex min-h-11 items-center justify-self-start underline decoration-line underline-offset-4 hover:decoration-ink"
        >
          Kargomu takip et<span className="sr-only"> (yeni sekmede açılır)</span>
        </a>
      )}
    </section>
  )
}
