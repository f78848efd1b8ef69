import { type SQL, sql } from 'drizzle-orm'
import { askRows, type Ctx, isId } from '../../ctx.ts'
import type { Area } from '../contract.ts'
import { lookPieces } from '../looks/schema.ts'
import { categories, productGroupMembers, products, variants } from '../schema.ts'
import { type Card, findCards } from './cards.ts'

/** Pieces that the shop looks for where the owner chose none. */
const looked = 3
/** Candidates of one category; a few designs among them are enough. */
const perCategory = 12
/** Products of one category, to each side of the product's own place, that are looked at for them. */
const mostLookedAt = 300

/** They go with everything, patterns too. */
const neutral = ['siyah', 'krem', 'beyaz']
/** Families that say nothing about a color. */
const mixed = new Set(['desenli', 'diger'])
/** Categories, by their addresses, whose pieces cover all of a body: no skirt and no trousers go with them. */
const whole = '(^|-)(elbise|takim|tulum|abiye)'

/** How an outfit is found: by the owner's choice of product ids, else by the other fields. */
type Worn = { outfit: string[]; area: Area; whole: boolean; families: string[] }

/** Whether a product has other colors of its design and looks that it is a piece of, and how its outfit is found. */
export type Beside = Worn & { hasColors: boolean; hasLooks: boolean }

/**
 * The pieces to wear with a product, only those that can be bought now: the owner's choice, and where fewer than two of it are left,
 * pieces of the same color family from other areas, no skirt beside a dress; where those are few too, black, cream and white ones. The list is the
 * same at every call, so that the page can be kept. Its tags name every chosen piece, also one that is sold out, so that the page
 * changes when it is back.
 */
export async function findOutfit(ctx: Ctx, productId: string, known?: Worn): Promise<Card[]> {
  const worn = known ?? (await findBeside(ctx, productId))
  if (!worn) return []
  for (const id of worn.outfit) ctx.tags?.add(id)
  const chosen = (await findCards(ctx, worn.outfit)).filter(({ sizes }) => sizes.length > 0)
  if (chosen.length >= 2) return chosen
  const found = await lookFor(ctx, productId, worn)
  const others = found.filter((id) => !worn.outfit.includes(id)).slice(0, looked - chosen.length)
  const cards = [...chosen, ...(await findCards(ctx, others))]
  return cards.length >= 2 ? cards : []
}

/** Reads what a product's page asks for beside it, so that nothing is asked for that is not there. */
export async function findBeside(ctx: Ctx, idOrSlug: string): Promise<Beside | undefined> {
  const [beside] = await askRows<Beside>(
    ctx,
    sql`
      select p.outfit, c.area, c.slug ~ ${whole} as whole, p.color_families as families,
        exists (select 1 from ${productGroupMembers} m where m.product_id = p.id) as "hasColors",
        exists (select 1 from ${lookPieces} l where l.product_id = p.id) as "hasLooks"
      from ${products} p join ${categories} c on c.id = p.category_id
      where ${isId(idOrSlug) ? sql`p.id = ${idOrSlug}` : sql`p.slug = ${idOrSlug}`} and p.deleted_at is null`,
    { isByKeys: true },
  )
  return beside
}

/** The best of each area by turns, those of its own color first. */
async function lookFor(ctx: Ctx, productId: string, worn: Worn): Promise<string[]> {
  const plain = worn.families.filter((family) => !mixed.has(family))
  // Both at once: few shops have enough of one color family.
  const [own, others] = await Promise.all([
    plain.length > 0 ? candidates(ctx, productId, { ...worn, families: plain }) : [],
    candidates(ctx, productId, { ...worn, families: neutral }),
  ])
  const ids = byTurns(own)
  if (ids.length > looked) return ids
  const designs = new Set(own.map(({ design }) => design))
  return [...ids, ...byTurns(others.filter(({ design }) => !designs.has(design)))]
}

type Candidate = { id: string; area: Area; design: string }

/**
 * Products in stock of these color families from other areas, a stable sample of each category. The special collection is
 * left to the owner: what it goes with is no matter of color.
 */
function candidates(ctx: Ctx, productId: string, worn: Worn): Promise<Candidate[]> {
  // Each category is walked in its shuffled order, by the index alone, until there are enough pieces, and not to its end where few
  // are of a color.
  const walk = (where: SQL) => sql`
    (select near.id from (
      select p.id, p.color_families, md5(p.id::text) as place from ${products} p
      where p.category_id = c.id and p.deleted_at is null and p.published_at is not null and md5(p.id::text) ${where}
      order by md5(p.id::text) limit ${mostLookedAt}) near
    where near.color_families && ${sql.param(worn.families)}::text[]
      and exists (select 1 from ${variants} v where v.product_id = near.id and v.retired_at is null and v.stock > 0)
    order by near.place limit ${perCategory})`
  return askRows<Candidate>(
    ctx,
    sql`
    select walked.id, c.area, coalesce(m.group_id, walked.id) as design
    from ${categories} c
    cross join lateral (${walk(sql`>= md5(${productId})`)} union all ${walk(sql`< md5(${productId})`)} limit ${perCategory}) walked
    left join ${productGroupMembers} m on m.product_id = walked.id
    where c.area not in (${worn.area}, 'special')
      and not (c.area = 'alt-giyim' and ${worn.whole}) and not (c.slug ~ ${whole} and ${worn.area === 'alt-giyim'})
    order by md5(walked.id::text || ${productId})`,
    { isByKeys: true },
  )
}

/** One of each design, an area after the other. */
function byTurns(list: Candidate[]): string[] {
  const designs = new Set<string>()
  const rest = list.filter(({ design }) => !designs.has(design) && designs.add(design))
  const areas = [...Map.groupBy(rest, ({ area }) => area).values()]
  const longest = Math.max(0, ...areas.map((area) => area.length))
  return Array.from({ length: longest }, (_, turn) => areas.flatMap((area) => area[turn]?.id ?? [])).flat()
}
