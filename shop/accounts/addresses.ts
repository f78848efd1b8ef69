import { and, asc, desc, eq } from 'drizzle-orm'
import { type Ctx, inTransaction, isId, newId, requireUser } from '../ctx.ts'
import { notFound, ShopError } from '../errors.ts'
import type { Address } from './contract.ts'
import { userAddresses, users } from './schema.ts'

export type SavedAddress = typeof userAddresses.$inferSelect

const mostAddresses = 20

/** The user's addresses: the default one first, then in the order in which she wrote them. */
export async function listAddresses(ctx: Ctx): Promise<SavedAddress[]> {
  return ctx.db
    .select()
    .from(userAddresses)
    .where(eq(userAddresses.userId, requireUser(ctx)))
    .orderBy(desc(userAddresses.isDefault), asc(userAddresses.createdAt), asc(userAddresses.id))
}

/** The first address is the default by itself. */
export async function addAddress(ctx: Ctx, input: Address): Promise<SavedAddress> {
  return changeAddresses(ctx, async (ctx, userId) => {
    const present = await listAddresses(ctx)
    if (present.length >= mostAddresses) {
      throw new ShopError(
        'CONFLICT',
        `En çok ${mostAddresses} adres kaydedebilirsiniz; kullanmadığınız bir adresi silin.`,
      )
    }
    const isDefault = input.isDefault === true || present.length === 0
    if (isDefault) await clearDefault(ctx, userId)
    const now = ctx.clock()
    const [added] = await ctx.db
      .insert(userAddresses)
      .values({ ...input, id: newId(), userId, isDefault, createdAt: now, updatedAt: now })
      .returning()
    if (!added) throw new Error('insert returned no row')
    return added
  })
}

/** A default address stays it until another one is made the default. */
export async function updateAddress(ctx: Ctx, id: string, input: Address): Promise<SavedAddress> {
  return changeAddresses(ctx, async (ctx, userId) => {
    const mine = ownAddress(userId, id)
    const [present] = await ctx.db.select().from(userAddresses).where(mine)
    if (!present) throw missing()
    const isDefault = input.isDefault === true || present.isDefault
    if (isDefault && !present.isDefault) await clearDefault(ctx, userId)
    const [updated] = await ctx.db
      .update(userAddresses)
      .set({ ...input, isDefault, updatedAt: ctx.clock() })
      .where(mine)
      .returning()
    if (!updated) throw missing()
    return updated
  })
}

/** After the default one the oldest of the others is the default. */
export async function removeAddress(ctx: Ctx, id: string): Promise<void> {
  await changeAddresses(ctx, async (ctx, userId) => {
    const [removed] = await ctx.db.delete(userAddresses).where(ownAddress(userId, id)).returning()
    if (!removed) throw missing()
    if (!removed.isDefault) return
    const [next] = await listAddresses(ctx)
    if (next) await ctx.db.update(userAddresses).set({ isDefault: true }).where(eq(userAddresses.id, next.id))
  })
}

/** Changes of one user's addresses take turns, so that one of them at most is the default. */
async function changeAddresses<T>(ctx: Ctx, work: (ctx: Ctx, userId: string) => Promise<T>): Promise<T> {
  const userId = requireUser(ctx)
  return inTransaction(ctx, async (ctx) => {
    await ctx.db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
    return work(ctx, userId)
  })
}

async function clearDefault(ctx: Ctx, userId: string): Promise<void> {
  await ctx.db
    .update(userAddresses)
    .set({ isDefault: false })
    .where(and(eq(userAddresses.userId, userId), eq(userAddresses.isDefault, true)))
}

function ownAddress(userId: string, id: string) {
  if (!isId(id)) throw missing()
  return and(eq(userAddresses.id, id), eq(userAddresses.userId, userId))
}

function missing() {
  return notFound('Bu adres artık kayıtlı değil.')
}
