import { and, asc, eq, sql } from 'drizzle-orm'
import { type Ctx, isId, newId, requireRight } from '../../ctx.ts'
import { notFound, ShopError } from '../../errors.ts'
import type { NewProductView } from './contract.ts'
import { productViews } from './schema.ts'

export type ProductView = NewProductView & { id: string }

/** As many as one person keeps. */
const most = 30

function own(ctx: Ctx): string {
  const userId = requireRight(ctx, 'catalog')
  if (userId === undefined) throw new ShopError('FORBIDDEN', 'Görünümler kişiseldir; giriş yapın.')
  return userId
}

/** Lists what she keeps of the list of products. */
export async function listProductViews(ctx: Ctx): Promise<ProductView[]> {
  const { id, name, query, columns } = productViews
  const rows = await ctx.db
    .select({ id, name, query, columns })
    .from(productViews)
    .where(eq(productViews.userId, own(ctx)))
    .orderBy(asc(sql`${name} collate tr_tr`), asc(id))
  return rows as ProductView[]
}

/** Keeps a view; one of the same name is replaced. */
export async function keepProductView(ctx: Ctx, { name, query, columns }: NewProductView): Promise<ProductView> {
  const userId = own(ctx)
  const kept = await listProductViews(ctx)
  if (kept.length >= most && !kept.some((view) => view.name === name))
    throw new ShopError('CONFLICT', `En çok ${most} görünüm saklanabilir; önce birini silin.`)
  const [view] = await ctx.db
    .insert(productViews)
    .values({ id: newId(), userId, name, query, columns, createdAt: ctx.clock() })
    .onConflictDoUpdate({ target: [productViews.userId, productViews.name], set: { query, columns } })
    .returning({ id: productViews.id })
  if (!view) throw new Error('insert returned no row')
  return { id: view.id, name, query, columns }
}

export async function deleteProductView(ctx: Ctx, id: string): Promise<void> {
  const userId = own(ctx)
  const gone = isId(id)
    ? await ctx.db
        .delete(productViews)
        .where(and(eq(productViews.id, id), eq(productViews.userId, userId)))
        .returning({ id: productViews.id })
    : []
  if (gone.length === 0) throw notFound('Bu görünüm artık yok.')
}
