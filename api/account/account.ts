import { createRoute, z } from '@hono/zod-openapi'
import { AccountDeletion, PasswordChange, ProfileChange } from '#shop/accounts/contract.ts'
import { changePassword } from '#shop/accounts/passwords/change.ts'
import { getAccount, type Profile, updateProfile } from '#shop/accounts/profile.ts'
import { endOtherSessions, endSession, listSessions } from '#shop/accounts/sessions/session-list.ts'
import { deleteAccount } from '#shop/desk/account-deletion.ts'
import { exportOwnData } from '#shop/desk/personal-data.ts'
import { ownDataPage } from '#shop/desk/personal-data-page.ts'
import { findBrand } from '#shop/settings/brand.ts'
import { badInput, bearer, Id, json, limited, ok, resource, userFailures } from '../api.ts'
import { own } from '../authenticate.ts'
import { failed, route } from '../route.ts'

export const account = resource()
  .openapi(
    route('GET /account', {
      tags: ['Account'],
      summary: 'The signed-in user',
      security: bearer,
      failures: userFailures,
    }),
    async (c) => ok(c, await getAccount(c.get('ctx'))),
  )
  .openapi(
    route('PUT /account', {
      tags: ['Account'],
      summary: 'Change name and e-mail address; the address changes once the link mailed to it is opened',
      description: 'A new address needs `currentPassword`.',
      ...own,
      request: json(ProfileChange),
      failures: { ...userFailures, ...badInput, ...limited },
    }),
    async (c) => {
      const { emailRequested, ...data } = await updateProfile(c.get('ctx'), c.req.valid('json'))
      return ok(c, data, savedSentence(data, emailRequested))
    },
  )
  .openapi(
    route('PUT /account/password', {
      tags: ['Account'],
      summary: 'Set a new password; all other sessions end',
      ...own,
      request: json(PasswordChange),
      failures: { ...userFailures, ...badInput, ...limited },
    }),
    async (c) => {
      await changePassword(c.get('ctx'), c.req.valid('json'))
      const message = 'Şifreniz değiştirildi. Diğer cihazlardaki oturumlarınız kapatıldı.'
      return ok(c, null, message)
    },
  )
  .openapi(
    route('GET /account/sessions', {
      tags: ['Account'],
      summary: 'Where the user is signed in, this session first',
      ...own,
      failures: userFailures,
    }),
    async (c) => {
      const list = await listSessions(c.get('ctx'))
      const data = list.map((session) => ({
        ...session,
        createdAt: session.createdAt.toISOString(),
        lastUsedAt: session.lastUsedAt.toISOString(),
      }))
      return ok(c, data)
    },
  )
  .openapi(
    route('DELETE /account/sessions', {
      tags: ['Account'],
      summary: 'End all sessions but this one',
      ...own,
      failures: userFailures,
    }),
    async (c) => {
      const ended = await endOtherSessions(c.get('ctx'))
      const message = ended > 0 ? `${ended} oturum kapatıldı.` : 'Kapatılacak başka oturum yok.'
      return ok(c, { ended }, message)
    },
  )
  .openapi(
    route('DELETE /account/sessions/{id}', {
      tags: ['Account'],
      summary: 'End one session',
      ...own,
      request: { params: Id },
      failures: { ...userFailures, 404: 'No such open session of this user' },
    }),
    async (c) => {
      await endSession(c.get('ctx'), c.req.valid('param').id)
      return ok(c, { ended: 1 }, 'Oturum kapatıldı.')
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
        ...failed({ ...badInput, ...userFailures, ...limited }),
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
      if (c.req.valid('query').format === 'json') return ok(c, data)
      return c.html(ownDataPage((await findBrand(ctx)).shopName, data), 200, {
        'Content-Disposition': 'attachment; filename="kisisel-verilerim.html"',
      })
    },
  )
  .openapi(
    route('DELETE /account', {
      tags: ['Account'],
      summary: 'Delete the account; orders are kept without it for as long as the law wants',
      ...own,
      request: json(AccountDeletion),
      failures: {
        ...userFailures,
        400: 'The password is wrong',
        403: 'CONFIRMATION_REQUIRED: two-step login is on, and its second step was longer ago than 15 minutes',
        404: 'The account is deleted already',
        409: 'The only admin of the shop, or store credit is left or may still come back',
        ...limited,
      },
    }),
    async (c) => {
      await deleteAccount(c.get('ctx'), c.req.valid('json').password)
      return ok(c, null, 'Hesabınız silindi.')
    },
  )

function savedSentence({ pendingEmail }: Profile, emailRequested: boolean): string {
  return emailRequested
    ? `Bilgileriniz kaydedildi. ${pendingEmail} adresine gönderdiğimiz bağlantıyı açtığınızda yeni adresiniz geçerli olacak.`
    : 'Bilgileriniz kaydedildi.'
}
