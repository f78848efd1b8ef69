import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { sessions, staffRoles, users } from '#shop/accounts/schema.ts'
import { forgetOldInvitations } from '#shop/accounts/staff/invitations.ts'
import { managerRoleId } from '#shop/accounts/staff/role-rights.ts'
import { auditEntries } from '#shop/audit/schema.ts'
import { type Ctx, newId } from '#shop/ctx.ts'
import { deleteAccount } from '#shop/desk/account-deletion.ts'
import { mails } from '#shop/mail/schema.ts'
import { noticeChoices, pushSubscriptions } from '#shop/notices/schema.ts'
import { rights } from '#shop/rights.ts'
import { days } from '#shop/time.ts'
import { aUser, signIn, usualPassword } from '#test/factories.ts'
import { mailedToken } from '#test/mails.ts'
import { type Api, test } from '#test/shop.ts'

const warehouse = '00000000-0000-7000-8000-0000000000a2'
const service = '00000000-0000-7000-8000-0000000000a4'
const defne = { email: 'defne@depo.example', firstName: 'Defne', lastName: 'Işık', roleId: warehouse }
const goodPassword = 'sabah kahvesi ve simit'

async function anOwner(ctx: Ctx) {
  const user = await aUser(ctx, { role: 'ADMIN', firstName: 'Nar', lastName: 'Sahibi' })
  return { ...user, token: await signIn(ctx, user) }
}

async function invited(ctx: Ctx, api: Api, token: string, body: object = defne) {
  const { body: answer } = await api('POST', '/admin/staff', { token, body })
  return { id: answer.data.id as string, link: await mailedToken(ctx, 'staff-invitation') }
}

const logIn = (api: Api, email: string, password: string) => api('POST', '/auth/login', { body: { email, password } })

