import { type FormEvent, useState } from 'react'
import type { WireNewsSettings } from '#api/wire/news.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Checkbox } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { useUnsavedChange } from '#app/ui/leaving/unsaved.ts'
import { Notice } from '#app/ui/notice.tsx'
import { adminCall } from '../parts/api.ts'
import { FormPanel } from '../parts/leaving/form-panel.tsx'
import { ListState } from '../parts/list-parts.tsx'
import { WholeField, wholeOf } from '../parts/number-fields.tsx'
import { useAdminSubmit } from '../parts/use-admin-submit.ts'

const formId = 'news-settings'

/** How fast newsletters are sent. */
export function NewsSettingsPanel({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <FormPanel open={open} onClose={onClose} title="Gönderim ayarları" form={formId}>
      {open && <Loading onClose={onClose} />}
    </FormPanel>
  )
}

function Loading({ onClose }: { onClose: () => void }) {
  const { state, again } = useLoaded('news settings', (signal) =>
    adminCall<'GET /admin/newsletters/settings'>('GET', '/admin/newsletters/settings', undefined, { signal }),
  )
  if (state.kind !== 'ready')
    return <ListState state={state} what="Ayarlar" otherwise="Ayarlar alınamadı" onAgain={again} />
  return <SettingsForm {...state.value.data} onClose={onClose} />
}

type FormProps = WireNewsSettings & { onClose: () => void }

function SettingsForm({ version, settings, mailServer, onClose }: FormProps) {
  const fields = useFields({
    mailsAnHour: String(settings.mailsAnHour),
    percent: String(settings.priceFall.percent),
    hours: String(settings.keptCarts.hours),
  })
  const [on, setOn] = useState(settings.priceFall.on)
  const [carts, setCarts] = useState(settings.keptCarts.on)
  useUnsavedChange([fields.values, on, carts])
  const [kept] = useState(version)
  const { submit } = useAdminSubmit('Ayarlar kaydedilemedi. Lütfen tekrar deneyin.', {
    form: fields,
    fieldName: (name) => name.replace(/^(priceFall|keptCarts)\./, ''),
  })

  function save(event: FormEvent) {
    event.preventDefault()
    void submit(async () => {
      const { mailsAnHour, percent, hours } = fields.values
      const priceFall = { on, percent: wholeOf(percent) }
      const keptCarts = { on: carts, hours: wholeOf(hours) }
      const body = { mailsAnHour: wholeOf(mailsAnHour), priceFall, keptCarts, version: kept }
      const { message } = await adminCall<'PUT /admin/newsletters/settings'>('PUT', '/admin/newsletters/settings', body)
      onClose()
      return message ?? 'Kaydedildi.'
    })
  }

  return (
    <form id={formId} ref={fields.form} noValidate onSubmit={save} className="grid gap-4">
      {!mailServer && (
        <Notice tone="bad">
          E-posta sunucusu (SMTP) ayarlı değil: bültenler kimseye ulaşmaz, yalnızca sunucudaki klasöre yazılır.
        </Notice>
      )}
      <WholeField
        label="Saatte en çok kaç e-posta"
        hint="E-posta sağlayıcınızın izin verdiğinden azını yazın. Gönderim saate yayılır; sipariş e-postaları beklemez, hep önce gider."
        {...fields.field('mailsAnHour')}
      />
      <fieldset className="grid gap-4 border-line border-t pt-4">
        <Checkbox
          checked={on}
          onChange={({ target }) => setOn(target.checked)}
          hint="Yalnızca e-posta izni verenlere, her düşüş için bir kez. Önce artırılıp sonra indirilen fiyat düşüş sayılmaz."
        >
          Favorisinin fiyatı düşen müşteriye haber ver
        </Checkbox>
        {on && <WholeField label="En az ne kadar düşünce (%)" {...fields.field('percent')} />}
      </fieldset>
      <fieldset className="grid gap-4 border-line border-t pt-4">
        <Checkbox
          checked={carts}
          onChange={({ target }) => setCarts(target.checked)}
          hint="Yalnızca giriş yapmış ve e-posta izni vermiş olanlara, her sepet için bir kez. Sipariş verene gitmez. Açıkken bu kişilerin sepeti en çok 14 gün saklanır; gizlilik metninizde kendiliğinden yazar."
        >
          Sepetini bırakıp giden müşteriye hatırlat
        </Checkbox>
        {carts && <WholeField label="Son değişiklikten kaç saat sonra" {...fields.field('hours')} />}
      </fieldset>
    </form>
  )
}
