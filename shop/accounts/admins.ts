import { createHash, randomBytes } from 'node:crypto'
import { and, eq, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Ctx, inTransaction, newId } from '../ctx.ts'
import { notFound, ShopError } from '../errors.ts'
import { findSetting, saveSetting } from '../settings/settings.ts'
import { forgetAttempts } from './login-attempts.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import { users } from './schema.ts'
import { recordEvent } from './security-log.ts'
import { closeSessionsOf } from './sessions.ts'
import { voidTokens } from './user-tokens.ts'
import { findUserByEmail } from './users.ts'

/** After this the account exists, is an admin's and has this password. One that already fits is left as it is. */
export async function ensureAdmin(ctx: Ctx, given: { email: string; password: string }): Promise<void> {
  const email = given.email.toLowerCase()
  const known = await findUserByEmail(ctx, email)
  const samePassword = await checkPassword(ctx, known?.passwordHash, given.password)
  if (samePassword && known?.role === 'ADMIN' && known.emailVerifiedAt) return

  const passwordHash = samePassword && known ? known.passwordHash : await hashPassword(ctx, given.password)
  const now = ctx.clock()
  const rights = { role: 'ADMIN' as const, passwordHash, emailVerifiedAt: now, updatedAt: now }
  await inTransaction(ctx, async (ctx) => {
    const [admin] = await ctx.db
      .insert(users)
      .values({ id: newId(), email, firstName: 'Mağaza', lastName: 'Yöneticisi', createdAt: now, ...rights })
      .onConflictDoUpdate({ target: users.email, set: rights })
      .returning({ id: users.id })
    if (!admin) throw new Error('insert returned no row')
    if (!samePassword) await closeSessionsOf(ctx, admin.id)
    await recordEvent(ctx, { kind: 'role-changed', userId: admin.id, detail: 'yönetici (mağaza ayarları)' })
  })
}

/** Where there is no admin yet: makes one. Its password is known only to whoever reads this answer. */
export async function createFirstDemoAdmin(ctx: Ctx): Promise<{ email: string; password: string } | undefined> {
  return inTransaction(ctx, async (ctx) => {
    await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtext('butik.first-admin'))`)
    const [admin] = await ctx.db.select({ id: users.id }).from(users).where(eq(users.role, 'ADMIN')).limit(1)
    if (admin) return undefined
    const email = `admin@${ctx.config.shopEmail.split('@').at(-1)}`.toLowerCase()
    const password = newPassword()
    await ensureAdmin(ctx, { email, password })
    const made = await findUserByEmail(ctx, email)
    if (made) await saveSetting(ctx, generatedKey, { userId: made.id, fingerprint: fingerprintOf(made.passwordHash) })
    return { email, password }
  })
}

const generatedKey = 'admin.generated-password'
const Generated = z.object({ userId: z.string(), fingerprint: z.string() })

/** Whether the first admin still logs in with the password that was made for her and shown on a screen. */
export async function hasGeneratedPassword(ctx: Ctx): Promise<boolean> {
  const made = await findSetting(ctx, generatedKey, Generated)
  if (!made) return false
  const [admin] = await ctx.db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, made.userId))
  return admin !== undefined && fingerprintOf(admin.hash) === made.fingerprint
}

function fingerprintOf(hash: string | null): string {
  return createHash('sha256')
    .update(hash ?? '')
    .digest('hex')
}

/** A new admin; her password is known only to whoever reads this answer. */
export async function createAdmin(ctx: Ctx, email: string): Promise<string> {
  if (await findUserByEmail(ctx, email)) throw new ShopError('CONFLICT', 'Bu adresin zaten bir hesabı var.')
  const password = newPassword()
  await ensureAdmin(ctx, { email, password })
  return password
}

/** Makes a user an admin, or an admin a user; false when she is that already. The last admin stays one. */
export async function setRole(ctx: Ctx, email: string, role: 'USER' | 'ADMIN'): Promise<boolean> {
  const user = await getUserByEmail(ctx, email)
  if (user.role === role) return false
  await inTransaction(ctx, async (ctx) => {
    if (role === 'USER') await requireAnotherAdmin(ctx, user.id)
    await ctx.db.update(users).set({ role, updatedAt: ctx.clock() }).where(eq(users.id, user.id))
    const detail = role === 'ADMIN' ? 'yönetici yapıldı' : 'yöneticilikten alındı'
    await recordEvent(ctx, { kind: 'role-changed', userId: user.id, detail })
  })
  return true
}

/** Gives the account a new password, known only to whoever reads this answer, and ends its sessions. */
export async function resetPasswordOf(ctx: Ctx, email: string): Promise<string> {
  const user = await getUserByEmail(ctx, email)
  const password = newPassword()
  const passwordHash = await hashPassword(ctx, password)
  await inTransaction(ctx, async (ctx) => {
    await ctx.db.update(users).set({ passwordHash, updatedAt: ctx.clock() }).where(eq(users.id, user.id))
    await closeSessionsOf(ctx, user.id)
    await voidTokens(ctx, user.id, ['reset-password', 'change-email'])
    await forgetAttempts(ctx, user.email)
    await recordEvent(ctx, { kind: 'password-reset', userId: user.id, detail: 'komut satırından' })
  })
  return password
}

/** CONFLICT when the shop would be without an admin; two who leave at once take turns. */
export async function requireAnotherAdmin(ctx: Ctx, userId: string): Promise<void> {
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtext('butik.last-admin'))`)
  const [other] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'ADMIN'), ne(users.id, userId)))
    .limit(1)
  if (!other) {
    throw new ShopError('CONFLICT', 'Mağazanın tek yöneticisi bu hesap; önce başka bir hesabı yönetici yapın.')
  }
}

async function getUserByEmail(ctx: Ctx, email: string) {
  const user = await findUserByEmail(ctx, email)
  if (!user) throw notFound('Bu adresin bir hesabı yok.')
  return user
}

function newPassword(): string {
  return randomBytes(12).toString('base64url')
}
