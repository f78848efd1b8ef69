import { createRoute, z } from '@hono/zod-openapi'
import { AccountDeletion, PasswordChange, ProfileChange } from '#shop/accounts/contract.ts'
import { deleteAccount } from '#shop/accounts/deletion.ts'
import { exportOwnData } from '#shop/accounts/export.ts'
import { ownDataPage } from '#shop/accounts/export-page.ts'
import { changePassword } from '#shop/accounts/password-change.ts'
import { getAccount, type Profile, updateProfile } from '#shop/accounts/profile.ts'
import { endOtherSessions, endSession, listSessions } from '#shop/accounts/session-list.ts'
import { findBrand } from '#shop/settings/brand.ts'
import { answers, bearer, resource } from './api.ts'
import { signedIn } from './authenticate.ts'

export const WireAccount = z
  .object({
    id: z.uuid(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    role: z.enum(['USER', 'ADMIN']),
    emailVerified: z.boolean(),
  })
  .openapi('Account')

const WireProfile = WireAccount.extend({
  pendingEmail: z.string().nullable().openapi({ description: 'Takes effect once the link mailed to it is opened' }),
}).openapi('Profile')

const WireSession = z
  .object({
    id: z.uuid(),
    device: z.string(),
    address: z.string(),
    current: z.boolean(),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime(),
  })
  .openapi('Session')

const Ended = z.object({ ended: z.number().int() })

/** What calls of a signed-in user have in common. */
export const own = { security: bearer, middleware: signedIn }
export const guarded = { 401: 'Not signed in' }

export function json<T extends z.ZodType>(schema: T) {
  return { body: { required: true, content: { 'application/json': { schema } } } }
}

export const account = resource()
  .openapi(
    createRoute({
      method: 'get',
      path: '/account',
      tags: ['Account'],
      summary: 'The signed-in user',
      security: bearer,
      responses: answers(WireProfile, guarded),
    }),
    async (c) => c.json({ success: true as const, data: await getAccount(c.get('ctx')) }, 200),
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/account',
      tags: ['Account'],
      summary: 'Change name and e-mail address; the address changes once the link mailed to it is opened',
      description: 'A new address needs `currentPassword`, unless the session is less than 15 minutes old.',
      ...own,
      request: json(ProfileChange),
      responses: answers(WireProfile, { ...guarded, 400: 'Invalid input', 429: 'Too many tries; see Retry-After' }),
    }),
    async (c) => {
      const { emailRequested, ...data } = await updateProfile(c.get('ctx'), c.req.valid('json'))
      return c.json({ success: true as const, data, message: savedSentence(data, emailRequested) }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/account/password',
      tags: ['Account'],
      summary: 'Set a new password; all other sessions end',
      ...own,
      request: json(PasswordChange),
      responses: answers(z.null(), { ...guarded, 400: 'Invalid input', 429: 'Too many tries; see Retry-After' }),
    }),
    async (c) => {
      await changePassword(c.get('ctx'), c.req.valid('json'))
      const message = 'Şifreniz değiştirildi. Diğer cihazlardaki oturumlarınız kapatıldı.'
      return c.json({ success: true as const, data: null, message }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/account/sessions',
      tags: ['Account'],
      summary: 'Where the user is signed in, this session first',
      ...own,
      responses: answers(z.array(WireSession), guarded),
    }),
    async (c) => {
      const list = await listSessions(c.get('ctx'))
      const data = list.map((session) => ({
        ...session,
        createdAt: session.createdAt.toISOString(),
        lastUsedAt: session.lastUsedAt.toISOString(),
      }))
      return c.json({ success: true as const, data }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'delete',
      path: '/account/sessions',
      tags: ['Account'],
      summary: 'End all sessions but this one',
      ...own,
      responses: answers(Ended, guarded),
    }),
    async (c) => {
      const ended = await endOtherSessions(c.get('ctx'))
      const message = ended > 0 ? `${ended} oturum kapatıldı.` : 'Kapatılacak başka oturum yok.'
      return c.json({ success: true as const, data: { ended }, message }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'delete',
      path: '/account/sessions/{id}',
      tags: ['Account'],
      summary: 'End one session',
      ...own,
      request: { params: z.object({ id: z.string().max(64) }) },
      responses: answers(Ended, { ...guarded, 404: 'No such open session of this user' }),
    }),
    async (c) => {
      await endSession(c.get('ctx'), c.req.valid('param').id)
      return c.json({ success: true as const, data: { ended: 1 }, message: 'Oturum kapatıldı.' }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/account/export',
      tags: ['Account'],
      summary: 'All that the shop keeps about the user',
      ...own,
      request: {
        query: z.object({ format: z.enum(['json', 'html'], 'Biçim json veya html olabilir').default('json') }),
      },
      responses: {
        ...answers(z.record(z.string(), z.unknown()), { ...guarded, 429: 'Too many tries; see Retry-After' }),
        200: {
          description: 'The data; as HTML a page to print, as an attachment',
          content: {
            'application/json': {
              schema: z.object({ success: z.literal(true), data: z.record(z.string(), z.unknown()) }),
            },
            'text/html': { schema: z.string() },
          },
        },
      },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const data = await exportOwnData(ctx)
      if (c.req.valid('query').format === 'json') return c.json({ success: true as const, data }, 200)
      return c.html(ownDataPage((await findBrand(ctx)).shopName, data), 200, {
        'Content-Disposition': 'attachment; filename="kisisel-verilerim.html"',
      })
    },
  )
  .openapi(
    createRoute({
      method: 'delete',
      path: '/account',
      tags: ['Account'],
      summary: 'Delete the account; orders are kept without it for as long as the law wants',
      ...own,
      request: json(AccountDeletion),
      responses: answers(z.null(), {
        ...guarded,
        400: 'The password is wrong',
        409: 'The only admin of the shop',
        429: 'Too many tries; see Retry-After',
      }),
    }),
    async (c) => {
      await deleteAccount(c.get('ctx'), c.req.valid('json').password)
      return c.json({ success: true as const, data: null, message: 'Hesabınız silindi.' }, 200)
    },
  )

function savedSentence({ pendingEmail }: Profile, emailRequested: boolean): string {
  return emailRequested
    ? `Bilgileriniz kaydedildi. ${pendingEmail} adresine gönderdiğimiz bağlantıyı açtığınızda yeni adresiniz geçerli olacak.`
    : 'Bilgileriniz kaydedildi.'
}
