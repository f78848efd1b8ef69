import { listSizeGroups } from '#shop/catalog/sizing/groups.ts'
import { OwnSizes } from '#shop/sizes/contract.ts'
import { findOwnSizes, forgetOwnSizes, type SavedSizes, saveOwnSizes } from '#shop/sizes/own-sizes.ts'
import { badInput, json, limited, ok, resource, userFailures } from '../api.ts'
import { own } from '../authenticate.ts'
import { route } from '../route.ts'

function toWire({ sizes, body, updatedAt }: SavedSizes) {
  return { sizes, body, updatedAt: updatedAt.toISOString() }
}

export const ownSize = resource()
  .openapi(
    route('GET /sizes', {
      tags: ['Catalog'],
      summary: 'The places of the shop where a shopper has one size, with the sizes sold there',
      description: 'A place is an area, or the slug of a category whose sizes stand apart. The same for everybody.',
    }),
    async (c) => ok(c, await listSizeGroups(c.get('ctx'))),
  )
  .openapi(
    route('GET /account/size', {
      tags: ['Account'],
      summary: 'The sizes and measures that the user has told; null when none',
      ...own,
      failures: userFailures,
    }),
    async (c) => {
      const saved = await findOwnSizes(c.get('ctx'))
      return ok(c, saved ? toWire(saved) : null)
    },
  )
  .openapi(
    route('PUT /account/size', {
      tags: ['Account'],
      summary: 'Keep these sizes and measures instead of those before',
      ...own,
      request: json(OwnSizes),
      failures: { ...userFailures, ...badInput, ...limited },
    }),
    async (c) => ok(c, toWire(await saveOwnSizes(c.get('ctx'), c.req.valid('json'))), 'Bedeniniz kaydedildi.'),
  )
  .openapi(
    route('DELETE /account/size', {
      tags: ['Account'],
      summary: 'Forget sizes and measures; again changes nothing',
      ...own,
      failures: userFailures,
    }),
    async (c) => {
      await forgetOwnSizes(c.get('ctx'))
      return ok(c, null, 'Bedeniniz ve ölçüleriniz silindi.')
    },
  )
