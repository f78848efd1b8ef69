import { and, eq, inArray, isNotNull, isNull, max, sql } from 'drizzle-orm'
import { productGroupMembers, productGroups, products } from '../catalog/schema.ts'
import { type Ctx, newId } from '../ctx.ts'
import { importUnits } from './schema.ts'

/** Puts the products of an import into the groups that its file names; a group of one is not made. Few statements for all. */
export async function joinGroups(ctx: Ctx, importId: string): Promise<void> {
  const wanted = await findWanted(ctx, importId)
  if (wanted.length === 0) return
  const names = [...new Set(wanted.map(({ name }) => name))]
  const present = await findPresent(
    ctx,
    names,
    wanted.map(({ productId }) => productId),
  )
  const joining = wanted.filter(({ productId, name }) => present.nameOf.get(productId) !== name)
  const plans = [...Map.groupBy(joining, ({ name }) => name)].flatMap(([name, members]) => {
    const group = present.groups.get(name)
    if (!group && members.length < 2) return []
    return [{ id: group?.id ?? newId(), isNew: !group, next: (group?.last ?? -1) + 1, name, members }]
  })
  if (plans.length === 0) return
  const moved = plans.flatMap(({ members }) => members.map(({ productId }) => productId))
  await ctx.db.delete(productGroupMembers).where(inArray(productGroupMembers.productId, moved))
  const made = plans.filter(({ isNew }) => isNew)
  if (made.length > 0) {
    await ctx.db.insert(productGroups).values(made.map(({ id, name }) => ({ id, name, createdAt: ctx.clock() })))
  }
  await ctx.db
    .insert(productGroupMembers)
    .values(
      plans.flatMap(({ id, next, members }) =>
        members.map(({ productId }, index) => ({ groupId: id, productId, position: next + index })),
      ),
    )
  // Groups that were left by all but one.
  await ctx.db.delete(productGroups).where(
    sql`${productGroups.id} = any(${sql.param([...present.groupIds])}::uuid[])
      and (select count(*) from ${productGroupMembers} m where m.group_id = ${productGroups.id}) < 2`,
  )
}

function findWanted(ctx: Ctx, importId: string): Promise<{ productId: string; name: string }[]> {
  const name = sql<string>`${importUnits.draft} ->> 'group'`
  return ctx.db
    .select({ productId: products.id, name })
    .from(importUnits)
    .innerJoin(products, and(eq(products.id, importUnits.productId), isNull(products.deletedAt)))
    .where(and(eq(importUnits.importId, importId), isNotNull(importUnits.appliedAt), isNotNull(name)))
    .orderBy(importUnits.position)
}

async function findPresent(ctx: Ctx, names: string[], productIds: string[]) {
  const rows = await ctx.db
    .select({ id: productGroups.id, name: productGroups.name, last: max(productGroupMembers.position) })
    .from(productGroups)
    .leftJoin(productGroupMembers, eq(productGroupMembers.groupId, productGroups.id))
    .where(inArray(productGroups.name, names))
    .groupBy(productGroups.id)
    .orderBy(productGroups.id)
  const memberships = await ctx.db
    .select({ productId: productGroupMembers.productId, groupId: productGroups.id, name: productGroups.name })
    .from(productGroupMembers)
    .innerJoin(productGroups, eq(productGroups.id, productGroupMembers.groupId))
    .where(sql`${productGroupMembers.productId} = any(${sql.param(productIds)}::uuid[])`)
  return {
    // Where several groups have one name, the oldest counts.
    groups: new Map(rows.toReversed().map(({ id, name, last }) => [name, { id, last }])),
    nameOf: new Map(memberships.map(({ productId, name }) => [productId, name])),
    groupIds: new Set(memberships.map(({ groupId }) => groupId)),
  }
}
