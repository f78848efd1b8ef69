import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { html } from 'hono/html'
import { takeBankPage } from '#shop/payments/bank-pages.ts'
import { findBrand } from '#shop/settings/brand.ts'
import type { ApiEnv } from './api.ts'

/**
 * The page of a shopper's bank, which the payment provider hands over as HTML. It may load and run what the bank wants,
 * so it stands apart: sandboxed into an origin of its own, it can reach neither the shop's storage nor its calls.
 */
export function bankPage(pages: OpenAPIHono<ApiEnv>): void {
  pages.get('/odeme/banka/:token', async (c) => {
    const { db, clock, config, payments } = c.get('ctx')
    // A look ahead by some program must not use the page up.
    if (c.req.method === 'HEAD') return c.body(null, 405, { Allow: 'GET' })
    const page = await takeBankPage({ db, clock, authSecret: config.authSecret }, c.req.param('token'))
    if (page === undefined) return gone(c)
    const web = payments.bankPageSources ?? 'https:'
    c.header(
      'Content-Security-Policy',
      [
        "default-src 'none'",
        `script-src 'unsafe-inline' ${web}`,
        `style-src 'unsafe-inline' ${web}`,
        `img-src data: ${web}`,
        `font-src data: ${web}`,
        `connect-src ${web}`,
        `frame-src ${web}`,
        `form-action ${web} ${new URL(config.publicUrl).origin}`,
        "base-uri 'none'",
        "frame-ancestors 'none'",
        'sandbox allow-forms allow-scripts allow-popups allow-top-navigation',
      ].join('; '),
    )
    // Some banks open a window of their own for the code.
    c.header('Cross-Origin-Opener-Policy', 'unsafe-none')
    c.header('Referrer-Policy', 'no-referrer')
    c.header('X-Robots-Tag', 'noindex')
    return c.html(page)
  })
}

async function gone(c: Context<ApiEnv>) {
  const { shopName } = await findBrand(c.get('ctx'))
  c.header(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
  )
  return c.html(
    html`<!doctype html>
      <html lang="tr">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex" />
          <title>Banka sayfası | ${shopName}</title>
        </head>
        <body>
          <main>
            <h1>Banka sayfası yalnızca bir kez açılabilir</h1>
            <p>Kartınızdan para çekilmedi. Ödemenizin durumuna bakabilir veya yeniden ödeme yapabilirsiniz.</p>
            <p><a href="/odeme/sonuc">Ödememin durumunu göster</a></p>
          </main>
        </body>
      </html>`,
    410,
  )
}
