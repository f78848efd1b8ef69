import { z } from '@hono/zod-openapi'
import { leaveCheckoutLine } from '#shop/checkout/line/places.ts'
import { lineWhileNone } from '#shop/checkout/line/state.ts'
import { ok, resource } from '../api.ts'
import { route } from '../route.ts'

/** How the line before the checkout stands: the same for everybody, from memory. */
export const checkoutLine = resource()
  .openapi(
    route('GET /checkout/line', {
      tags: ['Checkout'],
      summary: 'How the line before the checkout stands',
      description:
        'Whoever got IN_LINE from POST /payments/create asks here, every ten seconds, and every second and a half when she is next, until her place is called; then she sends the same call again with the header Line-Ticket. Asking more often brings nobody forward.',
    }),
    (c) => {
      c.header('Cache-Control', 'public, max-age=1')
      return ok(c, c.get('ctx').line?.state() ?? lineWhileNone)
    },
  )
  .openapi(
    route('DELETE /checkout/line/{ticket}', {
      tags: ['Checkout'],
      summary: 'Gives up a place in line',
      request: { params: z.object({ ticket: z.string().max(60) }) },
    }),
    async (c) => {
      await leaveCheckoutLine(c.get('ctx'), c.req.valid('param').ticket)
      return ok(c, null)
    },
  )
