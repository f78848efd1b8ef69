import { type FormEvent, useState } from 'react'
import { Checkbox, Field } from '#app/ui/field.tsx'
import type { FieldErrors } from '#shop/fields/rules.ts'
import { adminCall } from '../../parts/api.ts'
import type { SectionProps } from '../section.ts'
import { SaveBar, SectionHead } from '../section-parts.tsx'
import { useSave } from '../use-section.ts'

/** The changes that shoppers may make to their own orders. */
export function OrderChangesSection({ settings: { orderChanges }, onSaved, onReload }: SectionProps) {
  const [draft, setDraft] = useState(orderChanges.settings)
  const [errors, setErrors] = useState<FieldErrors<string>>({})
  const { busy, conflict, save } = useSave(
    (body) => adminCall<'PUT /admin/settings/order-changes'>('PUT', '/admin/settings/order-changes', body),
    {
      values: { linkHours: '' },
      accept(found) {
        setErrors(found)
        return Object.keys(found).length === 0
      },
    },
  )

  function submit(event: FormEvent) {
    event.preventDefault()
    setErrors({})
    save({ settings: draft, version: orderChanges.version }, (saved) => onSaved({ orderChanges: saved }))
  }

  return (
    <form onSubmit={submit} noValidate>
      <SectionHead title="Sipariş değişiklikleri">
        Müşteri, siparişi hazırlanana kadar bunları “Siparişlerim”den kendisi yapabilir. Siz kargoya verilene kadar
        siparişin sayfasından her şeyi değiştirebilirsiniz.
      </SectionHead>
      <div className="grid gap-6">
        <Checkbox
          checked={draft.ownSwap}
          onChange={({ target }) => setDraft({ ...draft, ownSwap: target.checked })}
          hint="Aynı ürünün aynı renk ve fiyattaki, stokta olan başka bir bedeni. Stok kendiliğinden güncellenir."
        >
          Beden değiştirebilsin
        </Checkbox>
        <Checkbox
          checked={draft.ownAddress}
          onChange={({ target }) => setDraft({ ...draft, ownAddress: target.checked })}
          hint="Alıcı, telefon ve aynı il içindeki adres."
        >
          Teslimat bilgilerini düzeltebilsin
        </Checkbox>
        <Field
          label="Ödeme bağlantısı kaç saat geçerli olsun?"
          hint="Sizin oluşturduğunuz siparişlerde. Süre dolunca sipariş iptal edilir ve ürünler yeniden satışa çıkar; 1 ile 168 saat arası."
          inputMode="numeric"
          maxLength={3}
          className="sm:max-w-80"
          value={Number.isNaN(draft.linkHours) ? '' : String(draft.linkHours)}
          error={errors.linkHours}
          onChange={({ target }) => setDraft({ ...draft, linkHours: Number.parseInt(target.value, 10) })}
        />
        <SaveBar
          busy={busy}
          unsaved={JSON.stringify(draft) !== JSON.stringify(orderChanges.settings)}
          conflict={conflict}
          onReload={onReload}
        />
      </div>
    </form>
  )
}
