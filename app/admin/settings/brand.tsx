import { Checkbox, Field } from '#app/ui/field.tsx'
import { SaveBar, SectionHead } from './section-parts.tsx'
import type { SectionProps, ShopSettings } from './settings-shape.ts'
import { useSection } from './use-section.ts'

type Name = keyof ShopSettings['brand']['settings']

/** A box that is ticked, among fields that are texts. */
const shown = 'evet'

/** How the shop is called and reached. */
export function BrandSection({ settings: { brand, legal }, onSaved, onReload }: SectionProps) {
  const { values, set, field, form, bar } = useSection<Name, ShopSettings>({
    path: '/admin/settings/brand',
    initial: { ...brand.settings, instagramShown: brand.settings.instagramShown ? shown : '' },
    bodyOf: (values) => ({ ...values, instagramShown: values.instagramShown === shown, version: brand.version }),
    onSaved,
  })

  return (
    <form {...form}>
      <SectionHead title="Marka">
        Mağazanın adı ve iletişim bilgileri; sayfalarda, e-postalarda, sözleşmelerde ve arama motorlarında görünür. Boş
        bırakılan alanda, silik yazılan değer kullanılır.
      </SectionHead>
      <div className="grid gap-4">
        <Field
          label="Mağaza adı"
          placeholder={brand.defaults.shopName}
          maxLength={60}
          autoComplete="off"
          {...field('shopName')}
        />
        <Field
          label="İletişim e-postası"
          hint="Müşteriler size bu adresten yazar; formlardan gelen mesajlar da buraya gelir."
          type="email"
          placeholder={brand.defaults.shopEmail}
          maxLength={254}
          autoComplete="off"
          {...field('shopEmail')}
        />
        <Field
          label="Telefon"
          hint="Sözleşmelerde ve bilgi sayfalarında görünür."
          type="tel"
          placeholder={legal.inForce.phone}
          maxLength={60}
          autoComplete="off"
          {...field('phone')}
        />
        <Field
          label="Instagram bağlantısı"
          type="url"
          inputMode="url"
          placeholder={brand.defaults.instagramUrl}
          maxLength={300}
          autoComplete="off"
          {...field('instagramUrl')}
        />
        <Checkbox
          checked={values.instagramShown === shown}
          onChange={(event) => set('instagramShown', event.target.checked ? shown : '')}
        >
          Sayfalarda ve e-postalarda Instagram’a bağlantı göster
        </Checkbox>
        <SaveBar {...bar} onReload={onReload} />
      </div>
    </form>
  )
}
