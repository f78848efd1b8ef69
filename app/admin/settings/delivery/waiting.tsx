import type { WireWaiting } from '#api/wire/admin/settings.ts'
import { Checkbox, Field } from '#app/ui/field.tsx'
import { adminCall } from '../../parts/api.ts'
import { wholeOf } from '../../parts/number-fields.tsx'
import type { SectionProps } from '../section.ts'
import { SaveBar, SectionHead } from '../section-parts.tsx'
import { useSection } from '../use-section.ts'

type Name = 'toSendDays' | 'toDeliverDays' | 'toCollectDays' | 'confirmPaid'

/** Whether paid orders are confirmed by themselves, and after how many days the dashboard tells of one that waits. */
export function WaitingSection({ settings: { waiting }, onSaved, onReload }: SectionProps) {
  const { values, set, field, form, bar } = useSection<Name, WireWaiting>({
    send: (body) => adminCall<'PUT /admin/settings/waiting'>('PUT', '/admin/settings/waiting', body),
    initial: {
      toSendDays: String(waiting.toSendDays),
      toDeliverDays: String(waiting.toDeliverDays),
      toCollectDays: String(waiting.toCollectDays),
      confirmPaid: waiting.confirmPaid ? 'yes' : '',
    },
    bodyOf: ({ toSendDays, toDeliverDays, toCollectDays, confirmPaid }) => ({
      confirmPaid: confirmPaid === 'yes',
      toSendDays: wholeOf(toSendDays),
      toDeliverDays: wholeOf(toDeliverDays),
      toCollectDays: wholeOf(toCollectDays),
      version: waiting.version,
    }),
    onSaved: (saved) => onSaved({ waiting: saved }),
  })

  return (
    <form {...form}>
      <SectionHead title="Sipariş akışı">
        Siparişlerin nasıl başladığı ve ne kadar beklerse Genel bakış’ta uyarılacağınız.
      </SectionHead>
      <div className="grid gap-6">
        <Checkbox
          checked={values.confirmPaid === 'yes'}
          onChange={({ target }) => set('confirmPaid', target.checked ? 'yes' : '')}
          hint="Açıkken parası alınan sipariş “Onay Bekliyor”da durmaz, doğrudan hazırlanacaklara düşer."
        >
          Ödenen siparişler kendiliğinden onaylansın
        </Checkbox>
        <p className="text-muted text-sm">
          Şu günlerden uzun bekleyen siparişler Genel bakış’ta görünür. 0 yazarsanız o bekleme için uyarılmazsınız.
        </p>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field
            label="Ödendiği hâlde kargoya verilmeyen (gün)"
            inputMode="numeric"
            maxLength={2}
            {...field('toSendDays')}
          />
          <Field
            label="Kargoda olup teslim edilmeyen (gün)"
            inputMode="numeric"
            maxLength={2}
            {...field('toDeliverDays')}
          />
          <Field
            label="Kapıda ödenip tahsil edilmeyen (gün)"
            hint="Teslim edildiği hâlde kargonun parasını göndermediği siparişler."
            inputMode="numeric"
            maxLength={2}
            {...field('toCollectDays')}
          />
        </div>
        <SaveBar {...bar} onReload={onReload} />
      </div>
    </form>
  )
}
