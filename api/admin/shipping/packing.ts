import { z } from '@hono/zod-openapi'
import type { Ctx } from '#shop/ctx.ts'
import { shownOrderId } from '#shop/order-id.ts'
import { PackedPieces } from '#shop/shipping/contract.ts'
import { getParcel, listToPack, packOrder } from '#shop/shipping/packing.ts'
import { Id, json, ok, resource, staffFailures } from '../../api.ts'
import { needs } from '../../authenticate.ts'
import { route } from '../../route.ts'
import { toStaffOrder } from '../staff-order.ts'

const Code = z.object({ code: z.string().max(64) })

async function parcelOf(ctx: Ctx, code: string) {
  const { order, problem } = await getParcel(ctx, code)
  return { order: toStaffOrder(ctx, order), problem }
}

export const adminPacking = resource()
  .openapi(
    route('GET /admin/packing', {
      ...needs('orders'),
      summary: 'Orders to pack, the oldest first',
      failures: staffFailures,
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { items, total } = await listToPack(ctx)
      return ok(c, { orders: items.map((order) => toStaffOrder(ctx, order)), total })
    },
  )
  .openapi(
    route('GET /admin/packing/{code}', {
      ...needs('orders'),
      summary: 'The order that a scanned code names: its number, its id or its tracking number',
      request: { params: Code },
      failures: { ...staffFailures, 404: 'No such order', 409: 'Several orders' },
    }),
    async (c) => {
      const data = await parcelOf(c.get('ctx'), c.req.valid('param').code)
      return ok(c, data)
    },
  )
  .openapi(
    route('POST /admin/orders/{id}/packed', {
      ...needs('orders'),
      summary: 'All pieces of an order are in its parcel: PREPARED',
      request: { params: Id, ...json(PackedPieces) },
      failures: {
        ...staffFailures,
        404: 'No such order',
        409: 'Other pieces than those due, packed already, shipped or cancelled',
      },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { id } = c.req.valid('param')
      await packOrder(ctx, id, c.req.valid('json'))
      return ok(c, await parcelOf(ctx, id), `${shownOrderId(id)} hazır.`)
    },
  )