describe('inviting', () => {
  test('somebody who never came is kept for thirty days after her link ended, then named nowhere', async ({
    ctx,
    api,
    clock,
  }) => {
    const owner = await anOwner(ctx)
    const { id } = await invited(ctx, api, owner.token)
    const listed = async () => {
      const { body } = await api('GET', '/admin/staff', { token: await signIn(ctx, owner) })
      return body.data.map(({ email }: { email: string }) => email)
    }
    clock.forward(days(36))
    await forgetOldInvitations(ctx)
    expect(await listed()).toContain(defne.email)
    clock.forward(days(2))
    await forgetOldInvitations(ctx)
    expect(await listed()).toEqual([owner.email])
    const changes = await ctx.db.select().from(auditEntries).where(eq(auditEntries.subjectId, id))
    expect(changes).toMatchObject([
      { action: 'staff.invite', subjectName: 'Silinmiş Hesap', after: { staffRole: 'Depo' } },
    ])
    expect(JSON.stringify(changes)).not.toMatch(/defne|Defne|Işık/)
  })

  test('somebody new sets her password by the link, and may do what her role says', async ({ ctx, api }) => {
    const { token } = await anOwner(ctx)
    const { id, link } = await invited(ctx, api, token)
    const [mail] = await ctx.db.select().from(mails).where(eq(mails.kind, 'staff-invitation'))
    expect(mail).toMatchObject({ toEmail: defne.email, subject: expect.stringContaining('davetlisiniz') })
    expect(mail?.text).toContain('Nar Sahibi, sizi')
    expect((await api('GET', '/admin/staff', { token })).body.data[1]).toMatchObject({
      ...{ ...defne, id, roleName: 'Depo', status: 'INVITED', lastSeenAt: null },
      invitation: { expiresAt: '2026-11-27T09:00:00.000Z' },
    })
    const seen = await api('POST', '/auth/invitation', { body: { token: link } })
    expect(seen.body.data).toEqual({ email: defne.email, firstName: 'Defne', role: 'Depo', needsPassword: true })
    for (const [body, field] of [
      [{ token: link }, 'password'],
      [{ token: link, password: 'Defne Işık' }, 'password'],
      [{ token: link, password: '123' }, 'password'],
      [{}, 'token'],
    ] as const) {
      const refused = await api('POST', '/auth/invitation/accept', { body })
      expect([refused.status, Object.keys(refused.body.error)]).toEqual([400, [field]])
    }
    expect(
      (await api('POST', '/auth/invitation/accept', { body: { token: link, password: goodPassword } })).status,
    ).toBe(200)
    const { body } = await logIn(api, defne.email, goodPassword)
    expect(body.data.user).toMatchObject({ role: 'ADMIN', emailVerified: true, firstName: 'Defne' })
    const hers = body.data.accessToken
    expect((await api('GET', '/admin/me', { token: hers })).body.data).toEqual({
      rights: ['dashboard', 'orders', 'orders-read', 'returns'],
    })
    expect((await api('GET', '/admin/orders', { token: hers })).status).toBe(200)
    const refused = await api('GET', '/admin/staff', { token: hers })
    expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN'])
    const moved = await api('PUT', `/admin/staff/${id}`, { token, body: { roleId: warehouse } })
    expect(moved.body.data, 'under the id that the invitation had').toMatchObject({ id, status: 'ACTIVE' })
    // Known by her name in both records.
    const { body: audit } = await api('GET', '/admin/audit', { token })
    expect(audit.data[0]).toMatchObject({
      action: 'staff.join',
      actor: { name: 'Defne Işık' },
      after: { staffRole: 'Depo' },
    })
    expect(audit.data[1]).toMatchObject({ action: 'staff.invite', actor: { name: 'Nar Sahibi' } })
    const { body: log } = await api('GET', '/admin/security-log?kind=staff-invited', { token })
    expect(log.data[0]).toMatchObject({
      maskedEmail: 'd***@depo.example',
      actor: { email: expect.any(String) },
      detail: 'Depo',
    })
  })

  test('a link is good once, for a week, and until a newer one is sent or it is withdrawn', async ({
    ctx,
    api,
    clock,
  }) => {
    const { token } = await anOwner(ctx)
    const look = async (link: string) => (await api('POST', '/auth/invitation', { body: { token: link } })).body.code
    const accept = (link: string) =>
      api('POST', '/auth/invitation/accept', { body: { token: link, password: goodPassword } })
    const first = await invited(ctx, api, token)
    expect((await api('POST', `/admin/staff/${first.id}/invitation`, { token })).status).toBe(200)
    const second = await mailedToken(ctx, 'staff-invitation')
    expect([await look(first.link), await look(second)]).toEqual(['INVALID', undefined])
    clock.forward(days(7))
    expect([await look(second), (await accept(second)).body.code]).toEqual(['LINK_EXPIRED', 'LINK_EXPIRED'])
    await api('POST', `/admin/staff/${first.id}/invitation`, {
      token: await signIn(ctx, await aUser(ctx, { role: 'ADMIN' })),
    })
    const third = await mailedToken(ctx, 'staff-invitation')
    expect((await accept(third)).status).toBe(200)
    expect((await accept(third)).body.code).toBe('INVALID')
    const other = await anOwner(ctx)
    const fourth = await invited(ctx, api, other.token, { ...defne, email: 'baska@depo.example' })
    expect((await api('DELETE', `/admin/staff/${fourth.id}`, { token: other.token })).status).toBe(200)
    expect(await look(fourth.link)).toBe('INVALID')
    for (const method of ['POST', 'DELETE'] as const) {
      const path = `/admin/staff/${fourth.id}${method === 'POST' ? '/invitation' : ''}`
      expect((await api(method, path, { token: other.token })).status).toBe(404)
    }
  })

  test('a customer joins with her own account and password; her sessions of before end', async ({ ctx, api }) => {
    const { token } = await anOwner(ctx)
    const customer = await aUser(ctx, { firstName: 'Ece' })
    const old = await signIn(ctx, customer)
    const { link } = await invited(ctx, api, token, { ...defne, email: customer.email })
    expect((await api('POST', '/auth/invitation', { body: { token: link } })).body.data.needsPassword).toBe(false)
    // Another password than hers is not taken.
    await api('POST', '/auth/invitation/accept', { body: { token: link, password: goodPassword } })
    expect((await api('GET', '/account', { token: old })).status).toBe(401)
    expect((await logIn(api, customer.email, goodPassword)).status).toBe(401)
    expect((await logIn(api, customer.email, usualPassword)).body.data.user).toMatchObject({
      role: 'ADMIN',
      firstName: 'Ece',
    })
  })

  test('an account that nobody verified may be a stranger’s: the link sets a password of her own', async ({
    ctx,
    api,
  }) => {
    const { token } = await anOwner(ctx)
    const stranger = await aUser(ctx, { email: defne.email, firstName: 'Kötü', verified: false })
    const strangers = await signIn(ctx, stranger)
    const { link } = await invited(ctx, api, token)
    expect((await api('POST', '/auth/invitation', { body: { token: link } })).body.data.needsPassword).toBe(true)
    await api('POST', '/auth/invitation/accept', { body: { token: link, password: goodPassword } })
    expect((await api('GET', '/account', { token: strangers })).status).toBe(401)
    expect((await logIn(api, defne.email, usualPassword)).status).toBe(401)
    expect((await logIn(api, defne.email, goodPassword)).body.data.user).toMatchObject({
      firstName: 'Defne',
      emailVerified: true,
    })
  })

  test('is refused twice, of the staff, in a role that is gone, and too often', async ({ ctx, api }) => {
    const { token, email } = await anOwner(ctx)
    const invite = (body: object) => api('POST', '/admin/staff', { token, body: { ...defne, ...body } })
    expect((await invite({})).status).toBe(201)
    for (const [someone, why] of [
      [{}, 'zaten davet'],
      [{ email }, 'ekipte'],
    ] as const) {
      const refused = await invite(someone)
      expect([refused.status, refused.body.error.email[0]]).toEqual([409, expect.stringContaining(why)])
    }
    expect((await invite({ email: 'x@y.example', roleId: newId() })).status).toBe(409)
    expect((await invite({ firstName: 'www.hile.example' })).status).toBe(400)
    let last = 0
    for (let n = 0; n < 30; n++) last = (await invite({})).status
    expect(last).toBe(429)
    const { id } = (await api('GET', '/admin/staff', { token })).body.data[1]
    expect((await api('POST', `/admin/staff/${id}/invitation`, { token })).status).toBe(429)
  })

  test('who became one of the staff meanwhile is told so', async ({ ctx, api }) => {
    const { token } = await anOwner(ctx)
    const customer = await aUser(ctx)
    const { link } = await invited(ctx, api, token, { ...defne, email: customer.email })
    await ctx.db.update(users).set({ role: 'ADMIN', staffRoleId: service }).where(eq(users.id, customer.id))
    expect((await api('POST', '/auth/invitation/accept', { body: { token: link } })).status).toBe(409)
  })
})

