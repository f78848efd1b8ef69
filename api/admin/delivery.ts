import type { Ctx } from '#shop/ctx.ts'
import { versionNumber } from '#shop/fields/contract.ts'
import { fromTl, toTl } from '#shop/money.ts'
import { findWaitingSettings, findWaitingVersion, saveWaitingSettings, WaitingSettings } from '#shop/orders/waiting.ts'
import { findDeliveryFee, findDeliveryVersion, saveDeliveryFee } from '#shop/settings/delivery-fee.ts'
import { badInput, json, ok, resource, staffFailures } from '../api.ts'
import { needs } from '../authenticate.ts'
import { route } from '../route.ts'
import { DeliveryChange, type WireDelivery, type WireWaiting } from '../wire/admin/settings.ts'

/** The prices of delivery in TL. */
export async function presentDelivery(ctx: Ctx): Promise<WireDelivery> {
  const { feeKurus, freeFromKurus, provinces, classes } = await findDeliveryFee(ctx)
  return {
    fee: toTl(feeKurus),
    freeFrom: toTl(freeFromKurus),
    provinces: provinces.map(({ city, feeKurus }) => ({ city, fee: toTl(feeKurus) })),
    classes: classes.map(({ name, extraKurus }) => ({ name, extra: toTl(extraKurus) })),
    version: await findDeliveryVersion(ctx),
  }
}

/** The settings for orders that wait: after how many days the shop reports one. */
export async function presentWaiting(ctx: Ctx): Promise<WireWaiting> {
  return { ...(await findWaitingSettings(ctx)), version: await findWaitingVersion(ctx) }
}

const kurus = (tl: number) => fromTl(tl) ?? 0

export const adminDelivery = resource()
  .openapi(
    route('GET /admin/weight-classes', {
      ...needs('catalog'),
      summary: 'The classes of weight that a product may be of, with what they add to the fee of delivery',
      failures: staffFailures,
    }),
    async (c) => ok(c, (await presentDelivery(c.get('ctx'))).classes),
  )
  .openapi(
    route('PUT /admin/settings/delivery', {
      ...needs('settings'),
      summary:
        'What delivery costs: a fee, the total from which on it is free, and provinces with a fee of their own; what heavier products add',
      request: json(DeliveryChange.extend({ version: versionNumber().optional() })),
      failures: { ...staffFailures, ...badInput, 409: 'Somebody else saved since (EDIT_CONFLICT)' },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { version, fee, freeFrom, provinces, classes } = c.req.valid('json')
      const own = provinces.map(({ city, fee }) => ({ city, feeKurus: kurus(fee) }))
      const weights = classes?.map(({ name, extra }) => ({ name, extraKurus: kurus(extra) }))
      const settings = { feeKurus: kurus(fee), freeFromKurus: kurus(freeFrom), provinces: own }
      const renamed = (classes ?? []).flatMap(({ name, was }) => (was && was !== name ? [{ from: was, to: name }] : []))
      await saveDeliveryFee(
        ctx,
        { ...settings, classes: weights ?? (await findDeliveryFee(ctx)).classes },
        { version, renamed },
      )
      return ok(c, await presentDelivery(ctx), 'Kargo ücreti kaydedildi ve yayında.')
    },
  )
  .openapi(
    route('PUT /admin/settings/waiting', {
      ...needs('settings'),
      summary: 'After how many days an order that is not sent, or not delivered, is told; 0: never',
      request: json(WaitingSettings.extend({ version: versionNumber().optional() })),
      failures: { ...staffFailures, ...badInput, 409: 'Somebody else saved since (EDIT_CONFLICT)' },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { version, ...settings } = c.req.valid('json')
      await saveWaitingSettings(ctx, settings, { version })
      return ok(c, await presentWaiting(ctx), 'Kaydedildi.')
    },
  )
