import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { type Ctx, inTransaction, newId } from '../ctx.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import { users } from './schema.ts'
import { closeSessionsOf } from './sessions.ts'
import { findUserByEmail } from './users.ts'

/** After this the account exists, is an admin's and has this password. One that already fits is left as it is. */
export async function ensureAdmin(ctx: Ctx, given: { email: string; password: string }): Promise<void> {
  const email = given.email.toLowerCase()
  const known = await findUserByEmail(ctx, email)
  const samePassword = await checkPassword(known?.passwordHash, given.password)
  if (samePassword && known?.role === 'ADMIN' && known.emailVerifiedAt) return

  const passwordHash = samePassword && known ? known.passwordHash : await hashPassword(given.password)
  const now = ctx.clock()
  const rights = { role: 'ADMIN' as const, passwordHash, emailVerifiedAt: now, updatedAt: now }
  await inTransaction(ctx, async (ctx) => {
    const [admin] = await ctx.db
      .insert(users)
      .values({ id: newId(), email, firstName: 'Mağaza', lastName: 'Yöneticisi', createdAt: now, ...rights })
      .onConflictDoUpdate({ target: users.email, set: rights })
      .returning({ id: users.id })
    if (admin && !samePassword) await closeSessionsOf(ctx, admin.id)
  })
}

/** Where there is no admin yet: makes one. Its password is known only to whoever reads this answer. */
export async function createFirstDemoAdmin(ctx: Ctx): Promise<{ email: string; password: string } | undefined> {
  return inTransaction(ctx, async (ctx) => {
    await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtext('butik.first-admin'))`)
    const [admin] = await ctx.db.select({ id: users.id }).from(users).where(eq(users.role, 'ADMIN')).limit(1)
    if (admin) return undefined
    const email = `admin@${ctx.config.shopEmail.split('@').at(-1)}`.toLowerCase()
    const password = randomBytes(12).toString('base64url')
    await ensureAdmin(ctx, { email, password })
    return { email, password }
  })
}
