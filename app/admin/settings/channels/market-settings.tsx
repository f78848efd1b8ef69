import { type FormEvent, useState } from 'react'
import type { WireMarket } from '#api/wire/admin/channels.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { adminCall } from '../../parts/api.ts'
import { amountOf } from '../../parts/number-fields.tsx'
import { useAdminSubmit } from '../../parts/use-admin-submit.ts'
import { MarketSearch } from './market-search.tsx'

/** How much stock it is told of, and what new products are called there. */
export function MarketSettingsForm({ market, onSaved }: { market: WireMarket; onSaved: () => void }) {
  const { title, settings, version } = market
  const [buffer, setBuffer] = useState(String(settings.buffer))
  const [desi, setDesi] = useState(String(settings.desi).replace('.', ','))
  const [brand, setBrand] = useState(settings.brand)
  const [searching, setSearching] = useState(false)
  const { busy, submit } = useAdminSubmit('Ayarlar kaydedilemedi')
  function save(event: FormEvent) {
    event.preventDefault()
    void submit(async () => {
      const body = { settings: { buffer: Number.parseInt(buffer, 10), desi: amountOf(desi), brand }, version }
      const { message } = await adminCall<'PUT /admin/settings/marketplace'>('PUT', '/admin/settings/marketplace', body)
      onSaved()
      return message
    })
  }
  return (
    <form onSubmit={save} noValidate className="grid max-w-xl gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Stok payı"
          hint="Stok bu kadar eksik gönderilir; iki yerde birden satılma azalır."
          inputMode="numeric"
          maxLength={3}
          value={buffer}
          onChange={({ target }) => setBuffer(target.value)}
        />
        <Field
          label="Desi"
          hint="Tek parçalık kolinizin desisi; yeni ürünlerle gönderilir."
          inputMode="decimal"
          maxLength={5}
          value={desi}
          onChange={({ target }) => setDesi(target.value)}
        />
      </div>
      <p className="flex flex-wrap items-center gap-x-4 text-sm">
        <span>
          {title}’daki markanız: <b>{brand?.name ?? 'seçilmedi'}</b>
        </span>
        <Button look="quiet" aria-expanded={searching} onClick={() => setSearching(!searching)}>
          {brand ? 'Markayı değiştir' : 'Marka seç'}
        </Button>
      </p>
      {searching && (
        <MarketSearch
          label="Markanızın adı"
          hint={`${title}’da yazıldığı gibi; büyük ve küçük harf önemlidir.`}
          of="market-brands"
          onPick={(found) => {
            setBrand(found)
            setSearching(false)
          }}
        />
      )}
      <Button type="submit" look="secondary" disabled={busy} className="justify-self-start">
        Pazaryeri ayarlarını kaydet
      </Button>
    </form>
  )
}
