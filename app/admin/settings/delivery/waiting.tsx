import type { WireWaiting } from '#api/wire/admin/settings.ts'
import { Field } from '#app/ui/field.tsx'
import { adminCall } from '../../parts/api.ts'
import type { SectionProps } from '../section.ts'
import { SaveBar, SectionHead } from '../section-parts.tsx'
import { useSection } from '../use-section.ts'

const number = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN)

/** After how many days the dashboard tells of an order that waits. */
export function WaitingSection({ settings: { waiting }, onSaved, onReload }: SectionProps) {
  const { field, form, bar } = useSection<'toSendDays' | 'toDeliverDays', WireWaiting>({
    send: (body) => adminCall<'PUT /admin/settings/waiting'>('PUT', '/admin/settings/waiting', body),
    initial: { toSendDays: String(waiting.toSendDays), toDeliverDays: String(waiting.toDeliverDays) },
    bodyOf: ({ toSendDays, toDeliverDays }) => ({
      toSendDays: number(toSendDays),
      toDeliverDays: number(toDeliverDays),
      version: waiting.version,
    }),
    onSaved: (saved) => onSaved({ waiting: saved }),
  })

  return (
    <form {...form}>
      <SectionHead title="Bekleyen siparişler">
        Bu günlerden uzun bekleyen siparişler Genel bakış’ta görünür. 0 yazarsanız o bekleme için uyarılmazsınız.
      </SectionHead>
      <div className="grid gap-6">
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
        </div>
        <SaveBar {...bar} onReload={onReload} />
      </div>
    </form>
  )
}
