import type { WireSettings } from '#api/wire/admin/settings.ts'
import { Select } from '#app/ui/select.tsx'
import type { DeliveryFee } from '#shop/settings/delivery-fee.ts'
import { promisesOf, type Terms } from '#shop/settings/promises.ts'
import { adminCall } from '../../parts/api.ts'
import { WholeField, wholeOf } from '../../parts/number-fields.tsx'
import type { SectionProps } from '../section.ts'
import { SaveBar, SectionHead } from '../section-parts.tsx'
import { useSection } from '../use-section.ts'
import { feeOf } from './fee-of.ts'

const hours = Array.from({ length: 17 }, (_, index) => index + 6)

function fieldsOf({ dispatchHour, dispatchDays, deliveryDays, freeReturnDays, exchangeDays }: Terms) {
  return {
    dispatchHour: String(dispatchHour),
    'dispatchDays.from': String(dispatchDays.from),
    'dispatchDays.to': String(dispatchDays.to),
    'deliveryDays.from': String(deliveryDays.from),
    'deliveryDays.to': String(deliveryDays.to),
    freeReturnDays: String(freeReturnDays),
    exchangeDays: String(exchangeDays),
  }
}

function termsOf(values: ReturnType<typeof fieldsOf>): Terms {
  return {
    dispatchHour: wholeOf(values.dispatchHour),
    dispatchDays: { from: wholeOf(values['dispatchDays.from']), to: wholeOf(values['dispatchDays.to']) },
    deliveryDays: { from: wholeOf(values['deliveryDays.from']), to: wholeOf(values['deliveryDays.to']) },
    freeReturnDays: wholeOf(values.freeReturnDays),
    exchangeDays: wholeOf(values.exchangeDays),
  }
}

/** The shop's promises in numbers, and beside them the sentences that every page will show. */
export function TermsSection({ settings: { terms, delivery }, onSaved, onReload }: SectionProps) {
  const { values, field, form, bar } = useSection<keyof ReturnType<typeof fieldsOf>, WireSettings>({
    send: (body) => adminCall<'PUT /admin/settings/terms'>('PUT', '/admin/settings/terms', body),
    initial: fieldsOf(terms.settings),
    bodyOf: (values) => ({ settings: termsOf(values), version: terms.version }),
    onSaved,
  })

  return (
    <form {...form}>
      <SectionHead title="Teslimat ve iade">
        Bu sayılar ürün sayfalarında, bilgi sayfalarında, sözleşmelerde ve arama motorlarında aynı sözlerle görünür.
      </SectionHead>
      <div className="grid gap-6">
        <Select
          label="Aynı gün kargo için son saat (hafta içi)"
          options={hours.map((hour) => ({ value: String(hour), label: `${String(hour).padStart(2, '0')}:00` }))}
          className="sm:max-w-60"
          {...field('dispatchHour')}
        />
        <DaySpan legend="Diğer siparişler kaç iş gününde kargoya verilir?" name="dispatchDays" field={field} />
        <DaySpan legend="Kargo kaç iş gününde teslim eder?" name="deliveryDays" field={field} />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <WholeField
            label="Ücretsiz iade süresi (gün)"
            hint="Yasal süre 14 gündür; daha uzun verebilirsiniz."
            {...field('freeReturnDays')}
          />
          <WholeField
            label="Değişim süresi (gün)"
            hint="Ücretsiz iade süresinden sonraki değişimde kargo müşteriye aittir."
            {...field('exchangeDays')}
          />
        </div>
        <Preview terms={termsOf(values)} fee={feeOf(delivery)} />
        <SaveBar {...bar} onReload={onReload} />
      </div>
    </form>
  )
}

type DaySpanProps = {
  legend: string
  name: 'dispatchDays' | 'deliveryDays'
  field: (name: `${'dispatchDays' | 'deliveryDays'}.${'from' | 'to'}`) => object
}

function DaySpan({ legend, name, field }: DaySpanProps) {
  return (
    <fieldset>
      <legend className="mb-2 font-medium text-sm">{legend}</legend>
      <div className="grid grid-cols-2 items-start gap-4 sm:max-w-80">
        <WholeField label="En az" {...field(`${name}.from`)} />
        <WholeField label="En çok" {...field(`${name}.to`)} />
      </div>
    </fieldset>
  )
}

/** The very sentences that pages and contracts will show. */
function Preview({ terms, fee }: { terms: Terms; fee: DeliveryFee }) {
  if (JSON.stringify(terms).includes('null')) return null
  const { sentence, rules } = promisesOf(terms, fee)
  const { dispatch, delivery, withdrawal, exchange } = rules
  return (
    <section aria-label="Önizleme" className="border-line border-l-2 pl-4 text-sm">
      <h3 className="mb-2 text-muted">Sayfalarda şöyle yazar</h3>
      <ul className="grid gap-2">
        {[sentence, dispatch, delivery, withdrawal, exchange].map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </section>
  )
}
