import { z } from '@hono/zod-openapi'
import { toTl } from '#shop/money.ts'
import { SentCart } from '#shop/news/carts/contract.ts'
import { type KeptPiece, keepCart, openKeptCart } from '#shop/news/carts/kept.ts'
import { badInput, json, limited, ok, resource, userFailures } from '../api.ts'
import { own } from '../authenticate.ts'
import { route } from '../route.ts'
import type { WireKeptCart } from '../wire/links.ts'

const Token = z.object({ token: z.string().max(64) })

function toWire({ product, variant, quantity }: KeptPiece): WireKeptCart['items'][number] {
  const [image = product.images[0]] = variant.images
  const { id, slug, name } = product
  const { color, size, priceKurus, stock } = variant
  return {
    ...{ productId: id, variantId: variant.id, slug, name, color, size, quantity },
    ...{ price: toTl(priceKurus), stockQuantity: stock, image: image ?? null },
  }
}

export const keptCart = resource()
  .openapi(
    route('PUT /account/cart', {
      tags: ['Account'],
      summary: 'The cart as it is now, to be reminded of it by mail; an empty one is forgotten',
      description: 'Kept only while the shop reminds of carts and the user agreed to mails; `kept` says whether it is.',
      ...own,
      request: json(SentCart),
      failures: { ...userFailures, ...badInput, ...limited },
    }),
    async (c) => ok(c, { kept: await keepCart(c.get('ctx'), c.req.valid('json')) }),
  )
  .openapi(
    route('GET /kept-carts/{token}', {
      tags: ['Account'],
      summary: 'The cart that the link of a reminder opens, as it can be bought now',
      request: { params: Token },
      failures: { 404: 'It is kept no longer', ...limited },
    }),
    async (c) => {
      const { pieces, gone } = await openKeptCart(c.get('ctx'), c.req.valid('param').token)
      return ok(c, { items: pieces.map(toWire), gone })
    },
  )
