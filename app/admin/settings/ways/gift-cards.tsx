import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { Checkbox } from '#app/ui/field.tsx'
import { adminCall } from '../../parts/api.ts'
import type { SectionProps } from '../section.ts'
import { SaveBar, SectionHead } from '../section-parts.tsx'
import { useSave } from '../use-section.ts'

/** Whether there are gift cards. */
export function GiftCardsSection({ settings: { giftCards }, onSaved, onReload }: SectionProps) {
  const [on, setOn] = useState(giftCards.settings.on)
  const [kept, setKept] = useState(on)
  const { busy, conflict, save } = useSave(
    (body) => adminCall<'PUT /admin/settings/gift-cards'>('PUT', '/admin/settings/gift-cards', body),
    { values: {}, accept: (found) => Object.keys(found).length === 0 },
  )

  function submit(event: FormEvent) {
    event.preventDefault()
    save({ settings: { on }, version: giftCards.version }, (saved) => {
      setKept(on)
      onSaved(saved)
    })
  }

  return (
    <form onSubmit={submit} noValidate>
      <SectionHead title="Hediye kartları">
        Bakiyesi olan kodlar oluşturursunuz; kodu bilen müşteri siparişinin tamamını ya da bir kısmını onunla öder.
      </SectionHead>
      <div className="grid gap-6">
        <Checkbox checked={on} onChange={({ target }) => setOn(target.checked)}>
          Ödeme adımında hediye kartı kullanılabilsin
        </Checkbox>
        <ul className="grid list-disc gap-1 pl-5 text-muted text-sm">
          <li>Kartların son kullanma tarihi yoktur; kalan bakiye sonraki alışverişlerde kullanılır.</li>
          <li>Kart bir ödeme aracıdır, indirim değildir: fatura ve KDV siparişin tam tutarı üzerindendir.</li>
          <li>İade ve iptalde kartla ödenen kısım karta, parayla ödenen kısım para olarak geri döner.</li>
          <li>Kapatırsanız kartlardaki bakiye durur, siz yeniden açana kadar kullanılamaz.</li>
        </ul>
        {kept && (
          <Link
            to="/admin/hediye-kartlari"
            className="inline-flex min-h-11 items-center justify-self-start text-sm underline decoration-line underline-offset-4 hover:decoration-ink"
          >
            Hediye kartlarına git
          </Link>
        )}
        <SaveBar busy={busy} unsaved={on !== kept} conflict={conflict} onReload={onReload} />
      </div>
    </form>
  )
}
