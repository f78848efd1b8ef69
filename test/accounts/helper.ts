import { staffRoles } from '#shop/accounts/schema.ts'
import { type Ctx, newId } from '#shop/ctx.ts'
import type { Right } from '#shop/rights.ts'
import { aUser, signIn } from '../factories.ts'

/** Signs in somebody of the staff with a role of just these rights; returns her token. */
export async function aHelper(ctx: Ctx, rights: Right[]): Promise<string> {
  const [id, now] = [newId(), ctx.clock()]
  await ctx.db.insert(staffRoles).values({ id, name: `Rol ${id}`, rights, createdAt: now, updatedAt: now })
  return signIn(ctx, await aUser(ctx, { staffRoleId: id }))
}
