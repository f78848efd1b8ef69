import { EmailOnly, Login, PasswordReset, Refresh, Registration, Verification } from '#shop/accounts/contract.ts'
import { forgotPassword, resendVerification } from '#shop/accounts/link-requests.ts'
import { resetPassword } from '#shop/accounts/passwords/reset.ts'
import { register } from '#shop/accounts/registration.ts'
import { askPasskey } from '#shop/accounts/second-step/ask.ts'
import { SecondStep } from '#shop/accounts/second-step/contract.ts'
import { finishLogin } from '#shop/accounts/second-step/login.ts'
import { login } from '#shop/accounts/sessions/login.ts'
import { refreshSession } from '#shop/accounts/sessions/refresh.ts'
import { closeSession } from '#shop/accounts/sessions/sessions.ts'
import { verifyEmail } from '#shop/accounts/verification.ts'
import { badInput, created, json, limited, ok, resource } from './api.ts'
import { withOpener } from './authenticate.ts'
import { route } from './route.ts'

const verifiedSentences = {
  verified: 'Email adresiniz başarıyla doğrulandı! Artık tüm özellikleri kullanabilirsiniz.',
  claimed:
    'E-posta adresiniz doğrulandı. Bu hesap başka bir şifreyle açıldığı için o şifreyi kapattık; yeni şifrenizi belirlemeniz için size bir bağlantı gönderdik.',
  changed: 'Yeni e-posta adresiniz başarıyla doğrulandı! Bundan sonra bu adresle giriş yapabilirsiniz.',
}

export const auth = resource()
  .openapi(
    route('POST /auth/register', {
      tags: ['Account'],
      summary: 'Open an account; its address gets a link to verify it',
      description: 'An address that is taken gets the same answer, and its owner a mail that says so.',
      request: json(Registration),
      created: true,
      failures: { ...badInput, ...limited },
    }),
    async (c) => {
      await register(c.get('ctx'), c.req.valid('json'))
      const message = 'Hesabınız başarıyla oluşturuldu! Email adresinize gönderilen doğrulama linkini kontrol edin.'
      return created(c, null, message)
    },
  )
  .openapi(
    route('POST /auth/login', {
      tags: ['Account'],
      summary: 'Sign in',
      description:
        'Where two-step login is on, the answer asks for it; POST /auth/second-step then answers as this does.',
      request: json(Login),
      failures: {
        ...badInput,
        401: 'The address and the password do not belong together',
        ...limited,
      },
    }),
    async (c) => {
      const data = await login(c.get('ctx'), c.req.valid('json'), c.req.header('user-agent') ?? '')
      return 'secondStep' in data ? ok(c, data) : ok(c, data, 'Hoş geldiniz!')
    },
  )
  .openapi(
    route('POST /auth/second-step', {
      tags: ['Account'],
      summary: 'End a login by its second step: a code of the app, a recovery code, or the answer of a passkey',
      description: 'A wrong one tells in data.triesLeft how many tries are left; without them the challenge is over.',
      request: json(SecondStep),
      failures: { ...badInput, 401: 'Wrong, used before, or the challenge is over', ...limited },
    }),
    async (c) => {
      const data = await finishLogin(c.get('ctx'), c.req.valid('json'), c.req.header('user-agent') ?? '')
      return ok(c, data, 'Hoş geldiniz!')
    },
  )
  .openapi(
    route('POST /auth/passkey', {
      tags: ['Account'],
      summary:
        'Sign in by a passkey alone: what the browser asks for one with; POST /auth/second-step takes its answer',
      failures: { 409: 'The shop has no address that passkeys can belong to', ...limited },
    }),
    async (c) => ok(c, await askPasskey(c.get('ctx'), c.req.header('user-agent') ?? '')),
  )
  .openapi(
    route('POST /auth/refresh', {
      tags: ['Account'],
      summary: 'A new pair of tokens for a refresh token',
      description:
        'The same token sent twice gets the same successor. Once what the first answer held has been used, the token ends the session of whoever sends it (tabs that ask at once have thirty seconds). A session lasts 30 days without use and 90 days in all, an admin’s 30 days.',
      request: json(Refresh),
      failures: { ...badInput, 401: 'The session is over', ...limited },
    }),
    async (c) => {
      const data = await refreshSession(c.get('ctx'), c.req.valid('json').refreshToken)
      return ok(c, data)
    },
  )
  .openapi(
    route('POST /auth/logout', {
      tags: ['Account'],
      summary: 'End the session of a refresh token',
      request: json(Refresh),
      failures: badInput,
    }),
    async (c) => {
      await closeSession(c.get('ctx'), c.req.valid('json').refreshToken)
      return ok(c, null, 'Oturumunuz kapatıldı.')
    },
  )
  .openapi(
    route('POST /auth/verify-email', {
      tags: ['Account'],
      summary: 'Verify an address by the token of its mail: that of a registration, or the one an account changes to',
      description:
        'Sessions of the account end, except that of the bearer token sent along and those opened from the network that asks. When the address was registered more than once, only the bearer’s stays.',
      request: json(Verification),
      failures: {
        400: 'The token is unknown, used (ALREADY_VERIFIED when its address is verified) or older than 24 hours (LINK_EXPIRED)',
        409: 'Somebody else has an account with this address by now',
      },
    }),
    async (c) => {
      const ctx = await withOpener(c.get('ctx'), c.req.header('authorization'))
      const outcome = await verifyEmail(ctx, c.req.valid('json').token)
      return ok(c, null, verifiedSentences[outcome])
    },
  )
  .openapi(
    route('POST /auth/resend-verification', {
      tags: ['Account'],
      summary: 'Mail a new verification link',
      description: 'The answer is the same whoever asks.',
      request: json(EmailOnly),
      failures: { ...badInput, ...limited },
    }),
    async (c) => {
      await resendVerification(c.get('ctx'), c.req.valid('json').email)
      return ok(c, null, 'Doğrulama emaili başarıyla gönderildi! Email kutunuzu kontrol edin.')
    },
  )
  .openapi(
    route('POST /auth/forgot-password', {
      tags: ['Account'],
      summary: 'Mail a link for a new password',
      description: 'The answer is the same whoever asks.',
      request: json(EmailOnly),
      failures: { ...badInput, ...limited },
    }),
    async (c) => {
      await forgotPassword(c.get('ctx'), c.req.valid('json').email)
      return ok(c, null, 'Şifre sıfırlama emaili gönderildi! Email kutunuzu kontrol edin.')
    },
  )
  .openapi(
    route('POST /auth/reset-password', {
      tags: ['Account'],
      summary: 'Set a new password by the token of a mail; every session ends',
      request: json(PasswordReset),
      failures: { 400: 'Invalid input, or the token is unknown, used or older than an hour (LINK_EXPIRED)' },
    }),
    async (c) => {
      await resetPassword(c.get('ctx'), c.req.valid('json'))
      return ok(c, null, 'Şifreniz başarıyla sıfırlandı! Yeni şifrenizle giriş yapabilirsiniz.')
    },
  )
