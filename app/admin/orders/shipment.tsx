import { Field } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'
import { carriers } from '#shop/orders/carriers.ts'

export type Shipment = { carrier: string; trackingNumber: string }

type ShipmentFieldsProps = {
  shipment: Shipment
  trackingUrl: string | null
  error: string | undefined
  onChange: (shipment: Shipment) => void
}

/** The carrier of the parcel and its tracking number. */
export function ShipmentFields({ shipment, trackingUrl, error, onChange }: ShipmentFieldsProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-muted text-sm">Kargo</legend>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Select
          label="Kargo firması"
          value={shipment.carrier}
          options={[{ value: '', label: 'Seçilmedi' }, ...carriers.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={(event) => onChange({ ...shipment, carrier: event.target.value })}
        />
        <Field
          label="Takip numarası"
          optional
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          value={shipment.trackingNumber}
          error={error}
          onChange={(event) => onChange({ ...shipment, trackingNumber: event.target.value.trim() })}
        />
      </div>
      {trackingUrl && (
        <a
          href={trackingUrl}
          target="_blank"
          rel="noreferrer"
          className="flex min-h-10 items-center justify-self-start text-sm underline decoration-line underline-offset-4"
        >
          Kargo takip sayfası<span className="sr-only"> (yeni sekmede açılır)</span>
        </a>
      )}
    </fieldset>
  )
}
