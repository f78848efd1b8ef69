import type { WireSettings } from '#api/wire/admin/settings.ts'
import { Field } from '#app/ui/field.tsx'
import { formatPhone } from '#shop/fields/phone.ts'
import { adminCall } from '../parts/api.ts'
import type { SectionProps } from './section.ts'
import { SaveBar, SectionHead } from './section-parts.tsx'
import { useSection } from './use-section.ts'

/** Where shoppers write to the shop on WhatsApp. */
export function WhatsappSection({ settings: { whatsapp }, onSaved, onReload }: SectionProps) {
  const { field, form, bar } = useSection<'number', WireSettings>({
    send: (body) => adminCall<'PUT /admin/settings/whatsapp'>('PUT', '/admin/settings/whatsapp', body),
    initial: { number: formatPhone(whatsapp.settings.number) },
    bodyOf: (settings) => ({ settings, version: whatsapp.version }),
    onSaved,
  })
  return (
    <form {...form}>
      <SectionHead title="WhatsApp">
        Numaranızı yazarsanız ürün sayfalarında ve müşterinin siparişinde “WhatsApp’tan sor” görünür; mesajı hangi ürün,
        beden ya da sipariş için yazdığıyla gelir. Boş bırakırsanız hiçbir yerde WhatsApp geçmez.
      </SectionHead>
      <div className="grid gap-4">
        <Field
          label="WhatsApp numarası"
          type="tel"
          placeholder="0532 111 22 33"
          maxLength={30}
          autoComplete="off"
          {...field('number')}
        />
        <SaveBar {...bar} onReload={onReload} />
      </div>
    </form>
  )
}
