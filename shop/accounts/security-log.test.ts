import { expect } from 'vitest'
import { aUser } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import { newId } from '../ctx.ts'
import { securityEvents } from './schema.ts'
import { listSecurityEvents, recordEvent } from './security-log.ts'

test('an address is kept in part, and only where no account is named', async ({ ctx }) => {
  const { id } = await aUser(ctx)
  await recordEvent(ctx, { kind: 'login-failed', userId: undefined, email: 'ayse@evde@posta.example' })
  await recordEvent(ctx, { kind: 'login-failed', userId: id, email: 'ayse@posta.example' })
  await recordEvent(ctx, { kind: 'login-failed', userId: undefined })
  const rows = await ctx.db.select().from(securityEvents).orderBy(securityEvents.id)
  expect(rows.map(({ userId, maskedEmail }) => [userId, maskedEmail])).toEqual([
    [null, 'a***@posta.example'],
    [id, null],
    [null, null],
  ])
})

test('who did it is named when it was somebody else, and what with when that is known', async ({ ctx, as }) => {
  const [user, admin] = [await aUser(ctx), await aUser(ctx, { role: 'ADMIN' })]
  const actor = (id: string) => as({ kind: 'user', id, sessionId: newId(), address: '203.0.113.9', rights: [] })
  const chrome = 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36'
  await recordEvent(actor(user.id), { kind: 'password-changed', userId: user.id, userAgent: chrome })
  await recordEvent(actor(admin.id), { kind: 'role-changed', userId: user.id, detail: 'yönetici yapıldı' })
  const rows = await ctx.db.select().from(securityEvents).orderBy(securityEvents.id)
  expect(rows).toMatchObject([
    { actorId: null, device: 'Chrome, Windows', detail: '', address: '203.0.113.9' },
    { actorId: admin.id, device: '', detail: 'yönetici yapıldı', address: '203.0.113.9' },
  ])
})

test('admins read whose account it was and who did it', async ({ ctx, as }) => {
  const [user, admin] = [await aUser(ctx), await aUser(ctx, { role: 'ADMIN' })]
  const asAdmin = as({ kind: 'user', id: admin.id, sessionId: newId(), address: '203.0.113.9', rights: ['records'] })
  await recordEvent(asAdmin, { kind: 'role-changed', userId: user.id })
  await recordEvent(asAdmin, { kind: 'login', userId: admin.id })
  const listed = await listSecurityEvents(asAdmin, { limit: 10, page: 1 })
  expect(listed.total).toBe(2)
  expect(listed.items.map(({ kind, userEmail, actorEmail }) => [kind, userEmail, actorEmail])).toEqual([
    ['login', admin.email, null],
    ['role-changed', user.email, admin.email],
  ])
})
