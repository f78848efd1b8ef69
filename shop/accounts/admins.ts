import { createHash, randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Ctx, inTransaction, newId } from '../ctx.ts'
import { notFound, ShopError } from '../errors.ts'
import { findSetting, saveSetting } from '../settings/settings.ts'
import { hashPassword } from './passwords/passwords.ts'
import { users } from './schema.ts'
import { recordEvent } from './security-log.ts'
import { forgetAttempts } from './sessions/login-attempts.ts'
import { closeSessionsOf } from './sessions/sessions.ts'
import { endAccess } from './staff/access.ts'
import { announceStaffChange } from './staff/announce.ts'
import { lockStaff, requireManagerLeft } from './staff/managers.ts'
import { managerRoleId } from './staff/role-rights.ts'
import { voidTokens } from './user-tokens.ts'
import { findUserByEmail } from './users.ts'

const settledKey = 'admin.from-settings'
/** Hashes of the addresses that the settings have named. */
const Settled = z.array(z.string())

/**
 * The admin whom the settings name is made once; false when she was made before or her address has an account. A
 * password that was changed since, a role or an address stay as they are, and a deleted account stays deleted: what is
 * written in a file of settings for years must not open the shop again.
 */
export async function makeAdminOfSettings(ctx: Ctx, given: { email: string; password: string }): Promise<boolean> {
  const email = given.email.toLowerCase()
  const passwordHash = await hashPassword(ctx, given.password)
  return inTransaction(ctx, async (ctx) => {
    await lockFirstAdmin(ctx)
    const settled = (await findSetting(ctx, settledKey, Settled)) ?? []
    const fingerprint = fingerprintOf(email)
    const isNew = !settled.includes(fingerprint)
    if (isNew) await saveSetting(ctx, settledKey, [...settled, fingerprint])
    return isNew && (await insertAdmin(ctx, email, passwordHash)) !== undefined
  })
}

/** A new admin's id; undefined when the address has an account. */
async function insertAdmin(ctx: Ctx, email: string, passwordHash: string): Promise<string | undefined> {
  const now = ctx.clock()
  const [admin] = await ctx.db
    .insert(users)
    .values({
      id: newId(),
      email,
      firstName: 'Mağaza',
      lastName: 'Yöneticisi',
      role: 'ADMIN' as const,
      staffRoleId: managerRoleId,
      passwordHash,
      emailVerifiedAt: now,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id })
  if (admin) await recordEvent(ctx, { kind: 'role-changed', userId: admin.id, detail: 'yönetici (mağaza ayarları)' })
  return admin?.id
}

/** Lets one of several processes that start together make the first admin. */
async function lockFirstAdmin(ctx: Ctx): Promise<void> {
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtext('butik.first-admin'))`)
}

/** Makes an admin where there is none yet. Its password is known only to the reader of this answer. */
export async function createFirstDemoAdmin(ctx: Ctx): Promise<{ email: string; password: string } | undefined> {
  return inTransaction(ctx, async (ctx) => {
    await lockFirstAdmin(ctx)
    const [admin] = await ctx.db.select({ id: users.id }).from(users).where(eq(users.role, 'ADMIN')).limit(1)
    if (admin) return undefined
    const email = `admin@${ctx.config.shopEmail.split('@').at(-1)}`.toLowerCase()
    const password = newPassword()
    const passwordHash = await hashPassword(ctx, password)
    const userId = await insertAdmin(ctx, email, passwordHash)
    if (!userId) return undefined
    await saveSetting(ctx, generatedKey, { userId, fingerprint: fingerprintOf(passwordHash) })
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

function fingerprintOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** A new admin; her password is known only to the reader of this answer. */
export async function createAdmin(ctx: Ctx, email: string): Promise<string> {
  const password = newPassword()
  const passwordHash = await hashPassword(ctx, password)
  const made = await inTransaction(ctx, (ctx) => insertAdmin(ctx, email, passwordHash))
  if (!made) throw new ShopError('CONFLICT', 'Bu adresin zaten bir hesabı var.')
  return password
}

/**
 * Makes somebody an admin, who may do everything, or one of the staff a user; false when she is that already. The last who may manage
 * the staff stays so, and an account whose address nobody has verified becomes no admin: a stranger may have registered it.
 */
export async function setRole(ctx: Ctx, email: string, role: 'USER' | 'ADMIN'): Promise<boolean> {
  const user = await getUserByEmail(ctx, email)
  if (role === 'USER' ? user.role === 'USER' : user.staffRoleId === managerRoleId) return false
  if (role === 'ADMIN' && !user.emailVerifiedAt) {
    throw new ShopError('CONFLICT', 'Bu adres doğrulanmamış; önce hesabın sahibi adresini doğrulamalı.')
  }
  await inTransaction(ctx, async (ctx) => {
    await lockStaff(ctx)
    if (role === 'USER') {
      await endAccess(ctx, user.id)
      await requireManagerLeft(ctx, lastAdmin)
    } else {
      const now = ctx.clock()
      await ctx.db.update(users).set({ role, staffRoleId: managerRoleId, updatedAt: now }).where(eq(users.id, user.id))
      await announceStaffChange(ctx)
    }
    const detail = role === 'ADMIN' ? 'yönetici yapıldı' : 'yöneticilikten alındı'
    await recordEvent(ctx, { kind: 'role-changed', userId: user.id, detail })
  })
  return true
}

/**
 * Gives the account a new password, known only to the reader of this answer, and ends its sessions. The caller vouches for
 * the address.
 */
export async function resetPasswordOf(ctx: Ctx, email: string): Promise<string> {
  const user = await getUserByEmail(ctx, email)
  const password = newPassword()
  const passwordHash = await hashPassword(ctx, password)
  await inTransaction(ctx, async (ctx) => {
    const now = ctx.clock()
    await ctx.db
      .update(users)
      .set({ passwordHash, emailVerifiedAt: user.emailVerifiedAt ?? now, updatedAt: now })
      .where(eq(users.id, user.id))
    await closeSessionsOf(ctx, user.id)
    await voidTokens(ctx, user.id)
    await forgetAttempts(ctx, user.email)
    await recordEvent(ctx, { kind: 'password-reset', userId: user.id, detail: 'komut satırından' })
  })
  return password
}

/** The message when a change would leave the shop without anybody to manage it. */
export const lastAdmin = 'Mağazanın tek yöneticisi bu hesap; önce başka bir hesabı yönetici yapın.'

async function getUserByEmail(ctx: Ctx, email: string) {
  const user = await findUserByEmail(ctx, email)
  if (!user) throw notFound('Bu adresin bir hesabı yok.')
  return user
}

function newPassword(): string {
  return randomBytes(12).toString('base64url')
}
