import { useState } from 'react'
import type { WireFeeds } from '#api/wire/admin/channels.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox, Field } from '#app/ui/field.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { toast } from '#app/ui/toast.tsx'
import { type FeedId, type FeedSettings, feedNames } from '#shop/channels/feeds/contract.ts'
import { ProductPicker } from '../../catalog/product-picker.tsx'
import { FeedReport } from './report.tsx'

type FeedFormProps = {
  id: FeedId
  url: string
  feeds: WireFeeds
  settings: FeedSettings
  /** As it is in force: the address works, and the report is about it. */
  saved: FeedSettings
  error: string | undefined
  onChange: (more: Partial<FeedSettings>) => void
}

export function FeedForm({ id, url, feeds, settings, saved, error, onChange }: FeedFormProps) {
  const [open, setOpen] = useState<'leave-out' | 'report'>()
  const left = settings.withoutProducts.length + settings.withoutCategories.length
  return (
    <div className="grid gap-3">
      <Checkbox checked={settings.on} onChange={({ target }) => onChange({ on: target.checked })}>
        <span className="font-semibold text-base">{feedNames[id]}</span>
      </Checkbox>
      {settings.on && (
        <div className="grid gap-3 sm:pl-8">
          {saved.on ? <Address url={url} /> : <p className="text-muted text-sm">Kaydedince adresi burada görünür.</p>}
          <Field
            label="Stok payı"
            hint="Kanalda stok bu kadar eksik görünür; son parçalar mağazanıza kalır."
            inputMode="numeric"
            maxLength={3}
            className="sm:max-w-80"
            value={Number.isNaN(settings.buffer) ? '' : String(settings.buffer)}
            error={error}
            onChange={({ target }) => onChange({ buffer: Number.parseInt(target.value, 10) })}
          />
          <div className="flex flex-wrap gap-x-4">
            <Button look="quiet" onClick={() => setOpen('leave-out')}>
              {left > 0 ? `Dışarıda bırakılanlar (${left})` : 'Dışarıda bırakılacakları seç'}
            </Button>
            {saved.on && (
              <Button look="quiet" onClick={() => setOpen('report')}>
                Kanal neyi kabul etmez?
              </Button>
            )}
          </div>
        </div>
      )}
      <Panel
        open={open === 'leave-out'}
        onClose={() => setOpen(undefined)}
        title={`${feedNames[id]}: dışarıda bırakılanlar`}
        side="right"
      >
        {open === 'leave-out' && <LeaveOut feeds={feeds} settings={settings} onChange={onChange} />}
      </Panel>
      <Panel
        open={open === 'report'}
        onClose={() => setOpen(undefined)}
        title={`${feedNames[id]}: denetim`}
        side="right"
      >
        {open === 'report' && <FeedReport id={id} />}
      </Panel>
    </div>
  )
}

function Address({ url }: { url: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(url)
      toast('good', 'Adres kopyalandı.')
    } catch {
      toast('bad', 'Adres kopyalanamadı; elle seçip kopyalayın.')
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <a
        href={url}
        className="inline-flex min-h-11 min-w-0 items-center break-all text-sm underline decoration-line underline-offset-4"
      >
        {url}
      </a>
      <Button look="quiet" onClick={copy}>
        Kopyala
      </Button>
    </div>
  )
}

type LeaveOutProps = Pick<FeedFormProps, 'feeds' | 'settings' | 'onChange'>

function LeaveOut({ feeds, settings, onChange }: LeaveOutProps) {
  const [names, setNames] = useState(() => new Map(feeds.products.map(({ id, name }) => [id, name])))
  const { withoutProducts, withoutCategories } = settings
  const toggled = (ids: string[], id: string) => (ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id])
  return (
    <div className="grid gap-6">
      <fieldset>
        <legend className="mb-1 font-medium text-sm">Gönderilmeyecek kategoriler</legend>
        {feeds.categories.map(({ id, name }) => (
          <Checkbox
            key={id}
            checked={withoutCategories.includes(id)}
            onChange={() => onChange({ withoutCategories: toggled(withoutCategories, id) })}
          >
            {name}
          </Checkbox>
        ))}
      </fieldset>
      <section>
        <h3 className="mb-1 font-medium text-sm">Gönderilmeyecek ürünler</h3>
        {withoutProducts.length === 0 && <p className="text-muted text-sm">Ürün seçilmedi; hepsi gönderilir.</p>}
        <ul>
          {withoutProducts.map((id) => (
            <li key={id} className="flex items-center justify-between gap-3 border-line border-b text-sm">
              <span className="min-w-0 break-words">{names.get(id) ?? 'Silinmiş ürün'}</span>
              <Button
                look="quiet"
                onClick={() => onChange({ withoutProducts: toggled(withoutProducts, id) })}
                className="-mr-2"
              >
                Geri al<span className="sr-only">: {names.get(id)}</span>
              </Button>
            </li>
          ))}
        </ul>
      </section>
      <ProductPicker
        title="Ürün ekle"
        words={{ add: 'dışarıda bırak', added: 'dışarıda bırakıldı' }}
        chosen={new Set(withoutProducts)}
        onPick={({ id, name }) => {
          setNames((names) => new Map(names).set(id, name))
          if (!withoutProducts.includes(id)) onChange({ withoutProducts: [...withoutProducts, id] })
        }}
      />
      <p className="text-muted text-sm">Seçiminiz, bu pencereyi kapatıp “Kaydet” dediğinizde geçerli olur.</p>
    </div>
  )
}
