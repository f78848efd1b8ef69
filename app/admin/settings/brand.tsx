import type { WireSettings } from '#api/wire/admin/settings.ts'
import { Checkbox, Field } from '#app/ui/field.tsx'
import { adminCall } from '../parts/api.ts'
import type { SectionProps } from './section.ts'
import { SaveBar, SectionHead } from './section-parts.tsx'
import { useSection } from './use-section.ts'

type Name = keyof WireSettings['brand']['settings']

/** A box that is ticked, among fields that are texts. */
const shown = 'evet'

/** How the shop is called and reached. */
export function BrandSection({ settings: { brand, legal }, onSaved, onReload }: SectionProps) {
  const section = useSection<Name, WireSettings>({
    send: (body) => adminCall<'PUT /admin/settings/brand'>('PUT', '/admin/settings/brand', body),
    initial: { ...brand.settings, instagramShown: brand.settings.instagramShown ? shown : '' },
    bodyOf: (values) => ({ ...values, instagramShown: values.instagramShown === shown, version: brand.version }),
    onSaved,
  })
  const { field, form, bar } = section

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
        <InstagramFields section={section} placeholder={brand.defaults.instagramUrl} />
        <SaveBar {...bar} onReload={onReload} />
      </div>
    </form>
  )
}

type InstagramProps = { section: ReturnType<typeof useSection<Name, WireSettings>>; placeholder: string }

function InstagramFields({ section: { values, set, field }, placeholder }: InstagramProps) {
  return (
    <>
      <Field
        label="Instagram bağlantısı"
        type="url"
        inputMode="url"
        placeholder={placeholder}
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
    </>
  )
}
