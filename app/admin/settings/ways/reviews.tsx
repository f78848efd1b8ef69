import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { Checkbox } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { Select } from '#app/ui/select.tsx'
import { adminCall } from '../../parts/api.ts'
import { WholeField, wholeOf } from '../../parts/number-fields.tsx'
import type { SectionProps } from '../section.ts'
import { SaveBar, SectionHead } from '../section-parts.tsx'
import { useSave } from '../use-section.ts'

const saveReviews = (body: object) => adminCall<'PUT /admin/settings/reviews'>('PUT', '/admin/settings/reviews', body)

/** Whether who bought a piece may review it, who looks at reviews when, and whether she is asked. */
export function ReviewsSection({ settings: { reviews }, onSaved, onReload }: SectionProps) {
  const [on, setOn] = useState(reviews.settings.on)
  const [moderation, setModeration] = useState(reviews.settings.moderation)
  const fields = useFields({ askAfterDays: String(reviews.settings.askAfterDays) })
  const draft = JSON.stringify([fields.values, on, moderation])
  const [kept, setKept] = useState({ draft, on })
  const { busy, conflict, save } = useSave(saveReviews, fields)

  function submit(event: FormEvent) {
    event.preventDefault()
    const askAfterDays = wholeOf(fields.values.askAfterDays)
    save({ settings: { on, moderation, askAfterDays }, version: reviews.version }, (saved) => {
      setKept({ draft, on })
      onSaved(saved)
    })
  }

  return (
    <form ref={fields.form} onSubmit={submit} noValidate>
      <SectionHead title="Yorumlar">
        Bir ürünü sizden alıp teslim alan müşteri ona yıldız verir; kalıbını, bedenini ve düşündüklerini yazar, isterse
        görsel ekler. Yorumlar ürün sayfasında görünür.
      </SectionHead>
      <div className="grid gap-6">
        <Checkbox checked={on} onChange={({ target }) => setOn(target.checked)}>
          Satın alanlar yorum yazabilsin
        </Checkbox>
        {on && (
          <>
            <Select
              label="Yoruma ne zaman bakılsın?"
              options={[
                { value: 'BEFORE', label: 'Yayından önce: onaylarsanız görünür' },
                { value: 'AFTER', label: 'Yayından sonra: hemen görünür' },
              ]}
              value={moderation}
              onChange={({ target }) => setModeration(target.value === 'AFTER' ? 'AFTER' : 'BEFORE')}
            />
            <WholeField
              label="Teslimattan kaç gün sonra sorulsun?"
              hint="Her sipariş için bir kez, reklam içermeyen bir e-posta gider. 0 yazarsanız kimseye sorulmaz."
              {...fields.field('askAfterDays')}
            />
          </>
        )}
        <ul className="grid list-disc gap-1 pl-5 text-muted text-sm">
          <li>Yorumu yalnızca ürünü teslim alan yazar; her ürün için bir yorumu olur, onu değiştirir ya da siler.</li>
          <li>
            Yönetmelik (m.28/B) yorumların olumlu olumsuz ayrımı yapılmadan en az bir yıl yayınlanmasını ister; olumsuz
            diye reddedilmez. Reddettiğiniz yorumun nedeni yazana e-postayla gider.
          </li>
          <li>Yorum karşılığında indirim, puan ya da hediye vermeyin; başka yerden yorum da eklenemez.</li>
          <li>Hemen görünen bir yorum uygunsuzsa onu sonradan kaldırırsınız.</li>
          <li>Bağlantı ya da telefon numarası içeren bir yorum, hangi seçenekte olursa olsun önce size gelir.</li>
          <li>Kapatırsanız yorumlar silinmez, yalnızca görünmez.</li>
        </ul>
        {kept.on && (
          <Link
            to="/admin/yorumlar"
            className="inline-flex min-h-11 items-center justify-self-start text-sm underline decoration-line underline-offset-4 hover:decoration-ink"
          >
            Yorumlara git
          </Link>
        )}
        <SaveBar busy={busy} unsaved={draft !== kept.draft} conflict={conflict} onReload={onReload} />
      </div>
    </form>
  )
}
