import type { WireSettings } from '#api/wire/admin/settings.ts'
import { fromTl } from '#shop/money.ts'
import type { DeliveryFee } from '#shop/settings/delivery-fee.ts'

/** The fee as the shop reckons with it, for previews of its words. */
export function feeOf({ fee, freeFrom, provinces, classes }: Omit<WireSettings['delivery'], 'version'>): DeliveryFee {
  const kurus = (tl: number) => fromTl(tl) ?? 0
  const own = provinces.map(({ city, fee }) => ({ city, feeKurus: kurus(fee) }))
  const heavier = classes.map(({ name, extra }) => ({ name, extraKurus: kurus(extra) }))
  return { feeKurus: kurus(fee), freeFromKurus: kurus(freeFrom), provinces: own, classes: heavier }
}
