import { createRoute, z } from '@hono/zod-openapi'
import type { Ctx } from '#shop/ctx.ts'
import { toTl } from '#shop/money.ts'
import { shownOrderId } from '#shop/order-id.ts'
import { NewReturn, SentReturn } from '#shop/returns/contract.ts'
import type { Exchange } from '#shop/returns/exchanges/exchanges.ts'
import { getReturnImage, keepReturnImage, pictureTypes } from '#shop/returns/pictures.ts'
import {
  askForReturn,
  markReturnSent,
  type Returnable,
  takeReturnBack,
  type Withdrawable,
} from '#shop/returns/requests.ts'
import { listMyReturns, type Return } from '#shop/returns/returns.ts'
import { findWayBack, type WayBack, wayFor } from '#shop/returns/settings.ts'
import { makeReturnSlip } from '#shop/returns/slip.ts'
import {
  badInput,
  created,
  FileForm,
  fileOf,
  form,
  Id,
  json,
  limited,
  ok,
  pdfAnswer,
  pdfFile,
  resource,
  userFailures,
} from '../api.ts'
import { bought } from '../authenticate.ts'
import { pictureUrl } from '../products.ts'
import { failed, route } from '../route.ts'
import type { WireExchange, WireReturn, WireReturnable, WireWithdrawable } from '../wire/returns.ts'

/** States in which the parcel may be on its way: she is shown how to send it, unless it never left the shop. */
const needsWay = new Set(['APPROVED', 'ON_ITS_WAY'])

export function toWireReturn(found: Return, way: WayBack): WireReturn {
  return {
    ...{ id: found.id, code: found.code, kind: found.kind, status: found.status, orderId: found.orderId },
    items: found.items.map(({ item, orderItemId, quantity, reason, condition, newVariantId, image }) => ({
      ...{ itemId: orderItemId, quantity, reason, condition, newVariantId },
      price: toTl(item.unitPriceKurus),
      ...{ name: item.productName, color: item.color, size: item.size },
      mainImage: image ? pictureUrl(image) : null,
    })),
    ...{ note: found.note, images: found.images },
    refundAmount: toTl(found.refundKurus),
    difference: toTl(found.exchange?.differenceKurus ?? 0),
    exchange: found.exchange ? toWireExchange(found, found.exchange) : null,
    ...{ money: found.money, refusal: found.refusal, trackingNumber: found.trackingNumber },
    ...{ undelivered: found.undelivered, unsent: found.unsent, atTheDoor: found.atTheDoor },
    deadline: found.deadline.toISOString(),
    refundDueAt: found.refundDueAt.toISOString(),
    createdAt: found.createdAt.toISOString(),
    updatedAt: found.updatedAt.toISOString(),
    ...(needsWay.has(found.status) && !found.unsent ? { wayBack: wayFor(way, found) } : {}),
  }
}

function toWireExchange({ reservedUntil }: Return, { order, state }: Exchange): WireExchange {
  return {
    ...{ orderId: order.id, shownOrderId: shownOrderId(order.id), state },
    items: order.items.map(({ variantId, quantity, productName: name, color, size, image }) => ({
      ...{ variantId, quantity, name, color, size },
      mainImage: image ? pictureUrl(image) : null,
    })),
    reservedUntil: reservedUntil?.toISOString() ?? null,
  }
}

export async function answerOf(ctx: Ctx, found: Return): Promise<WireReturn> {
  return toWireReturn(found, await findWayBack(ctx))
}

export async function toWireReturnable(ctx: Ctx, { returns, ...more }: Returnable): Promise<WireReturnable> {
  const way = await findWayBack(ctx)
  return {
    ...more,
    deadline: more.deadline.toISOString(),
    faultyDeadline: more.faultyDeadline.toISOString(),
    exchangeUntil: more.exchangeUntil?.toISOString() ?? null,
    returns: returns.map((found) => toWireReturn(found, way)),
  }
}

export async function toWireWithdrawable(ctx: Ctx, { items, returns }: Withdrawable): Promise<WireWithdrawable> {
  const way = await findWayBack(ctx)
  return { items, returns: returns.map((found) => toWireReturn(found, way)) }
}

const missing = { ...userFailures, 404: 'No such return of this user' }

