import { z } from '@hono/zod-openapi'
import { toTl } from '#shop/money.ts'
import { comeBack, confirmNotice, leaveLine, type Notice, openNotice } from '#shop/restock/line.ts'
import { ok, resource } from '../api.ts'
import { route } from '../route.ts'
import type { WireStockNotice } from '../wire/forms.ts'

const Link = z.object({ token: z.string().max(100) })
const link = {
  request: { params: Link },
  tags: ['Forms'],
  failures: { 404: 'The link is none of ours, or she has left the line' },
}

function toWire({ state, product, priceKurus, heldUntil, ...notice }: Notice): WireStockNotice {
  return {
    ...notice,
    state: wireStates[state],
    product: { ...product, image: product.image ?? null },
    price: priceKurus === null ? null : toTl(priceKurus),
    heldUntil: heldUntil?.toISOString() ?? null,
  }
}

const wireStates = {
  unconfirmed: 'UNCONFIRMED',
  waiting: 'WAITING',
  held: 'HELD',
  bought: 'BOUGHT',
  over: 'OVER',
  gone: 'GONE',
} as const satisfies Record<Notice['state'], WireStockNotice['state']>

/** Calls open to anyone with the link of a stock notice, without an account. */
export const stockNotices = resource()
  .openapi(
    route('GET /stock-notices/{token}', {
      ...link,
      summary: 'Where she stands who waits for a size; opens the piece that is kept for her',
      description:
        'The first opening begins the time anew for which the piece is kept. `orderData.stockNotices` of payments/create takes the token: that order buys the piece.',
    }),
    async (c) => ok(c, toWire(await openNotice(c.get('ctx'), c.req.valid('param').token))),
  )
  .openapi(
    route('POST /stock-notices/{token}/confirm', {
      ...link,
      summary: 'Prove the address of a guest: she is in line, in the place of her asking',
    }),
    async (c) => ok(c, toWire(await confirmNotice(c.get('ctx'), c.req.valid('param').token))),
  )
  .openapi(
    route('POST /stock-notices/{token}/again', {
      ...link,
      failures: { ...link.failures, 409: 'She has asked anew meanwhile' },
      summary: 'Back in line once her time is over; in her old place if she did not open what was kept, once',
    }),
    async (c) => ok(c, toWire(await comeBack(c.get('ctx'), c.req.valid('param').token))),
  )
  .openapi(
    route('POST /stock-notices/{token}/leave', {
      ...link,
      summary: 'Leave the line, and give up what is kept (RFC 8058); repeating it changes nothing',
    }),
    async (c) => {
      await leaveLine(c.get('ctx'), c.req.valid('param').token)
      return ok(c, null, 'Sıradan çıktınız; bu ürün için size başka e-posta göndermeyeceğiz.')
    },
  )

// Mail programs that do not know the one-click way open the address: it leads to the page that asks first.
stockNotices.get('/stock-notices/:token/leave', (c) =>
  c.redirect(`/gelince-haber#token=${encodeURIComponent(c.req.param('token'))}`, 303),
)
