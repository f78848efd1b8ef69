import { z } from '@hono/zod-openapi'
import type { Ctx } from '#shop/ctx.ts'
import { versionNumber } from '#shop/fields/contract.ts'
import { toTl } from '#shop/money.ts'
import { changeOrder, type DifferenceState } from '#shop/order-desk/change.ts'
import { OrderChange, OrderDeskSettings } from '#shop/order-desk/contract.ts'
import { findPieces } from '#shop/order-desk/pieces.ts'
import { findOrderDeskSettings, findOrderDeskVersion, saveOrderDeskSettings } from '#shop/order-desk/settings.ts'
import { adminOrderOf } from '../admin/orders.ts'
import { badInput, Id, json, ok, resource, staffFailures } from '../api.ts'
import { needs, requireGivingBack } from '../authenticate.ts'
import { pictureUrl } from '../products.ts'
import { route } from '../route.ts'
import type { WireOrderDesk } from '../wire/admin/settings.ts'

export async function presentOrderDesk(ctx: Ctx): Promise<WireOrderDesk> {
  return { version: await findOrderDeskVersion(ctx), settings: await findOrderDeskSettings(ctx) }
}

const words: Record<DifferenceState, string> = {
  untold: 'Sipariş güncellendi.',
  none: 'Sipariş güncellendi, müşteriye e-posta gönderiliyor.',
  gone: 'Sipariş güncellendi, aradaki fark iade edildi.',
  open: 'Sipariş güncellendi; aradaki farkın iadesini banka henüz sonuçlandırmadı, mağaza takip ediyor.',
  refused: 'Sipariş güncellendi; banka aradaki farkı iade etmedi, “Ödemeler” bölümünden yeniden isteyin.',
}

export const orderChanges = resource()
  .openapi(
    route('PUT /admin/orders/{id}', {
      ...needs('orders'),
      summary: 'Changes an order before it is shipped: recipient, address, note, lines',
      description:
        'Lines that are not named stay. `quantity` alone lowers a line, 0 drops it; with `variantId` so many of its units are swapped, left out all. A size or color of the same product keeps its price. Of a paid order what it costs less goes back by itself, and it cannot cost more: `keepPrice` gives another product at the old price. Lines may be CONFIRMATION_REQUIRED.',
      request: { params: Id, ...json(OrderChange) },
      failures: {
        ...staffFailures,
        400: 'Invalid input, no such line, or what is off sale',
        404: 'No such order',
        409: 'Shipped, cancelled, changed meanwhile (EDIT_CONFLICT), dearer than what was paid, sold out, or money is going back',
      },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { id } = c.req.valid('param')
      const change = c.req.valid('json')
      // Other pieces may cost less, and the difference goes back.
      if (change.items.length > 0) requireGivingBack(ctx)
      const difference = await changeOrder(ctx, id, change)
      return ok(c, await adminOrderOf(ctx, id), words[difference])
    },
  )
  .openapi(
    route('GET /admin/order-pieces', {
      ...needs('orders', 'amounts'),
      summary:
        'Sizes and colors that an order may hold: by words, by the SKU that a scanner reads, or all of a product',
      request: {
        query: z.object({ q: z.string().trim().max(200).default(''), product: z.string().max(64).optional() }),
      },
      failures: { ...staffFailures, 400: 'A bad parameter' },
    }),
    async (c) => {
      const pieces = await findPieces(c.get('ctx'), c.req.valid('query'))
      return ok(
        c,
        pieces.map(({ priceKurus, image, ...piece }) => ({
          ...piece,
          price: toTl(priceKurus),
          image: image ? pictureUrl(image) : null,
        })),
      )
    },
  )
  .openapi(
    route('PUT /admin/settings/order-changes', {
      ...needs('settings'),
      summary: 'What shoppers may change in their own orders before they are prepared',
      request: json(z.object({ settings: OrderDeskSettings, version: versionNumber().optional() })),
      failures: { ...staffFailures, ...badInput, 409: 'Somebody else saved since (EDIT_CONFLICT)' },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { version, settings } = c.req.valid('json')
      await saveOrderDeskSettings(ctx, settings, { version })
      return ok(c, await presentOrderDesk(ctx), 'Sipariş değişikliği ayarları kaydedildi.')
    },
  )
