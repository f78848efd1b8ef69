import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { createApp } from '#server'
import { queueMail, sendMail } from '#shop/mail/outbox.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser } from '#test/factories.ts'
import { mailedToken, mailsOf } from '#test/mails.ts'
import type { Json } from '#test/process.ts'
import { test } from '#test/shop.ts'
import { openLog } from '../server/log.ts'

const password = 'kanarya-Parola-91'
const newPassword = 'kanarya-Yeni-92'
const wrongPassword = 'kanarya-Yanlis-93'
const card = '5528790000000008'
const cvv = '917'
const tckn = '19191919190'
const vkn = '8770013406'

test('no password, token or card number is in the log, whatever is called and however it fails', async ({
  deps,
  ctx,
}) => {
  const lines: string[] = []
  const log = openLog('trace', { write: (line: string) => void lines.push(line) })
  const logged = { ...deps, log }
  const canaries = new Set([password, newPassword, wrongPassword, card, '5528 7900 0000 0008'])
  const app = createApp(logged)
  const call = async (method: string, path: string, body?: object, token?: string): Promise<Json> => {
    const response = await app.fetch(
      new Request(`http://shop.test/api/v1${path}`, {
        method,
        headers: {
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
        body: body && JSON.stringify(body),
      }),
    )
    return response.json()
  }
  const keep = (tokens: { accessToken: string; refreshToken: string }) => {
    canaries.add(tokens.accessToken).add(tokens.refreshToken)
    return tokens
  }

  const email = 'ipek@posta.example'
  await call('POST', '/auth/register', { firstName: 'İpek', lastName: 'Işık', email, password })
  await call('POST', '/auth/register', { firstName: password, lastName: '', email: password, password: wrongPassword })
  const verification = await mailedToken(ctx, 'verification')
  canaries.add(verification)
  await call('POST', '/auth/verify-email', { token: verification })
  await call('POST', '/auth/verify-email', { token: verification })
  await call('POST', '/auth/login', { email, password: wrongPassword })
  const session = keep((await call('POST', '/auth/login', { email, password })).data)
  const next = keep((await call('POST', '/auth/refresh', { refreshToken: session.refreshToken })).data)
  const token = next.accessToken
  await call('PUT', '/account', { email: 'yeni@posta.example', currentPassword: wrongPassword }, token)
  await call('PUT', '/account', { email: 'yeni@posta.example', currentPassword: password }, token)
  canaries.add(await mailedToken(ctx, 'email-change-link'))
  await call('PUT', '/account/password', { currentPassword: password, newPassword }, token)
  await call('POST', '/auth/forgot-password', { email })
  const reset = await mailedToken(ctx, 'password-reset')
  canaries.add(reset)
  const product = await aProduct(ctx)
  const payment = aPayment(product, { card })
  payment.paymentData.cvv = cvv
  const company = { type: 'COMPANY', title: 'Kanarya Ltd.', vkn, taxOffice: 'Kadıköy' }
  for (const invoice of [{ type: 'PERSON', tckn }, company, { ...company, taxOffice: '' }]) {
    Object.assign(payment.orderData.customerInfo, { invoice })
    await call('POST', '/payments/create', payment, token)
  }
  canaries.add(tckn).add(vkn)
  await call('POST', '/payments/create', { ...payment, orderData: {} }, token)
  await call('POST', '/auth/reset-password', { token: reset, newPassword, confirmPassword: newPassword })
  await call('POST', '/auth/refresh', { refreshToken: session.refreshToken })
  await call('GET', '/account', undefined, 'kanarya.jeton.sahte')
  canaries.add('kanarya.jeton.sahte')

  // A mail that cannot be sent, by a server whose address holds a password.
  await queueMail(ctx, { to: email, kind: 'x', subject: 'x', html: '', text: '' })
  const mail = (await mailsOf(ctx)).at(-1)
  const config = { ...deps.config, smtpUrl: 'smtp://magaza:kanarya-smtp@127.0.0.1:1' }
  canaries.add('kanarya-smtp')
  await sendMail({ ...ctx, log, config }, mail?.id ?? '').catch((error: unknown) =>
    log.error({ err: error }, 'job queue'),
  )

  // The database fails in the middle of it: what the query was given must not be in the log either.
  const user = await aUser(ctx, { password })
  const hash = user.passwordHash
  canaries.add(hash)
  await ctx.db.execute(sql`alter table refresh_tokens add constraint broken check (false) not valid`)
  const failed = await call('POST', '/auth/login', { email: user.email, password })
  expect(failed.code).toBe('INTERNAL')
  expect(lines.join()).toContain('Failed query')
  expect(JSON.stringify(failed)).not.toContain('refresh_tokens')

  expect(lines.length).toBeGreaterThan(5)
  const everything = lines.join('\n')
  for (const canary of canaries) expect(everything.includes(canary), `the log holds ${canary}`).toBe(false)
  expect(everything).not.toMatch(/argon2|\b[0-9a-f]{64}\b|passwordHash/)
  // Three digits stand by chance inside ids and times; alone they would be the card's.
  expect(everything).not.toMatch(new RegExp(`(?<![\\w.-])${cvv}(?![\\w.-])`))
  for (const line of lines) expect(() => JSON.parse(line)).not.toThrow()
})
