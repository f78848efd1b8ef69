import { createRoute, z } from '@hono/zod-openapi'
import { EmailOnly, Login, PasswordReset, Refresh, Registration, Verification } from '#shop/accounts/contract.ts'
import { forgotPassword, resendVerification } from '#shop/accounts/link-requests.ts'
import { login } from '#shop/accounts/login.ts'
import { resetPassword } from '#shop/accounts/password-reset.ts'
import { register } from '#shop/accounts/registration.ts'
import { closeSession, refreshSession } from '#shop/accounts/sessions.ts'
import { verifyEmail } from '#shop/accounts/verification.ts'
import { WireAccount } from './account.ts'
import { answers, resource } from './api.ts'

const Tokens = z
  .object({
    accessToken: z.string().openapi({ description: 'JWT for the Authorization header, good for 15 minutes' }),
    refreshToken: z.string().openapi({ description: 'For the next pair; good until the pair it gives is used' }),
  })
  .openapi('Tokens')

const Nothing = z.null()
const badInput = { 400: 'Invalid input' }
const limited = { 429: 'Too many tries; see Retry-After' }

function json<T extends z.ZodType>(schema: T) {
  return { body: { required: true, content: { 'application/json': { schema } } } }
}

function done(message: string) {
  return { success: true as const, data: null, message }
}

const verifiedSentences = {
  verified: 'Email adresiniz başarıyla doğrulandı! Artık tüm özellikleri kullanabilirsiniz.',
  changed: 'Yeni email adresiniz başarıyla doğrulandı! Bundan sonra bu adresle giriş yapabilirsiniz.',
}

export const auth = resource()
  .openapi(
    createRoute({
      method: 'post',
      path: '/auth/register',
      tags: ['Account'],
      summary: 'Open an account; its address gets a link to verify it',
      description: 'An address that is taken gets the same answer, and its owner a mail that says so.',
      request: json(Registration),
      responses: answers(Nothing, { ...badInput, ...limited }, 201),
    }),
    async (c) => {
      await register(c.get('ctx'), c.req.valid('json'))
      const message = 'Hesabınız başarıyla oluşturuldu! Email adresinize gönderilen doğrulama linkini kontrol edin.'
      return c.json(done(message), 201)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/auth/login',
      tags: ['Account'],
      summary: 'Sign in',
      request: json(Login),
      responses: answers(Tokens.extend({ user: WireAccount }), {
        ...badInput,
        401: 'The address and the password do not belong together',
        ...limited,
      }),
    }),
    async (c) => {
      const data = await login(c.get('ctx'), c.req.valid('json'), c.req.header('user-agent') ?? '')
      return c.json({ success: true as const, data, message: 'Hoş geldiniz!' }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/auth/refresh',
      tags: ['Account'],
      summary: 'A new pair of tokens for a refresh token',
      description:
        'The same token sent twice gets the same successor. Once the successor has been used, the token ends the session of whoever sends it.',
      request: json(Refresh),
      responses: answers(Tokens, { ...badInput, 401: 'The session is over', ...limited }),
    }),
    async (c) => {
      const data = await refreshSession(c.get('ctx'), c.req.valid('json').refreshToken)
      return c.json({ success: true as const, data }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/auth/logout',
      tags: ['Account'],
      summary: 'End the session of a refresh token',
      request: json(Refresh),
      responses: answers(Nothing, badInput),
    }),
    async (c) => {
      await closeSession(c.get('ctx'), c.req.valid('json').refreshToken)
      return c.json(done('Oturumunuz kapatıldı.'), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/auth/verify-email',
      tags: ['Account'],
      summary: 'Verify an address by the token of its mail: that of a registration, or the one an account changes to',
      request: json(Verification),
      responses: answers(Nothing, {
        400: 'The token is unknown, used or older than 24 hours',
        409: 'Somebody else has an account with this address by now',
      }),
    }),
    async (c) => {
      const outcome = await verifyEmail(c.get('ctx'), c.req.valid('json').token)
      return c.json(done(verifiedSentences[outcome]), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/auth/resend-verification',
      tags: ['Account'],
      summary: 'Mail a new verification link',
      description: 'The answer is the same whoever asks.',
      request: json(EmailOnly),
      responses: answers(Nothing, { ...badInput, ...limited }),
    }),
    async (c) => {
      await resendVerification(c.get('ctx'), c.req.valid('json').email)
      return c.json(done('Doğrulama emaili başarıyla gönderildi! Email kutunuzu kontrol edin.'), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/auth/forgot-password',
      tags: ['Account'],
      summary: 'Mail a link for a new password',
      description: 'The answer is the same whoever asks.',
      request: json(EmailOnly),
      responses: answers(Nothing, { ...badInput, ...limited }),
    }),
    async (c) => {
      await forgotPassword(c.get('ctx'), c.req.valid('json').email)
      return c.json(done('Şifre sıfırlama emaili gönderildi! Email kutunuzu kontrol edin.'), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/auth/reset-password',
      tags: ['Account'],
      summary: 'Set a new password by the token of a mail; every session ends',
      request: json(PasswordReset),
      responses: answers(Nothing, { 400: 'Invalid input, or the token is unknown, used or older than an hour' }),
    }),
    async (c) => {
      await resetPassword(c.get('ctx'), c.req.valid('json'))
      return c.json(done('Şifreniz başarıyla sıfırlandı! Yeni şifrenizle giriş yapabilirsiniz.'), 200)
    },
  )
