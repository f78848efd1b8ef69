import type { ReactNode } from 'react'
import type { WireSettings } from '#api/wire/admin/settings.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { adminCall } from '../parts/api.ts'
import { ListFailed } from '../parts/list-parts.tsx'
import { BrandSection } from '../settings/brand.tsx'
import { DeliveryFeeSection } from '../settings/delivery/fee.tsx'
import { TermsSection } from '../settings/delivery/terms.tsx'
import { LegalSection } from '../settings/legal.tsx'
import type { SectionProps } from '../settings/section.ts'
import type { StepProps } from './step.ts'

/** Steps that are sections of the settings too: the same forms, with the same saving. */
function Own({ onChanged, children }: Pick<StepProps, 'onChanged'> & { children: (props: SectionProps) => ReactNode }) {
  const { state, again, change } = useLoaded('settings', (signal) =>
    adminCall<'GET /admin/settings'>('GET', '/admin/settings', undefined, { signal }),
  )
  if (state.kind === 'failed') return <ListFailed error={state.error} otherwise="Ayarlar alınamadı" onAgain={again} />
  if (state.kind === 'loading')
    return (
      <div role="status" aria-label="Ayarlar yükleniyor">
        <Skeleton className="h-96" />
      </div>
    )
  const onSaved = (saved: Partial<WireSettings>) => {
    change((answer) => ({ ...answer, data: { ...answer.data, ...saved } }))
    onChanged()
  }
  return children({ settings: state.value.data, onSaved, onReload: again })
}

export function BrandStep({ onChanged }: StepProps) {
  return <Own onChanged={onChanged}>{(props) => <BrandSection {...props} />}</Own>
}

export function LegalStep({ onChanged }: StepProps) {
  return <Own onChanged={onChanged}>{(props) => <LegalSection {...props} />}</Own>
}

export function DeliveryStep({ onChanged }: StepProps) {
  return (
    <Own onChanged={onChanged}>
      {(props) => (
        <div className="grid gap-12">
          <DeliveryFeeSection {...props} />
          <TermsSection {...props} />
        </div>
      )}
    </Own>
  )
}
