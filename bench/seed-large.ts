import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/database.ts'
import { openDatabase } from '#db/open.ts'
import { readEnv } from '#env'

/**
 * Fills the shop of DATA_DIR or DATABASE_URL until it has so many products and orders, to see it at that size:
 * `node bench/seed-large.ts [products] [orders]`. The shop has opened it once before, so that categories and pictures
 * are there; with the embedded database it is stopped meanwhile. Only for shops that are thrown away,
 * by a user of the database who may set triggers aside.
 */
export async function fillLarge(db: Db, { products = 10_000, orders = 100_000 } = {}): Promise<void> {
  const there = await counts(db)
  if (there.products >= products && there.orders >= orders) return
  await db.transaction(async (tx) => {
    if (there.products < products)
      await withoutIndexes(tx, ['products', 'variants', 'price_history', 'search_words', 'product_words'], () =>
        addProducts(tx, products - there.products, there.products),
      )
    if (there.orders < orders)
      await withoutIndexes(tx, ['orders', 'order_items', 'order_events', 'payment_attempts'], () =>
        addOrders(tx, orders - there.orders),
      )
  })
  await db.execute(sql`vacuum analyze`)
}

/** Many rows at once: the indexes are made when all are there. */
async function withoutIndexes(db: Db, tables: string[], work: () => Promise<void>): Promise<void> {
  const { rows } = await db.execute<{ name: string; definition: string }>(sql`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid::regclass::text = any(${sql.param(tables)}::text[]) and not indisunique`)
  for (const { name } of rows) await db.execute(sql.raw(`drop index ${name}`))
  // References are right by how the rows are made; checking each would take longer than making them, and triggers look at rows one by one.
  await db.execute(sql`set local session_replication_role = replica`)
  await work()
  await db.execute(sql`set local session_replication_role = origin`)
  await db.execute(sql`select recount()`)
  await db.execute(sql`set local maintenance_work_mem = '256MB'`)
  for (const { definition } of rows) await db.execute(sql.raw(definition))
}

async function counts(db: Db): Promise<{ products: number; orders: number }> {
  const [row] = await db
    .select({ products: sql<number>`products`, orders: sql<number>`orders` })
    .from(
      sql`(select (select count(*)::int from products) as products, (select count(*)::int from orders) as orders) c`,
    )
  return row ?? { products: 0, orders: 0 }
}

const fabrics = 'Keten,Saten,Pamuklu,İpek,Viskon,Kadife,Triko,Denim,Şifon,Krep,Dantelli,Örgü,Müslin,Poplin,Jakarlı,Süet'
const cuts =
  'Pileli,Askılı,Uzun Kollu,Kısa Kollu,Düğmeli,Fırfırlı,Kuşaklı,Oversize,Dar Kesim,Yüksek Bel,V Yaka,Balıkçı Yaka'
const names = 'Elbise,Bluz,Gömlek,Etek,Pantolon,Yelek,Ceket,Hırka,Kimono,Tulum,Çanta,Şal,Kazak,Tunik,Büstiyer,Şort'
const colors = 'Siyah#2a2829,Beyaz#f8f6f1,Bordo#6c2731,Lacivert#2f3854,Haki#7c7a55,Pudra#e3c4bd,Mavi#6d8fb5,Bej#cdbb9f'

/** The n-th of a list that is written with commas, round and round. */
const nth = (list: string, n: SQL) => {
  const size = list.split(',').length
  return sql`split_part(${list}, ',', 1 + mod((${n})::bigint, ${size})::int)`
}

/** One product in about ten is a draft or sold out; each has five sizes of one color. */
async function addProducts(db: Db, count: number, from: number): Promise<void> {
  await db.execute(sql`create temporary table more_products on commit drop as
    select n, gen_random_uuid() as id,
      ${nth(fabrics, sql`n * 7`)} || ' ' || ${nth(cuts, sql`n * 5 + n / 16`)} || ' ' || ${nth(names, sql`n * 3 + n / 192`)} || ' ' || split_part(color, '#', 1) as name,
      color,
      (array(select id from categories order by position))[1 + mod(n, (select count(*)::int from categories))] as category_id,
      (array(select id from images order by id))[first_image : first_image + 2] as images,
      (300 + mod(n * 37, 2700)) * 100 as price,
      now() - n * interval '1 hour' as at
    from generate_series(${from + 1}::int, ${from + count}::int) n, lateral (select ${nth(colors, sql`n`)} as color,
      1 + mod(n * 13, greatest(1, (select count(*)::int from images) - 3)) as first_image) its`)
  await db.execute(sql`insert into variants (id, product_id, sku, color, color_hex, size, price_kurus, stock, images, position, created_at)
    select gen_random_uuid(), id, 'BYK-' || n || '-' || size, split_part(color, '#', 1), '#' || split_part(color, '#', 2), size, price,
      case when mod(n, 20) = 1 then 0 else mod(n * 3 + place, 12) end, '{}', place, at
    from more_products, unnest(array['XS', 'S', 'M', 'L', 'XL']) with ordinality sizes (size, place)`)
  await db.execute(sql`analyze variants, more_products`)
  await db.execute(sql`insert into price_history (variant_id, price_kurus, since)
    select v.id, v.price_kurus, v.created_at from variants v join more_products p on p.id = v.product_id`)
  // After their variants, as the lines and choices are made of those.
  await db.execute(sql`insert into products (id, slug, name, description, category_id, images, price_kurus, published_at,
      first_published_at, created_at, updated_at, search_line, choices)
    select p.id, 'buyuk-' || n, name, 'Büyük katalog için ' || p.name, category_id, images, price,
      case when mod(n, 20) <> 0 then at end, case when mod(n, 20) <> 0 then at end, at, at, search_line_of(p.id, name), choices_of(p.id)
    from more_products p`)
  await db.execute(sql`analyze products`)
  await db.execute(sql`select save_search_words(array(select id from more_products))`)
}

