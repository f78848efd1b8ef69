import type { WireSettings } from '#api/wire/admin/settings.ts'
import { Checkbox, Field } from '#app/ui/field.tsx'
import { adminCall } from '../parts/api.ts'
import { wholeOf } from '../parts/number-fields.tsx'
import type { SectionProps } from './section.ts'
import { SaveBar, SectionHead } from './section-parts.tsx'
import { useSection } from './use-section.ts'

type Name = keyof WireSettings['cards']['settings']

/** A box that is ticked, among fields that are texts. */
const apart = 'evet'

/** Settings of the badges and colors on the cards in lists. */
export function CardsSection({ settings: { cards }, onSaved, onReload }: SectionProps) {
  const { values, set, field, form, bar } = useSection<Name, WireSettings>({
    send: (body) => adminCall<'PUT /admin/settings/cards'>('PUT', '/admin/settings/cards', body),
    initial: {
      newDays: String(cards.settings.newDays),
      fewLeft: String(cards.settings.fewLeft),
      colorsApart: cards.settings.colorsApart ? apart : '',
    },
    bodyOf: ({ newDays, fewLeft, colorsApart }) => ({
      settings: { newDays: wholeOf(newDays), fewLeft: wholeOf(fewLeft), colorsApart: colorsApart === apart },
      version: cards.version,
    }),
    onSaved,
  })

  return (
    <form {...form}>
      <SectionHead title="Ürün kartları">
        Listelerde bir ürünün fiyatının altında duran kısa sözler. Bir kartta en çok ikisi görünür; sırası: Tükendi,
        Özel, indirim, son parçalar, yeni.
      </SectionHead>
      <div className="grid gap-6">
        <Checkbox
          checked={values.colorsApart === apart}
          onChange={({ target }) => set('colorsApart', target.checked ? apart : '')}
          hint="Açıkken her rengin kendi kartı vardır ve sayılar renkleri sayar. Kapalıyken bir model tek kartta, renkleri üzerinde durur ve sayılar modelleri sayar."
        >
          Renkleri ayrı göster
        </Checkbox>
        <Field
          label="“Yeni” kaç gün görünsün?"
          hint="Ürünün ilk yayınlandığı günden başlar. 0 yazarsanız hiç görünmez."
          inputMode="numeric"
          maxLength={3}
          className="sm:max-w-80"
          {...field('newDays')}
        />
        <Field
          label="“Son 2” gibi sözler kaç parçadan itibaren görünsün?"
          hint="Bütün bedenlerde kalan parçaların toplamıdır. 0 yazarsanız hiç görünmez."
          inputMode="numeric"
          maxLength={2}
          className="sm:max-w-80"
          {...field('fewLeft')}
        />
        <SaveBar {...bar} onReload={onReload} />
      </div>
    </form>
  )
}
