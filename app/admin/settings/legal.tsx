import { Link } from 'react-router'
import type { WireLegal } from '#api/wire/admin/settings.ts'
import { Field } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Select } from '#app/ui/select.tsx'
import { vatRates } from '#shop/fields/vat-rates.ts'
import type { ShopPolicies } from '#shop/settings/policies.ts'
import { adminCall } from '../parts/api.ts'
import { WholeField } from '../parts/number-fields.tsx'
import type { SectionProps } from './section.ts'
import { SaveBar, SectionHead } from './section-parts.tsx'
import { useSection } from './use-section.ts'

type Name = Exclude<keyof ShopPolicies, 'phone'>

const fields: { name: Name; label: string; hint?: string }[] = [
  { name: 'merchantTitle', label: 'Ticaret unvanı', hint: 'Esnafsanız adınız ve soyadınız' },
  { name: 'mersis', label: 'MERSİS numarası', hint: '16 rakam; esnafsanız boş bırakıp vergi numarası yazın' },
  { name: 'taxOffice', label: 'Vergi dairesi' },
  { name: 'taxNumber', label: 'Vergi numarası', hint: '10 rakam; şahıs işletmesinde T.C. kimlik numaranız' },
  { name: 'tradeRegistry', label: 'Ticaret sicil numarası' },
  { name: 'chamber', label: 'Meslek odası' },
  { name: 'address', label: 'Merkez adresi' },
  { name: 'kep', label: 'KEP adresi', hint: 'Örneğin ad@hs01.kep.tr' },
  {
    name: 'etbis',
    label: 'ETBİS kaydı',
    hint: 'e-Devlet’teki ETBİS kaydınızın doğrulama bağlantısı ya da karekodunun açtığı adres',
  },
  { name: 'returnCarrier', label: 'İade kargo firması', hint: 'Müşterinin ücretsiz kullanacağı anlaşmalı firma' },
  { name: 'returnAddress', label: 'İade adresi' },
]

function labelOf(name: keyof ShopPolicies): string {
  if (name === 'phone') return 'Telefon'
  return fields.find((field) => field.name === name)?.label ?? name
}

/** The seller's identity, as every contract and policy page shows it. */
export function LegalSection({ settings: { legal }, onSaved, onReload }: SectionProps) {
  const { phone: _, priceWindowDays, vatRate, ...texts } = legal.settings
  const { field, form, bar } = useSection<Name | 'priceWindowDays' | 'vatRate', WireLegal>({
    send: (body) => adminCall<'PUT /admin/settings/legal'>('PUT', '/admin/settings/legal', body),
    initial: { ...texts, priceWindowDays: String(priceWindowDays), vatRate: String(vatRate) },
    bodyOf: ({ priceWindowDays, vatRate, ...texts }) => ({
      ...texts,
      priceWindowDays: Number(priceWindowDays),
      vatRate: Number(vatRate),
      version: legal.version,
    }),
    onSaved: (saved) => onSaved({ legal: saved }),
  })

  return (
    <form {...form}>
      <SectionHead title="Yasal bilgiler">
        Bu bilgiler sözleşmelerde, ön bilgilendirme formunda ve bilgi sayfalarında görünür.
      </SectionHead>
      <div className="grid gap-4">
        {legal.missing.length > 0 && <Missing names={legal.missing} />}
        {fields.map(({ name, label, hint }) => (
          <Field
            key={name}
            label={label}
            hint={hint}
            maxLength={300}
            placeholder={legal.inForce[name]}
            autoComplete="off"
            {...field(name)}
          />
        ))}
        <WholeField
          label="İndirimde bakılan süre (gün)"
          hint="Üstü çizili fiyat, indirimden önceki bu kadar günün en düşük fiyatını aşamaz. Yasal en az süre 10 gündür."
          {...field('priceWindowDays')}
        />
        <Select
          label="KDV oranı"
          options={vatRates.map((rate) => ({ value: String(rate), label: `%${rate}` }))}
          {...field('vatRate')}
        />
        <p className="-mt-3 text-muted text-sm">
          Fiyatlarınız KDV dahildir. Oranı farklı olan ürünlerde ürün sayfasından seçin. Kargo ve ödeme yöntemi
          ücretleri %20 sayılır. Oranlar için mali müşavirinize danışın.
        </p>
        <SaveBar {...bar} onReload={onReload} />
      </div>
    </form>
  )
}

function Missing({ names }: { names: WireLegal['missing'] }) {
  return (
    <Notice tone="bad">
      Satışa açılmak için eksik olanlar: {names.map(labelOf).join(', ')}.
      {names.includes('phone') && (
        <>
          {' '}
          Telefon{' '}
          <Link to="/admin/ayarlar?bolum=marka" className="underline underline-offset-4">
            Marka
          </Link>{' '}
          bölümündedir.
        </>
      )}
    </Notice>
  )
}
