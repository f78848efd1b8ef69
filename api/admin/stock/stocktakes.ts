import { z } from '@hono/zod-openapi'
import { bookStocktake } from '#shop/catalog/stock/booking.ts'
import { Booking, CountedPieces } from '#shop/catalog/stock/contract.ts'
import {
  beginStocktake,
  cancelStocktake,
  countPieces,
  dropLine,
  listStocktakeLines,
  listStocktakes,
  type Stocktake,
  type StocktakeLine,
} from '#shop/catalog/stock/stocktake.ts'
import { badInput, created, Id, json, ok, resource, staffFailures } from '../../api.ts'
import { needs } from '../../authenticate.ts'
import { route } from '../../route.ts'
import type { WireStocktake, WireStocktakeLine } from '../../wire/admin/stock.ts'
import { toWireImage } from '../catalog/images.ts'

function toWire({ createdAt, endedAt, ...take }: Stocktake): WireStocktake {
  return { ...take, createdAt: createdAt.toISOString(), endedAt: endedAt?.toISOString() ?? null }
}

function toWireLine({ image, changedAt, ...line }: StocktakeLine): WireStocktakeLine {
  return { ...line, picture: image && toWireImage(image), changedAt: changedAt.toISOString() }
}

const open = { ...staffFailures, 404: 'No such count', 409: 'It was ended' }

export const adminStocktakes = resource()
  .openapi(
    route('GET /admin/stocktakes', {
      ...needs('catalog'),
      summary: 'The count of the shelves that is open, and those that were booked last',
      failures: staffFailures,
    }),
    async (c) => {
      const { open, earlier } = await listStocktakes(c.get('ctx'))
      return ok(c, { open: open ? toWire(open) : null, earlier: earlier.map(toWire) })
    },
  )
  .openapi(
    route('POST /admin/stocktakes', {
      ...needs('catalog'),
      summary: 'Begins a count; where one is open, it is that one',
      created: true,
      failures: staffFailures,
    }),
    async (c) => created(c, toWire(await beginStocktake(c.get('ctx')))),
  )
  .openapi(
    route('GET /admin/stocktakes/{id}/lines', {
      ...needs('catalog'),
      summary: 'The sizes of a count, counted beside expected',
      request: { params: Id },
      failures: { ...staffFailures, 404: 'No such count' },
    }),
    async (c) => ok(c, (await listStocktakeLines(c.get('ctx'), c.req.valid('param').id)).map(toWireLine)),
  )
  .openapi(
    route('POST /admin/stocktakes/{id}/lines', {
      ...needs('catalog'),
      summary: 'Counts pieces of one size: so many more, or so many in all',
      description: '`code`: a barcode or an SKU. With `seen`, a sum that another phone has changed since is refused.',
      request: { params: Id, ...json(CountedPieces) },
      failures: {
        ...open,
        ...badInput,
        404: 'No such count, or no size with this code',
        409: 'It was ended, or another phone counted meanwhile',
      },
    }),
    async (c) => ok(c, toWireLine(await countPieces(c.get('ctx'), c.req.valid('param').id, c.req.valid('json')))),
  )
  .openapi(
    route('DELETE /admin/stocktakes/{id}/lines/{variantId}', {
      ...needs('catalog'),
      summary: 'Takes a size out of the count: its stock stays as it is',
      request: { params: Id.extend({ variantId: z.string().max(64) }) },
      failures: open,
    }),
    async (c) => {
      const { id, variantId } = c.req.valid('param')
      await dropLine(c.get('ctx'), id, variantId)
      return ok(c, null)
    },
  )
  .openapi(
    route('POST /admin/stocktakes/{id}/book', {
      ...needs('catalog'),
      summary: 'Books the differences and ends the count',
      description: 'Each size moves by counted less expected; what was sold since its count began stays sold.',
      request: { params: Id, ...json(Booking) },
      failures: { ...open, ...badInput, 409: 'It was ended, or nothing is counted yet' },
    }),
    async (c) => {
      const booked = await bookStocktake(c.get('ctx'), c.req.valid('param').id, c.req.valid('json').reason)
      return ok(c, booked, 'Sayım işlendi.')
    },
  )
  .openapi(
    route('DELETE /admin/stocktakes/{id}', {
      ...needs('catalog'),
      summary: 'Gives a count up: no stock changes',
      request: { params: Id },
      failures: open,
    }),
    async (c) => {
      await cancelStocktake(c.get('ctx'), c.req.valid('param').id)
      return ok(c, null, 'Sayım iptal edildi; stoklar değişmedi.')
    },
  )
