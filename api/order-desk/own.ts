import { z } from '@hono/zod-openapi'
import { AddressCorrection, SizeSwap } from '#shop/order-desk/contract.ts'
import { correctOwnAddress, swapOwnSize } from '#shop/order-desk/own-changes.ts'
import { badInput, Id, json, ok, resource, userFailures } from '../api.ts'
import { bought } from '../authenticate.ts'
import { detailOf } from '../orders.ts'
import { route } from '../route.ts'

const Item = Id.extend({ itemId: z.string().max(64) })

/** Changes that a shopper may make to her own order. */
export const ownOrderChanges = resource()
  .openapi(
    route('PUT /orders/{id}/items/{itemId}/size', {
      tags: ['Orders'],
      summary: 'Swaps a size of an own order that is not prepared yet; product, color and price stay',
      description: 'What can be had stands in `changes` of GET /orders/{id}. Without `quantity` all units are swapped.',
      ...bought,
      request: { params: Item, ...json(SizeSwap) },
      failures: {
        ...userFailures,
        ...badInput,
        404: 'No such order of this user, or no such line',
        409: 'Already prepared, not possible in this shop, or sold out',
      },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { id, itemId } = c.req.valid('param')
      await swapOwnSize(ctx, id, itemId, c.req.valid('json'))
      return ok(c, await detailOf(ctx, id), 'Bedeni değiştirdik; siparişinizin son hâlini e-postayla da gönderiyoruz.')
    },
  )
  .openapi(
    route('PUT /orders/{id}/address', {
      tags: ['Orders'],
      summary: 'Corrects the address of an own order that is not prepared yet, within its province',
      ...bought,
      request: { params: Id, ...json(AddressCorrection) },
      failures: {
        ...userFailures,
        ...badInput,
        404: 'No such order of this user',
        409: 'Already prepared, or not possible in this shop',
      },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { id } = c.req.valid('param')
      await correctOwnAddress(ctx, id, c.req.valid('json'))
      return ok(c, await detailOf(ctx, id), 'Teslimat bilgilerinizi güncelledik.')
    },
  )