describe('roles and access', () => {
  test('another role counts with the next request', async ({ ctx, api }) => {
    const owner = await anOwner(ctx)
    const user = await aUser(ctx, { staffRoleId: warehouse })
    const hers = await signIn(ctx, user)
    expect((await api('GET', '/admin/customers', { token: hers })).status).toBe(403)
    const changed = await api('PUT', `/admin/staff/${user.id}`, { token: owner.token, body: { roleId: service } })
    expect(changed.body.data).toMatchObject({ roleId: service, roleName: 'Müşteri hizmetleri', self: false })
    expect(changed.body.data.sessions).toHaveLength(1)
    expect((await api('GET', '/admin/customers', { token: hers })).status).toBe(200)
    const [entry] = await ctx.db.select().from(auditEntries).where(eq(auditEntries.action, 'staff.role'))
    expect(entry).toMatchObject({ before: { staffRole: 'Depo' }, after: { staffRole: 'Müşteri hizmetleri' } })
    expect(
      (await api('PUT', `/admin/staff/${newId()}`, { token: owner.token, body: { roleId: service } })).status,
    ).toBe(404)
    expect(
      (await api('PUT', `/admin/staff/${user.id}`, { token: owner.token, body: { roleId: newId() } })).status,
    ).toBe(409)
    const { id } = await invited(ctx, api, owner.token)
    const moved = await api('PUT', `/admin/staff/${id}`, { token: owner.token, body: { roleId: service } })
    expect(moved.body.data).toMatchObject({ status: 'INVITED', roleId: service })
  })

  test('whose access is removed is out at once, and hears of nothing more', async ({ ctx, api, as }) => {
    const owner = await anOwner(ctx)
    const user = await aUser(ctx, { staffRoleId: warehouse })
    const hers = await signIn(ctx, user)
    const keys = { p256dh: 'a', auth: 'b', device: 'Chrome', createdAt: ctx.clock() }
    await ctx.db
      .insert(pushSubscriptions)
      .values({ id: newId(), userId: user.id, endpoint: 'https://push.example/1', ...keys })
    await ctx.db.insert(noticeChoices).values({ userId: user.id, kinds: {}, summary: true, updatedAt: ctx.clock() })
    expect((await api('GET', '/admin/orders', { token: hers })).status).toBe(200)
    expect((await api('DELETE', `/admin/staff/${user.id}`, { token: owner.token })).status).toBe(200)
    expect((await api('GET', '/admin/orders', { token: hers })).status).toBe(401)
    const left = [pushSubscriptions, noticeChoices].map((table) => ctx.db.$count(table, eq(table.userId, user.id)))
    expect(await Promise.all(left)).toEqual([0, 0])
    expect(await ctx.db.$count(sessions, eq(sessions.userId, user.id))).toBe(1)
    // Her account is a customer's.
    const { body } = await logIn(api, user.email, usualPassword)
    expect(body.data.user.role).toBe('USER')
    expect((await api('GET', '/admin/me', { token: body.data.accessToken })).status).toBe(403)
    expect((await api('DELETE', `/admin/staff/${user.id}`, { token: owner.token })).status).toBe(404)
    const actor = { kind: 'user', id: owner.id, sessionId: newId(), address: '::1', rights } as const
    await expect(deleteAccount(as(actor), usualPassword)).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('the last who may manage the staff stays so, whatever way is tried', async ({ ctx, api }) => {
    const owner = await anOwner(ctx)
    await aUser(ctx, { staffRoleId: warehouse })
    const call = async (method: string, path: string, body?: object) => {
      const answer = await api(method, path, { token: owner.token, body })
      return [answer.status, answer.body.code]
    }
    expect(await call('DELETE', `/admin/staff/${owner.id}`)).toEqual([409, 'CONFLICT'])
    expect(await call('PUT', `/admin/staff/${owner.id}`, { roleId: warehouse })).toEqual([409, 'CONFLICT'])
    const made = await api('POST', '/admin/roles', { token: owner.token, body: { name: 'Ortak', rights } })
    const { id } = made.body.data
    await ctx.db.update(users).set({ staffRoleId: id }).where(eq(users.id, owner.id))
    expect(await call('PUT', `/admin/roles/${id}`, { name: 'Ortak', rights: ['orders'] })).toEqual([409, 'CONFLICT'])
    const partner = await aUser(ctx, { role: 'ADMIN' })
    expect(await call('DELETE', `/admin/staff/${partner.id}`)).toEqual([200, undefined])
  })

  test('a role of her own is made of rights, with what comes along with them', async ({ ctx, api }) => {
    const { token } = await anOwner(ctx)
    const save = (body: object, id?: string) =>
      api(id ? 'PUT' : 'POST', id ? `/admin/roles/${id}` : '/admin/roles', { token, body })
    const made = await save({ name: ' Hafta sonu ', rights: ['payments', 'orders', 'orders'] })
    expect(made.body.data).toMatchObject({
      name: 'Hafta sonu',
      ready: false,
      rights: ['orders', 'orders-read', 'payments', 'payments-read', 'amounts'],
      people: 0,
    })
    const { id } = made.body.data
    const { body: all } = await api('GET', '/admin/roles', { token })
    expect(all.data.map(({ name }: { name: string }) => name)).toEqual([
      'Yönetici',
      'Depo',
      'Ürün',
      'Müşteri hizmetleri',
      'Muhasebe',
      'Hafta sonu',
    ])
    const taken = await save({ name: 'HAFTA SONU', rights: ['orders'] })
    expect([taken.status, taken.body.error.name[0]]).toEqual([409, expect.stringContaining('zaten var')])
    for (const wrong of [
      { name: '', rights: ['orders'] },
      { name: 'a', rights: ['amounts'] },
      { name: 'a', rights: ['all'] },
    ]) {
      expect((await save(wrong)).status).toBe(400)
    }
    const user = await aUser(ctx, { staffRoleId: id })
    const hers = await signIn(ctx, user)
    expect((await api('GET', '/admin/payments', { token: hers })).status).toBe(200)
    expect((await save({ name: 'Hafta sonu', rights: ['orders'] }, id)).body.data.rights).toEqual([
      'orders',
      'orders-read',
    ])
    expect((await api('GET', '/admin/payments', { token: hers })).status).toBe(403)
    expect((await api('DELETE', `/admin/roles/${id}`, { token })).status).toBe(409)
    await api('PUT', `/admin/staff/${user.id}`, { token, body: { roleId: warehouse } })
    expect((await api('DELETE', `/admin/roles/${id}`, { token })).status).toBe(200)
    for (const method of ['PUT', 'DELETE']) {
      const body = { name: 'Depo 2', rights: ['orders'] }
      expect((await api(method, `/admin/roles/${id}`, { token, body })).status).toBe(404)
      expect((await api(method, `/admin/roles/${warehouse}`, { token, body })).status).toBe(409)
    }
  })

  test('of two who change a role at once the second writes nothing over, and is told', async ({ ctx, api }) => {
    const { token } = await anOwner(ctx)
    const { body: made } = await api('POST', '/admin/roles', { token, body: { name: 'Kasa', rights: ['orders'] } })
    const save = (body: object) => api('PUT', `/admin/roles/${made.data.id}`, { token, body })
    const seen = { name: 'Kasa', rights: made.data.rights.toReversed() }
    const first = await save({ name: 'Kasa', rights: ['orders', 'mails'], seen })
    expect(first.status).toBe(200)
    const second = await save({ name: 'Kasa 2', rights: ['orders'], seen })
    expect([second.status, second.body.code]).toEqual([409, 'EDIT_CONFLICT'])
    expect(second.body.message).toContain('“Kasa” bu arada başka biri tarafından değiştirildi')
    const known = { name: 'Kasa', rights: first.body.data.rights }
    expect((await save({ name: 'Kasa 2', rights: ['orders'], seen: known })).body.data.name).toBe('Kasa 2')
    expect((await save({ name: 'Kasa', rights: ['orders'] })).status, 'who names no state').toBe(200)
  })

  test('nobody gives or takes what she may not do herself', async ({ ctx, api }) => {
    const owner = await anOwner(ctx)
    const roleId = newId()
    const now = ctx.clock()
    const held = { rights: ['orders', 'staff'] as ('orders' | 'staff')[], createdAt: now, updatedAt: now }
    await ctx.db.insert(staffRoles).values({ id: roleId, name: 'Ekip', ...held })
    const helper = await aUser(ctx, { staffRoleId: roleId })
    const token = await signIn(ctx, helper)
    const status = async (method: string, path: string, body?: object) =>
      (await api(method, path, { token, body })).status
    expect(await status('PUT', `/admin/staff/${helper.id}`, { roleId: managerRoleId })).toBe(403)
    expect(await status('DELETE', `/admin/staff/${owner.id}`)).toBe(403)
    expect(await status('POST', '/admin/staff', { ...defne, roleId: managerRoleId })).toBe(403)
    expect(await status('POST', '/admin/roles', { name: 'Para', rights: ['payments'] })).toBe(403)
    expect(await status('PUT', `/admin/roles/${roleId}`, { name: 'Ekip', rights: ['orders', 'staff', 'mails'] })).toBe(
      403,
    )
    expect(await status('PUT', `/admin/roles/${roleId}`, { name: 'Ekip 2', rights: ['orders', 'staff'] })).toBe(200)
  })
})

test('a deleted account leaves no role and no invitation behind', async ({ ctx, api, as }) => {
  const owner = await anOwner(ctx)
  const user = await aUser(ctx, { staffRoleId: warehouse })
  const actor = (id: string) => as({ kind: 'user', id, sessionId: newId(), address: '203.0.113.7', rights: [] })
  await deleteAccount(actor(user.id), usualPassword)
  const [row] = await ctx.db.select().from(users).where(eq(users.id, user.id))
  expect(row).toMatchObject({ role: 'USER', staffRoleId: null })
  const customer = await aUser(ctx)
  await invited(ctx, api, owner.token, { ...defne, email: customer.email })
  await deleteAccount(actor(customer.id), usualPassword)
  expect((await api('GET', '/admin/staff', { token: owner.token })).body.data).toHaveLength(1)
})
