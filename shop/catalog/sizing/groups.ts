import { sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { fold } from '../../turkish.ts'
import { areaNames } from '../area-of.ts'
import type { Area } from '../contract.ts'
import { categories, products } from '../schema.ts'
import { compareSizes } from '../sizes.ts'
import { isOneSize, isRange, letterOf } from './same-sizes.ts'

/** A place of the shop where a shopper has one size, with those that it sells: '38' and 'M' are one. */
export type SizeGroup = { place: string; name: string; sizes: { size: string; name: string }[] }

type CategorySizes = { slug: string; name: string; area: Area; sizes: string[] }

/** The number of a category's newest products that are read: a large category costs no more. */
const mostProducts = 200
/** Nobody reads a longer list. */
const mostGroups = 12

/** Categories in which a shopper's size often differs from her size in the rest of the area. */
const apart = /elbise|tulum|abiye/

/** The places where a shopper may have a size. */
export async function listSizeGroups(ctx: Ctx): Promise<SizeGroup[]> {
  const rows: (CategorySizes & { id: string })[] = await ctx.db
    .select({
      ...{ id: categories.id, slug: categories.slug, name: categories.name, area: categories.area },
      sizes: sql<string[]>`coalesce((
        select json_agg(distinct substr(choice, 2)) from (
          select choices from ${products} p where p.category_id = categories.id
            and p.deleted_at is null and p.published_at is not null
          order by p.created_at desc, p.id desc limit ${mostProducts}
        ) newest, unnest(newest.choices) choice where choice like '|_%'), '[]')`,
    })
    .from(categories)
    .orderBy(categories.position, categories.id)
  for (const { id } of rows) ctx.tags?.add(id)
  return groupSizes(rows)
}

/** By area, with dresses apart; of accessories each category stands for itself. */
function groupSizes(rows: CategorySizes[]): SizeGroup[] {
  const inArea = (area: Area) => rows.filter((row) => row.area === area)
  const groups = (Object.keys(areaNames) as Area[]).flatMap((area) => {
    // Belts, shoes and rings have nothing in common.
    const name = area === 'aksesuar' ? undefined : areaNames[area]
    const own = inArea(area).filter((row) => !name || (apart.test(fold(row.name)) && inArea(area).length > 1))
    const others = inArea(area).filter((row) => !own.includes(row))
    return [...(name ? [groupOf(area, name, others)] : []), ...own.map((row) => groupOf(row.slug, row.name, [row]))]
  })
  return groups.filter(({ sizes }) => sizes.length > 1).slice(0, mostGroups)
}

function groupOf(place: string, name: string, rows: CategorySizes[]): SizeGroup {
  const sizes = [...new Set(rows.flatMap((row) => row.sizes))]
    .filter((size) => !isOneSize(size) && !isRange(size))
    .sort(compareSizes)
  const clothes = rows.some(({ area }) => area !== 'aksesuar')
  const kinds = new Map<string, string[]>()
  for (const size of sizes) {
    const kind = (clothes && letterOf(size)) || size
    kinds.set(kind, [...(kinds.get(kind) ?? []), size])
  }
  return {
    place,
    name,
    sizes: [...kinds]
      .sort(([a], [b]) => compareSizes(a, b))
      .map(([, same]) => ({ size: same[0] ?? '', name: same.join(' / ') })),
  }
}
