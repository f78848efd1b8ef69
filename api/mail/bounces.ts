import { notFound } from '#shop/errors.ts'
import { receiveBounce } from '#shop/mail/bounces/bounces.ts'
import { ok, resource } from '../api.ts'

/** Takes messages that came back, as a mail server got them (ops/bounce.ts). The return address is what proves them. */
export const mailBounces = resource()
mailBounces.post('/mail/bounces/:token', async (c) => {
  const ctx = c.get('ctx')
  if (!ctx.config.mailBounces) throw notFound('Böyle bir adres yok.')
  const became = await receiveBounce(ctx, c.req.param('token'), await c.req.text())
  return ok(c, { noted: became === 'noted' })
})