export const returns = resource()
  .openapi(
    route('POST /orders/{id}/returns', {
      tags: ['Returns'],
      summary:
        'Returns pieces of an own order that is packed, on its way or delivered, or has delivered ones exchanged',
      description:
        'RETURN_TOO_LATE once the days are over, which begin with the delivery, NO_WITHDRAWAL for a piece that the law excepts; neither holds for `FAULTY`. While the order is PREPARED or SHIPPED she may withdraw from it, whatever the reason, and `FAULTY` lifts no exception. With `EXCHANGE` each item names its `newVariantId`, which is taken out of stock at once.',
      ...bought,
      request: { params: Id, ...json(NewReturn) },
      created: true,
      failures: {
        ...userFailures,
        ...badInput,
        404: 'No such order of this user',
        409: 'RETURN_TOO_LATE, NO_WITHDRAWAL, OUT_OF_STOCK; CONFLICT: not packed yet, an exchange before the delivery, or more than is left of it',
      },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const found = await askForReturn(ctx, c.req.valid('param').id, c.req.valid('json'))
      const [what, code] = found.kind === 'EXCHANGE' ? ['Değişim', 'değişim'] : ['İade', 'iade']
      return created(c, await answerOf(ctx, found), `${what} talebinizi aldık; ${code} kodunuz ${found.code}.`)
    },
  )
  .openapi(
    route('GET /returns/my', {
      tags: ['Returns'],
      summary: "One's own returns, newest first",
      ...bought,
      failures: userFailures,
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const [list, way] = [await listMyReturns(ctx), await findWayBack(ctx)]
      return ok(
        c,
        list.map((found) => toWireReturn(found, way)),
      )
    },
  )
  .openapi(
    route('DELETE /returns/{id}', {
      tags: ['Returns'],
      summary: 'Takes an own return back, while it is REQUESTED or APPROVED',
      ...bought,
      request: { params: Id },
      failures: { ...missing, 409: 'On its way, or over' },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const found = await takeReturnBack(ctx, c.req.valid('param').id)
      const what = found.kind === 'EXCHANGE' ? 'Değişiminizi' : 'İadenizi'
      return ok(c, await answerOf(ctx, found), `${what} geri aldınız.`)
    },
  )
  .openapi(
    route('POST /returns/{id}/sent', {
      tags: ['Returns'],
      summary: 'The parcel of an own return is on its way',
      ...bought,
      request: { params: Id, ...json(SentReturn) },
      failures: { ...missing, ...badInput, 409: 'Not approved, or over' },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const found = await markReturnSent(ctx, c.req.valid('param').id, c.req.valid('json'))
      return ok(c, await answerOf(ctx, found), 'Paketinizin yolda olduğunu not ettik.')
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/returns/{id}/slip.pdf',
      tags: ['Returns'],
      summary: "The slip of a return to print, with its code as a barcode; one's own, or any for staff",
      ...bought,
      request: { params: Id },
      responses: { ...failed({ ...missing, 409: 'Not approved yet, or over' }), ...pdfFile },
    }),
    async (c) => pdfAnswer(c, await makeReturnSlip(c.get('ctx'), c.req.valid('param').id)),
  )
  .openapi(
    route('POST /returns/images', {
      tags: ['Returns'],
      summary: 'Uploads a picture for a return that is asked for next; only she and staff see it',
      ...bought,
      request: form(FileForm),
      created: true,
      failures: { ...userFailures, ...limited, 400: 'No picture', 413: 'Larger than 5 MB', 503: 'Too many at once' },
    }),
    async (c) => {
      const upload = await fileOf(c.req.valid('form').file, 'Bir görsel seçin')
      return created(c, await keepReturnImage(c.get('ctx'), upload))
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/returns/images/{id}',
      tags: ['Returns'],
      summary: 'A picture of an own return, or of any for staff',
      ...bought,
      request: { params: Id },
      responses: {
        ...failed({ ...userFailures, 404: 'No such picture' }),
        200: {
          description: 'The file',
          content: Object.fromEntries(
            pictureTypes.map((type) => [type, { schema: z.string().openapi({ format: 'binary' }) }]),
          ),
        },
      },
    }),
    async (c) => {
      const { type, bytes } = await getReturnImage(c.get('ctx'), c.req.valid('param').id)
      return c.body(new Uint8Array(bytes), 200, {
        'Content-Type': type,
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'Cache-Control': 'no-store',
      })
    },
  )
