import { type FormEvent, useState } from 'react'
import { Checkbox } from '#app/ui/field.tsx'
import { adminCall } from '../../parts/api.ts'
import type { SectionProps } from '../section.ts'
import { SaveBar, SectionHead } from '../section-parts.tsx'
import { useSave } from '../use-section.ts'

/** Whether shoppers may buy without an account. */
export function GuestsSection({ settings: { guests }, onSaved, onReload }: SectionProps) {
  const [on, setOn] = useState(guests.settings.on)
  const [kept, setKept] = useState(on)
  const { busy, conflict, save } = useSave(
    (body) => adminCall<'PUT /admin/settings/guests'>('PUT', '/admin/settings/guests', body),
    { values: {}, accept: (found) => Object.keys(found).length === 0 },
  )

  function submit(event: FormEvent) {
    event.preventDefault()
    save({ settings: { on }, version: guests.version }, (saved) => {
      setKept(on)
      onSaved(saved)
    })
  }

  return (
    <form onSubmit={submit} noValidate>
      <SectionHead title="Üyeliksiz alışveriş">
        Üye olmak istemeyen müşteri, e-postasına gelen 6 haneli kodla alışverişini tamamlar; açık olan bütün ödeme
        yöntemlerini kullanabilir.
      </SectionHead>
      <div className="grid gap-6">
        <Checkbox checked={on} onChange={({ target }) => setOn(target.checked)}>
          Üye olmadan alışveriş yapılabilsin
        </Checkbox>
        <ul className="grid list-disc gap-1 pl-5 text-muted text-sm">
          <li>Siparişini e-postalardaki bağlantıdan izler, belgelerini indirir, hazırlanmadan iptal edebilir.</li>
          <li>Bağlantısını kaybeden, sayfanın altındaki “Sipariş takip” bölümünden yenisini ister.</li>
          <li>Aynı adresle sonradan üye olup adresini doğrularsa siparişleri hesabına geçer.</li>
          <li>
            Kapatırsanız yeni alışverişler için giriş gerekir; verilmiş siparişlerin bağlantıları çalışmaya devam eder.
          </li>
        </ul>
        <SaveBar busy={busy} unsaved={on !== kept} conflict={conflict} onReload={onReload} />
      </div>
    </form>
  )
}
