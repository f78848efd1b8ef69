import { type OpenAPIHono, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { html } from 'hono/html'
import { isId, requireRight } from '#shop/ctx.ts'
import { invalid, notFound } from '#shop/errors.ts'
import { formatKurus, fromTl, toTl } from '#shop/money.ts'
import {
  addForeignDemoCharge,
  answerDemoBankPage,
  demoSmsCode,
  findDemoBankPage,
  leaveDemoPage,
  listDemoLedger,
  payDemoPage,
} from '#shop/payments/demo/demo.ts'
import { findBrand } from '#shop/settings/brand.ts'
import { type ApiEnv, bearer, json, ok, resource } from './api.ts'
import { own } from './authenticate.ts'
import { route } from './route.ts'

/** The demo bank's books, to compare with what the shop believes. Exists only with the demo provider. */
export const demoLedger = resource()
  .openapi(
    route('GET /demo-bank/ledger', {
      tags: ['Demo bank'],
      summary: "The demo bank's ledger, newest first",
      security: bearer,
      failures: { 401: 'Not signed in', 403: 'Not an admin', 404: 'Not a demo shop' },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      if (ctx.config.mode !== 'demo') throw notFound('Böyle bir adres yok.')
      requireRight(ctx, 'payments-read')
      const rows = await listDemoLedger(ctx.db)
      const data = rows.map((row) => ({
        paymentId: row.paymentId,
        conversationId: row.conversationId,
        orderId: row.orderId,
        amount: toTl(row.amountKurus),
        refundedAmount: toTl(row.refundedKurus),
        status: row.status,
        createdAt: row.createdAt.toISOString(),
      }))
      return ok(c, data)
    },
  )
  .openapi(
    route('POST /demo-bank/charges', {
      tags: ['Demo bank'],
      summary: 'A charge at the demo bank that the shop knows nothing of, for the daily comparison to find',
      ...own,
      request: json(z.object({ amount: z.number('Tutar geçersiz').positive('Tutar geçersiz') })),
      failures: {
        400: 'No such amount',
        401: 'Not signed in',
        403: 'Not an admin',
        404: 'Not a demo shop',
      },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      if (ctx.config.mode !== 'demo') throw notFound('Böyle bir adres yok.')
      requireRight(ctx, 'payments')
      const amountKurus = fromTl(c.req.valid('json').amount)
      if (amountKurus === undefined) throw invalid({ amount: ['Tutar geçersiz'] })
      const paymentId = await addForeignDemoCharge(ctx.db, amountKurus, ctx.clock())
      return ok(c, { paymentId })
    },
  )

/** The demo bank's own pages: where the shopper types the code of an SMS, and where she types her card. */
export function demoBankPages(pages: OpenAPIHono<ApiEnv>): void {
  pages.get('/demo-bank/style.css', (c) => c.text(style, 200, { 'Content-Type': 'text/css; charset=utf-8' }))
  pages.get('/demo-bank/3ds/:paymentId', async (c) => {
    const payment = await paymentOf(c)
    return page(c, payment.amountKurus, payment.status === 'AWAITING_3DS')
  })
  pages.post('/demo-bank/3ds/:paymentId', async (c) => {
    await paymentOf(c)
    const form = await c.req.parseBody()
    const code = form.cancel === undefined ? String(form.code ?? '').replace(/\s/g, '') : ''
    const answered = await answerDemoBankPage(c.get('ctx').db, c.req.param('paymentId'), code)
    // As a real bank does, the browser is made to POST to the shop.
    return answered?.callbackUrl
      ? c.redirect(answered.callbackUrl, 307)
      : c.redirect(`${c.get('ctx').config.publicUrl}/odeme/sonuc`, 303)
  })
  pages.get('/demo-bank/odeme/:paymentId', async (c) => cardPage(c, await paymentOf(c, true)))
  pages.post('/demo-bank/odeme/:paymentId', async (c) => {
    const payment = await paymentOf(c, true)
    const { db, config } = c.get('ctx')
    const { card, cancel } = await c.req.parseBody()
    const id = c.req.param('paymentId')
    const ended =
      cancel === undefined ? await payDemoPage(db, id, String(card).replace(/\D/g, '')) : await leaveDemoPage(db, id)
    if ('refused' in ended) return cardPage(c, payment, ended.refused)
    return c.redirect(ended.callbackUrl ?? `${config.publicUrl}/odeme/sonuc`, 303)
  })
}

async function paymentOf(c: Context<ApiEnv>, onPage = false) {
  const id = c.req.param('paymentId') ?? ''
  const ctx = c.get('ctx')
  const payment = ctx.config.mode === 'demo' && isId(id) ? await findDemoBankPage(ctx.db, id) : undefined
  if (payment?.onPage !== onPage) throw notFound('Böyle bir ödeme yok.')
  return payment
}

async function page(c: Context<ApiEnv>, amountKurus: number, open: boolean) {
  const { shopName } = await findBrand(c.get('ctx'))
  return framed(
    c,
    '3-D Secure',
    html`<h1>3-D Secure doğrulaması</h1>
      <p>
        ${shopName} mağazasına <strong>${formatKurus(amountKurus)}</strong> tutarındaki ödemeyi
        onaylayın. Bu bir deneme bankasıdır; gerçek para çekilmez.
      </p>
      ${
        open
          ? html`<form method="post">
              <label for="code">SMS ile gelen kod</label>
              <input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="6" autofocus />
              <p class="hint">Deneme kodu: ${demoSmsCode}</p>
              <button type="submit">Onayla</button>
              <button type="submit" name="cancel" value="1" class="quiet">Vazgeç</button>
            </form>`
          : ended
      }`,
  )
}

const ended = html`<p>Bu ödeme sonuçlandı.</p>
  <p><a href="/odeme/sonuc">Mağazaya dön</a></p>`

async function cardPage(
  c: Context<ApiEnv>,
  { amountKurus, status }: { amountKurus: number; status: string },
  refused?: string,
) {
  const { shopName } = await findBrand(c.get('ctx'))
  const amount = formatKurus(amountKurus)
  return framed(
    c,
    'Ödeme',
    html`<h1>Güvenli ödeme</h1>
      <p>
        ${shopName} mağazasına <strong>${amount}</strong> ödeyin. Bu bir deneme bankasıdır; gerçek para çekilmez.
      </p>
      ${
        status === 'AWAITING_3DS'
          ? html`<form method="post">
              ${refused ? html`<p role="alert" class="refused" id="refused">${refused}</p>` : ''}
              <label for="card">Kart numarası</label>
              <input
                id="card"
                name="card"
                inputmode="numeric"
                autocomplete="cc-number"
                maxlength="19"
                class="card"
                required
                ${refused ? html`aria-describedby="refused"` : ''}
              />
              <p class="hint">Deneme kartı: 5528 7900 0000 0008</p>
              <button type="submit">${amount} öde</button>
              <button type="submit" name="cancel" value="1" class="quiet" formnovalidate>Vazgeç</button>
            </form>`
          : ended
      }`,
  )
}

function framed(c: Context<ApiEnv>, title: string, body: ReturnType<typeof html>) {
  // The shop's callback answers the form with a redirect, so both are named here.
  c.header(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'self'; form-action 'self' ${new URL(c.get('ctx').config.publicUrl).origin}; frame-ancestors 'none'; base-uri 'none'`,
  )
  return c.html(html`<!doctype html>
    <html lang="tr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>Demo Banka – ${title}</title>
        <link rel="stylesheet" href="/demo-bank/style.css" />
      </head>
      <body>
        <main>
          <p class="bank">Demo Banka</p>
          ${body}
        </main>
      </body>
    </html>`)
}

const style = `body{margin:0;background:#eef1f5;color:#1c2733;font:16px/1.5 system-ui,sans-serif}
main{max-width:26rem;margin:8vh auto;padding:2rem;background:#fff;border-radius:12px;box-shadow:0 8px 30px rgb(28 39 51/.12)}
.bank{font-weight:700;letter-spacing:.02em;color:#23507a;margin:0 0 1.5rem}h1{font-size:1.375rem;margin:0 0 .75rem}
label{display:block;font-weight:600;margin-bottom:.25rem}
input{width:100%;box-sizing:border-box;padding:.75rem;font-size:1.25rem;letter-spacing:.3em;border:1px solid #64748b;border-radius:4px}
.card{letter-spacing:.06em}.refused{color:#9b1c1c;font-weight:600}
.hint{color:#52606d;margin:.5rem 0 1.5rem}
button{width:100%;padding:.875rem;font:inherit;font-weight:600;color:#fff;background:#23507a;border:0;border-radius:4px;cursor:pointer}
button.quiet{margin-top:.5rem;color:#23507a;background:none}a{color:#23507a}
:focus-visible{outline:3px solid #23507a;outline-offset:2px}@media(max-width:480px){main{margin:0;min-height:100vh;border-radius:0}}`
