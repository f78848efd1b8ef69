import { z } from '@hono/zod-openapi'
import { markCollected, markRefused } from '#shop/checkout/ways/door/collect.ts'
import { collectMany, readPayouts } from '#shop/checkout/ways/door/payouts.ts'
import { findDoorSettings, findDoorVersion, saveDoorSettings } from '#shop/checkout/ways/door/settings.ts'
import { payoutMeanings } from '#shop/checkout/ways/sheets/contract.ts'
import type { Ctx } from '#shop/ctx.ts'
import { versionNumber } from '#shop/fields/contract.ts'
import { fromTl, toTl } from '#shop/money.ts'
import { shownOrderId } from '#shop/order-id.ts'
import { badInput, fileOf, Id, json, ok, resource, staffFailures } from '../api.ts'
import { needs } from '../authenticate.ts'
import { route } from '../route.ts'
import { DoorChange, type WireDoor } from '../wire/admin/settings.ts'
import { sheetForm } from '../wire/admin/sheets.ts'
import { adminOrderOf } from './orders.ts'

const Collected = z.object({
  orderIds: z
    .array(z.uuid('Sipariş geçersiz'), 'Sipariş seçin')
    .min(1, 'Sipariş seçin')
    .max(500, 'En çok 500 sipariş seçilebilir'),
})

/** The settings with their amounts in TL. */
export async function presentDoor(ctx: Ctx): Promise<WireDoor> {
  const { feeKurus, smallestKurus, largestKurus, ...settings } = await findDoorSettings(ctx)
  const amounts = { fee: toTl(feeKurus), smallest: toTl(smallestKurus), largest: toTl(largestKurus) }
  return { ...settings, ...amounts, version: await findDoorVersion(ctx) }
}

export const adminDoor = resource()
  .openapi(
    route('GET /admin/settings/door', {
      ...needs('settings'),
      summary: 'Paying at the door: its fee, for which orders, and for whom',
      failures: staffFailures,
    }),
    async (c) => {
      const ctx = c.get('ctx')
      return ok(c, await presentDoor(ctx))
    },
  )
  .openapi(
    route('PUT /admin/settings/door', {
      ...needs('settings'),
      summary: 'Sets whether and how orders may be paid at the door',
      request: json(DoorChange.safeExtend({ version: versionNumber().optional() })),
      failures: { ...staffFailures, ...badInput, 409: 'Somebody else saved since (EDIT_CONFLICT)' },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { version, fee, smallest, largest, ...settings } = c.req.valid('json')
      const [feeKurus = 0, smallestKurus = 0, largestKurus = 0] = [fee, smallest, largest].map(fromTl)
      await saveDoorSettings(ctx, { ...settings, feeKurus, smallestKurus, largestKurus }, { version })
      return ok(c, await presentDoor(ctx), 'Kapıda ödeme ayarları kaydedildi.')
    },
  )
  .openapi(
    route('POST /admin/orders/{id}/collected', {
      ...needs('orders', 'amounts'),
      summary: 'The money of an order that is paid at the door came',
      request: { params: Id },
      failures: {
        ...staffFailures,
        404: 'No such order',
        409: 'It is not awaited: paid, cancelled, or paid otherwise',
      },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { id } = c.req.valid('param')
      await markCollected(ctx, id)
      return ok(c, await adminOrderOf(ctx, id), 'Tahsilat kaydedildi.')
    },
  )
  .openapi(
    route('POST /admin/orders/{id}/refused', {
      ...needs('orders'),
      summary: 'A parcel that is paid at the door was not taken: cancels its order, its units are on sale again',
      request: { params: Id },
      failures: { ...staffFailures, 404: 'No such order', 409: 'It is not on its way, or its money came' },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { id } = c.req.valid('param')
      await markRefused(ctx, id)
      return ok(c, await adminOrderOf(ctx, id), 'Sipariş iptal edildi, ürünler yeniden satışta.')
    },
  )
  .openapi(
    route('POST /admin/door/payouts', {
      ...needs('orders', 'amounts'),
      summary:
        "Reads a carrier's list (CSV or XLSX) of what it collected, and tells which order each row pays; marks nothing",
      request: sheetForm(payoutMeanings),
      failures: { ...staffFailures, 400: 'No such list', 413: 'Larger than 3 MB' },
    }),
    async (c) => {
      const { file, columns } = c.req.valid('form')
      const { bytes } = await fileOf(file, 'Bir CSV ya da XLSX dosyası seçin')
      const { payouts, table } = await readPayouts(c.get('ctx'), bytes, columns)
      const shown = payouts.map(({ amountKurus, order, ...payout }) => ({
        ...payout,
        amount: toTl(amountKurus),
        order: order
          ? { id: order.id, shownId: shownOrderId(order.id), customer: order.customer, total: toTl(order.totalKurus) }
          : null,
      }))
      return ok(c, { payouts: shown, table })
    },
  )
  .openapi(
    route('POST /admin/door/collected', {
      ...needs('orders', 'amounts'),
      summary: 'Marks several orders as collected at the door; says which were refused, and why',
      request: json(Collected),
      failures: { ...staffFailures, ...badInput },
    }),
    async (c) => {
      const data = await collectMany(c.get('ctx'), c.req.valid('json').orderIds)
      const { length } = data.collected
      return ok(c, data, length > 0 ? `${length} siparişin tahsilatı kaydedildi.` : 'Hiçbir tahsilat kaydedilmedi.')
    },
  )
