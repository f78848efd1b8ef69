import type { ReactNode } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import { Fold } from './fold.tsx'
import type { deliveryDates } from './live.ts'

export type DeliveryWords = {
  shipping: string
  returns: string
  dispatch: string
  /** '17:00’ye' */
  untilHour: string
  deliveryDays: string
  /** The rules of delivery, and those of returns. */
  rules: { delivery: string[]; returns: string[] }
}

type DeliveryProps = {
  promises: DeliveryWords
  dates: ReturnType<typeof deliveryDates>
  exemption: string | null
}

/** Delivery, returns and dispatch of this product at a glance. Its height does not depend on whether dates are known. */
export function Promises({ promises, dates, exemption }: DeliveryProps) {
  return (
    <ul className="mt-8 flex flex-col gap-3 border-line border-t pt-6">
      <Note icon="truck">{promises.shipping}</Note>
      <Note icon="return">{returnsOf(promises, exemption)}</Note>
      <Note icon="box">
        <span>
          {promises.dispatch}
          <span className="block text-muted text-sm">
            {dates ? `${dates.span} elinizde` : `${promises.deliveryDays} iş gününde elinizde`}
          </span>
        </span>
      </Note>
    </ul>
  )
}

/** The same in full. */
export function Delivery({ promises, dates, exemption }: DeliveryProps) {
  const { rules, untilHour } = promises
  const beginning = dates?.today ? `Bugün ${untilHour} kadar verin` : 'Şimdi verin'
  return (
    <Fold title="Teslimat ve iade">
      {dates && (
        <p className="font-medium text-ink">
          {beginning}, {dates.span} elinizde.
        </p>
      )}
      <p>{rules.delivery.join(' ')}</p>
      <p>{exemption ? returnsOf(promises, exemption) : rules.returns.join(' ')}</p>
    </Fold>
  )
}

function returnsOf({ returns }: DeliveryProps['promises'], exemption: string | null): string {
  return exemption ? `Cayma hakkı yoktur: ${exemption}` : returns
}

function Note({ icon, children }: { icon: 'truck' | 'return' | 'box'; children: ReactNode }) {
  return (
    <li className="flex items-center gap-3">
      <Icon name={icon} />
      {children}
    </li>
  )
}
