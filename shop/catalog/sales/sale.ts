import { formatMoment } from '../../time.ts'
import type { sales } from './schema.ts'

/** A sale as it is stored. */
export type Sale = typeof sales.$inferSelect

/** A sale as the audit records it. */
export function factsOf({ name, percent, priceKurus, startsAt, endsAt, state }: Sale, sizes?: number) {
  return {
    name,
    ...(percent === null ? { salePriceKurus: priceKurus } : { percent }),
    startsAt: formatMoment(startsAt),
    endsAt: endsAt && formatMoment(endsAt),
    saleState: state,
    ...(sizes === undefined ? {} : { sizes }),
  }
}
