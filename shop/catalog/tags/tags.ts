import { sql } from 'drizzle-orm'
import { type Ctx, requireRight } from '../../ctx.ts'

/** All tags that products have, with how many; in the order of the alphabet. */
export async function listTags(ctx: Ctx): Promise<{ tag: string; products: number }[]> {
  requireRight(ctx, 'catalog')
  const { rows } = await ctx.db.execute<{ tag: string; products: number }>(sql`
    select tag, count(*)::int as products
    from products, unnest(string_to_array(tags, ', ')) tag
    where tags is not null and deleted_at is null
    group by tag order by tag collate tr_tr limit 500`)
  return rows
}
