/**
 * Tells shoppers who agreed to mails that a favorite costs less; off until switched on. A fall is measured by the lowest price of the
 * days before, as the law measures a discount, and by the price when she marked it: a price that went up first is none. One mail names
 * all of her favorites that fell; of each it is told once, and again only when it falls as far once more.
 */

import { sql } from 'drizzle-orm'
import { lowestRecentPrices } from '../catalog/edits/lawful-price.ts'
import { type Ctx, inTransaction } from '../ctx.ts'
import { priceFallKind, queueMail } from '../mail/outbox.ts'
import { findBrand } from '../settings/brand.ts'
import { hasSender, renderNews } from './render.ts'
import { findNewsSettings } from './settings.ts'

type Fallen = { userId: string; email: string; productId: string; name: string; kurus: number }

/** At most a sixth of an hour's mails at a time: it is called every ten minutes. */
export async function tellPriceFalls(ctx: Ctx): Promise<void> {
  const { priceFall, mailsAnHour } = await findNewsSettings(ctx)
  if (!priceFall.on || !(await hasSender(ctx))) return
  const fallen = await findFallen(ctx, priceFall.percent)
  const people = [...Map.groupBy(fallen, ({ userId }) => userId).values()]
  for (const hers of people.slice(0, Math.ceil(mailsAnHour / 6))) await tell(ctx, hers, priceFall.percent)
}

async function findFallen(ctx: Ctx, percent: number): Promise<Fallen[]> {
  const low = (kurus: ReturnType<typeof sql>) => sql`p.price_kurus <= ${kurus} * ${(100 - percent) / 100}::float8`
  const { rows } = await ctx.db.execute<Fallen & { variants: string[] }>(sql`
    select u.id as "userId", u.email, p.id as "productId", p.name, p.price_kurus as kurus,
      array_agg(v.id) as variants
    from favorites f
    join products p on p.id = f.product_id and p.deleted_at is null and p.published_at is not null
    join users u on u.id = f.user_id and u.deleted_at is null and not u.guest
    join consent_states s on s.recipient = u.email and s.channel = 'EMAIL' and s.status = 'GIVEN'
    join variants v on v.product_id = p.id and v.retired_at is null and v.stock > 0 and v.price_kurus = p.price_kurus
    left join price_falls_told t on t.user_id = u.id and t.product_id = p.id
    where ${low(sql`f.price_kurus`)} and (t.price_kurus is null or ${low(sql`t.price_kurus`)})
      and (select max(h.since) from price_history h where h.variant_id = v.id) > now() - interval '1 day'
    group by u.id, u.email, p.id, p.name, p.price_kurus
    order by u.id, p.id`)
  const { lows } = await lowestRecentPrices(ctx, [...new Set(rows.flatMap(({ variants }) => variants))])
  const hasFallen = (kurus: number) => (id: string) => {
    const before = lows.get(id)?.before ?? null
    return before !== null && kurus <= (before * (100 - percent)) / 100
  }
  return rows.filter(({ variants, kurus }) => variants.some(hasFallen(kurus)))
}

/** When two processes run at once, only one tells it: the other finds the lower price stored already. */
async function tell(ctx: Ctx, hers: Fallen[], percent: number): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const list = hers.map(({ userId, productId, kurus }) => ({ u: userId, p: productId, k: kurus }))
    const { rows } = await ctx.db.execute<{ productId: string }>(sql`
      insert into price_falls_told as t (user_id, product_id, price_kurus, told_at)
      select x.u, x.p, x.k, ${ctx.clock().toISOString()}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as x(u uuid, p uuid, k int) order by x.p
      on conflict (user_id, product_id) do update set price_kurus = excluded.price_kurus, told_at = excluded.told_at
      where excluded.price_kurus <= t.price_kurus * ${(100 - percent) / 100}::float8
      returning t.product_id as "productId"`)
    const told = hers.filter(({ productId }) => rows.some((row) => row.productId === productId))
    const [first] = told
    if (first) await queue(ctx, first.email, told)
  })
}

async function queue(ctx: Ctx, email: string, told: Fallen[]): Promise<void> {
  const { shopName } = await findBrand(ctx)
  const [first] = told
  const more = told.length > 1
  const news = await renderNews(ctx, {
    subject: more
      ? `${shopName}: favorilerinizden ${told.length} ürünün fiyatı düştü`
      : `${shopName}: favorinizdeki “${first?.name ?? ''}” artık daha uygun`,
    preheader: '',
    blocks: [
      {
        kind: 'text',
        heading: more ? 'Favorilerinizin fiyatı düştü' : 'Favorinizin fiyatı düştü',
        text: 'Favorilerinize eklediğinizden beri fiyatı düştü. Stok sınırlıdır; siz bakana kadar tükenmiş olabilir.',
      },
      { kind: 'products', productIds: told.map(({ productId }) => productId).slice(0, 24) },
    ],
  })
  const { html, text, oneClick } = news.for(email)
  await queueMail(ctx, { kind: priceFallKind, subject: news.subject, html, text, to: email, unsubscribeUrl: oneClick })
}
