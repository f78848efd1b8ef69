import { LookChange, LookOrder, NewLook } from '#shop/catalog/looks/contract.ts'
import { createLook, deleteLook, type Look, listLooks, orderLooks, updateLook } from '#shop/catalog/looks/looks.ts'
import { badInput, created, Id, json, ok, resource, staffFailures } from '../../api.ts'
import { needs } from '../../authenticate.ts'
import { route } from '../../route.ts'
import type { WireLook } from '../../wire/admin/catalog.ts'
import { toWireImage } from './images.ts'
import { toWireLine } from './product-line.ts'

function toWire({ id, title, image, pieces }: Look): WireLook {
  return { id, title, image: image ? toWireImage(image) : null, pieces: pieces.map(toWireLine) }
}

const found = { ...staffFailures, 404: 'No such look' }

export const adminLooks = resource()
  .openapi(
    route('GET /admin/looks', {
      ...needs('catalog'),
      summary: 'All looks: products to be worn together, in the order in which they are shown',
      failures: staffFailures,
    }),
    async (c) => ok(c, (await listLooks(c.get('ctx'))).map(toWire)),
  )
  .openapi(
    route('POST /admin/looks', {
      ...needs('catalog'),
      summary: 'Puts two to six products together, in this order; it stands first',
      request: json(NewLook),
      created: true,
      failures: { ...badInput, ...staffFailures },
    }),
    async (c) => created(c, toWire(await createLook(c.get('ctx'), c.req.valid('json'))), 'Kombin kaydedildi.'),
  )
  .openapi(
    route('PUT /admin/look-order', {
      ...needs('catalog'),
      summary: 'Puts all looks into this order',
      request: json(LookOrder),
      failures: { ...badInput, ...staffFailures, 409: 'One was made or deleted meanwhile' },
    }),
    async (c) => ok(c, (await orderLooks(c.get('ctx'), c.req.valid('json').ids)).map(toWire), 'Sıra kaydedildi.'),
  )
  .openapi(
    route('PUT /admin/looks/{id}', {
      ...needs('catalog'),
      summary: 'Gives a look its title, its picture and exactly these products, in this order',
      request: { params: Id, ...json(LookChange) },
      failures: { ...badInput, ...found, 409: 'It is not as `seen` (EDIT_CONFLICT)' },
    }),
    async (c) => {
      const look = await updateLook(c.get('ctx'), c.req.valid('param').id, c.req.valid('json'))
      return ok(c, toWire(look), 'Kombin kaydedildi.')
    },
  )
  .openapi(
    route('DELETE /admin/looks/{id}', {
      ...needs('catalog'),
      summary: 'Deletes a look; its products stay',
      request: { params: Id },
      failures: found,
    }),
    async (c) => {
      await deleteLook(c.get('ctx'), c.req.valid('param').id)
      return ok(c, null, 'Kombin silindi.')
    },
  )
