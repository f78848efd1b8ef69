import { expect } from 'vitest'
import { aUser, signIn, usualPassword } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import { requireAdmin } from '../ctx.ts'
import { createFirstDemoAdmin, ensureAdmin } from './admins.ts'
import { login } from './login.ts'
import { actorOfToken } from './sessions.ts'
import { findUserByEmail } from './users.ts'

test('ensureAdmin makes an admin, once', async ({ ctx, as }) => {
  const given = { email: 'Patron@Posta.Example', password: 'çok gizli parola' }
  await ensureAdmin(ctx, given)
  const before = await findUserByEmail(ctx, 'patron@posta.example')
  await ensureAdmin(ctx, given)
  expect(await findUserByEmail(ctx, 'patron@posta.example')).toEqual(before)
  const { accessToken } = await login(ctx, { ...given, email: 'patron@posta.example' }, 'a test')
  await expect(requireAdmin(as(await actorOfToken(ctx, accessToken)))).resolves.toBe(before?.id)
})

test('ensureAdmin raises a customer and, with another password, ends her sessions', async ({ ctx }) => {
  const user = await aUser(ctx, { verified: false })
  const bearer = await signIn(ctx, user)
  await ensureAdmin(ctx, { email: user.email, password: usualPassword })
  await expect(actorOfToken(ctx, bearer)).resolves.toMatchObject({ id: user.id })
  expect(await findUserByEmail(ctx, user.email)).toMatchObject({ role: 'ADMIN', emailVerifiedAt: expect.any(Date) })
  await ensureAdmin(ctx, { email: user.email, password: 'başka bir parola' })
  await expect(actorOfToken(ctx, bearer)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})

test('createFirstDemoAdmin makes one only where there is none', async ({ ctx }) => {
  const first = await createFirstDemoAdmin(ctx)
  expect(first?.email).toBe('admin@narcicegi.example')
  expect(first?.password.length).toBeGreaterThanOrEqual(16)
  if (first) await login(ctx, first, 'a test')
  expect(await createFirstDemoAdmin(ctx)).toBeUndefined()
})
