import { type FormEvent, useState } from 'react'
import { Checkbox, Field, TextArea } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { Select } from '#app/ui/select.tsx'
import { adminCall } from '../../parts/api.ts'
import type { SectionProps } from '../section.ts'
import { SaveBar, SectionHead } from '../section-parts.tsx'
import { useSave } from '../use-section.ts'

const saveReturns = (body: object) => adminCall<'PUT /admin/settings/returns'>('PUT', '/admin/settings/returns', body)

/** Whether shoppers ask for returns by themselves, and how they send them. */
export function ReturnsSection({ settings: { returns, legal }, onSaved, onReload }: SectionProps) {
  const { contractCode, howToSend } = returns.settings
  const fields = useFields({ contractCode, howToSend, reserveDays: String(returns.settings.reserveDays) })
  const [enabled, setEnabled] = useState(returns.settings.enabled)
  const [exchanges, setExchanges] = useState(returns.settings.exchanges)
  const [exchangeSend, setExchangeSend] = useState(returns.settings.exchangeSend)
  const draft = JSON.stringify([fields.values, enabled, exchanges, exchangeSend])
  const [kept, setKept] = useState(draft)
  const { busy, conflict, save } = useSave(saveReturns, fields)

  function submit(event: FormEvent) {
    event.preventDefault()
    const reserveDays = Number(fields.values.reserveDays)
    save(
      { settings: { ...fields.values, reserveDays, enabled, exchanges, exchangeSend }, version: returns.version },
      (saved) => {
        setKept(draft)
        onSaved({ returns: saved })
      },
    )
  }

  return (
    <form ref={fields.form} onSubmit={submit} noValidate>
      <SectionHead title="Kolay iade">
        Müşteriler paketlenen, kargodaki ve teslim edilen siparişlerini hesaplarından iade ister; siz İadeler bölümünde
        onaylar, teslim alır ve parasını iade edersiniz. Gün sayıları Teslimat ve iade bölümündedir.
      </SectionHead>
      <div className="grid gap-6">
        <Checkbox checked={enabled} onChange={({ target }) => setEnabled(target.checked)}>
          Kolay iade açık
        </Checkbox>
        <Checkbox checked={exchanges} disabled={!enabled} onChange={({ target }) => setExchanges(target.checked)}>
          Değişim de isteyebilsinler (başka beden, renk ya da ürün)
        </Checkbox>
        {exchanges && (
          <>
            <Select
              label="Yeni ürün ne zaman gönderilir?"
              options={[
                { value: 'RECEIVED', label: 'Eski ürün gelip kontrol edilince' },
                { value: 'ON_ITS_WAY', label: 'Müşteri eski ürünü kargoya verince' },
              ]}
              value={exchangeSend}
              onChange={({ target }) => setExchangeSend(target.value === 'ON_ITS_WAY' ? 'ON_ITS_WAY' : 'RECEIVED')}
            />
            <Field
              label="Yeni ürün kaç gün ayrılır?"
              inputMode="numeric"
              hint="Eski ürün bu süre içinde kargoya verilmezse ayrılan ürün yeniden satışa çıkar."
              {...fields.field('reserveDays')}
            />
          </>
        )}
        <p className="text-muted text-sm">
          İade kargosu: {legal.inForce.returnCarrier || 'yazılmamış'}. Adres:{' '}
          {legal.inForce.returnAddress || 'yazılmamış'}. İkisini de Yasal bilgiler bölümünde değiştirirsiniz.
        </p>
        <Field
          label="Kargo anlaşma kodu"
          optional
          hint="Müşteri kargo şubesinde bu kodu söyler."
          maxLength={40}
          {...fields.field('contractCode')}
        />
        <TextArea
          label="Nasıl gönderilir?"
          optional
          hint="Boşsa: etiketleriyle paketleyip şubeye götürmesi ve kodunu söylemesi yazılır."
          maxLength={300}
          {...fields.field('howToSend')}
        />
        <SaveBar busy={busy} unsaved={draft !== kept} conflict={conflict} onReload={onReload} />
      </div>
    </form>
  )
}