/** Paid orders of one to three products over two years, none of yesterday: the demo bank knows nothing of them. */
async function addOrders(db: Db, count: number): Promise<void> {
  const buyers = Math.max(5000, Math.ceil(count / 10))
  await db.execute(sql`create temporary table more_users on commit drop as
    select n, gen_random_uuid() as id, ${nth('Ayşe,Fatma,Zeynep,Elif,Işıl,Gülşen,Çiğdem,Özge,Şule,Nazlı', sql`n`)} as first_name,
      ${nth('Yılmaz,Kaya,Demir,Çelik,Şahin,Yıldız,Öztürk,Aydın,Arslan,Doğan,Güneş', sql`n * 3`)} as last_name
    from generate_series(1, ${buyers}::int) n`)
  await db.execute(sql`insert into users (id, email, first_name, last_name, password_hash, created_at, updated_at)
    select id, 'buyuk-' || id || '@posta.example', first_name, last_name, '-', now(), now() from more_users`)
  await db.execute(sql`create temporary table more_orders on commit drop as
    select n, gen_random_uuid() as id, mod(n::bigint * 17, ${buyers}::int)::int + 1 as user_n, 1 + mod(n, 3) as items,
      now() - interval '3 days' - n * (interval '720 days' / ${count}::int) as at
    from generate_series(1, ${count}::int) n`)
  await db.execute(sql`analyze more_users, more_orders`)
  await db.execute(sql`create temporary table more_items on commit drop as
    select o.id as order_id, place, v.id as variant_id, v.product_id, v.price_kurus, v.color, v.size, v.sku
    from more_orders o
    cross join lateral generate_series(1, o.items) place
    join (select *, row_number() over (order by sku) - 1 as n from variants) v
      on v.n = mod(o.n::bigint * 7919 + place * 104729, (select count(*) from variants))`)
  await db.execute(sql`analyze more_items`)
  await db.execute(sql`insert into orders (id, user_id, status, payment_status, first_name, last_name, email, phone, address, city,
      total_kurus, placed_at, paid_at, delivered_at, created_at, updated_at)
    select o.id, u.id, case when o.n <= 40 then 'PENDING' when o.n <= 120 then 'SHIPPED' else 'DELIVERED' end, 'SUCCESS',
      u.first_name, u.last_name, 'buyuk-' || u.id || '@posta.example', '+905321' || lpad(o.user_n::text, 6, '0'),
      'Gül Sokak 5', 'İzmir', t.total, o.at, o.at, case when o.n > 120 then o.at + interval '3 days' end, o.at, o.at
    from more_orders o
    join more_users u on u.n = o.user_n
    join (select order_id, sum(price_kurus) as total from more_items group by order_id) t on t.order_id = o.id`)
  await db.execute(sql`insert into order_items (id, order_id, position, product_id, variant_id, quantity, unit_price_kurus,
      product_name, product_slug, color, size, sku, image_id)
    select gen_random_uuid(), i.order_id, i.place, p.id, i.variant_id, 1, i.price_kurus, p.name, p.slug, i.color, i.size, i.sku, p.images[1]
    from more_items i join products p on p.id = i.product_id`)
  await db.execute(sql`insert into order_events (id, order_id, type, created_at)
    select gen_random_uuid(), id, 'paid', at from more_orders`)
  await db.execute(sql`insert into payment_attempts (id, order_id, provider, conversation_id, status, amount_kurus, card_bin, card_last4,
      provider_payment_id, lease_until, created_at, updated_at)
    select gen_random_uuid(), o.id, 'demo', 'buyuk-' || o.id, 'SUCCEEDED', o.total_kurus, '552879', '0008', 'buyuk-' || o.id,
      o.created_at, o.created_at, o.created_at
    from orders o join more_orders m on m.id = o.id`)
}

if (import.meta.main) {
  const env = readEnv(process.env)
  const [products, orders] = process.argv.slice(2).map(Number)
  const { db, close } = await openDatabase({ url: env.databaseUrl, dataDir: env.dataDir })
  await fillLarge(db, { products, orders }).finally(close)
}
