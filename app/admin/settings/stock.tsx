import type { WireStockSettings } from '#api/wire/admin/stock.ts'
import { Field } from '#app/ui/field.tsx'
import { adminCall } from '../parts/api.ts'
import { wholeOf } from '../parts/number-fields.tsx'
import type { SectionProps } from './section.ts'
import { SaveBar, SectionHead } from './section-parts.tsx'
import { useSection } from './use-section.ts'

/** At how few pieces of a size the owner is told, and how long one is kept for who waited for it. */
export function StockSection({ settings: { stock }, onSaved, onReload }: SectionProps) {
  const { field, form, bar } = useSection<'low' | 'keepMinutes', WireStockSettings>({
    send: (body) => adminCall<'PUT /admin/settings/stock'>('PUT', '/admin/settings/stock', body),
    initial: { low: String(stock.low), keepMinutes: String(stock.keepMinutes) },
    bodyOf: ({ low, keepMinutes }) => ({
      low: wholeOf(low),
      keepMinutes: wholeOf(keepMinutes),
      version: stock.version,
    }),
    onSaved: (saved) => onSaved({ stock: saved }),
  })
  return (
    <form {...form}>
      <SectionHead title="Stok">
        Yayındaki bir ürünün bir bedeni bu sayıya indiğinde ürün “Stoğu azalan” listesine girer. Tek bir ürün için başka
        bir sınırı ürün listesinde, “Stok hareketleri” altında yazabilirsiniz.
      </SectionHead>
      <div className="grid gap-6">
        <Field
          label="Bir bedenden kaç adet kalınca uyarılayım?"
          hint="0 yazarsanız yalnızca kendi sınırı olan ürünler için uyarılırsınız."
          inputMode="numeric"
          maxLength={4}
          className="sm:max-w-80"
          {...field('low')}
        />
        <Field
          label="Gelen bir beden, bekleyene kaç dakika ayrılsın?"
          hint="“Gelince haber ver” diyenlere sırayla birer adet ayrılır. Süre dolunca sıradaki kişiye geçer."
          inputMode="numeric"
          maxLength={4}
          className="sm:max-w-80"
          {...field('keepMinutes')}
        />
        <SaveBar {...bar} onReload={onReload} />
      </div>
    </form>
  )
}
