import { and, eq, isNull, sql } from 'drizzle-orm'
import { type Ctx, hasRight } from '../../ctx.ts'
import { ShopError } from '../../errors.ts'
import type { Right } from '../../rights.ts'
import { staffRoles, users } from '../schema.ts'
import { rightsOf, roleColumns, type StaffRole } from './rights-of.ts'

/** Makes those who change the staff, or leave it, take turns until their transaction ends. Called before anything is read. */
export async function lockStaff(ctx: Ctx): Promise<void> {
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtext('butik.last-admin'))`)
}

/** CONFLICT, with `sentence`, when nobody is left who may manage the staff: the caller's change is undone. Under `lockStaff`. */
export async function requireManagerLeft(ctx: Ctx, sentence: string): Promise<void> {
  const held = await ctx.db
    .selectDistinct({ role: roleColumns })
    .from(users)
    .innerJoin(staffRoles, eq(staffRoles.id, users.staffRoleId))
    .where(and(eq(users.role, 'ADMIN'), isNull(users.deletedAt)))
  if (!held.some(({ role }) => rightsOf(role).includes('staff'))) throw new ShopError('CONFLICT', sentence)
}

/** Nobody hands out, or takes away, what she may not do herself. */
export function requireHeld(ctx: Ctx, rights: readonly Right[]): void {
  if (rights.every((right) => hasRight(ctx, right))) return
  throw new ShopError('FORBIDDEN', 'Sizde olmayan bir yetkiyi veremez ya da alamazsınız; bir yöneticiden isteyin.')
}

/** A role that is to be given, until the transaction ends neither changed nor deleted by another. */
export async function findRoleToGive(ctx: Ctx, id: string): Promise<StaffRole | undefined> {
  const [role] = await ctx.db.select(roleColumns).from(staffRoles).where(eq(staffRoles.id, id)).for('share')
  return role
}
