import { sql } from 'drizzle-orm'
import type { Db } from '#db/database.ts'

/** Fills the tables that grow beside goods and orders with this many rows each; the shop has as many buyers. */
export async function fillRecords(db: Db, n: number): Promise<void> {
  const rows = sql`generate_series(1, ${n}::int) n`
  const at = sql`now() - n * interval '1 second'`
  await db.transaction(async (tx) => {
    await tx.execute(sql`create temporary table numbered on commit drop as
      select u.n, user_id, product_id
      from (select id as user_id, row_number() over (order by id) as n from users) u
      join (select id as product_id, row_number() over (order by id) as n from products) p on p.n = 1 + mod(u.n, ${n}::int)
      where u.n <= ${n}::int`)
    for (const statement of [
      sql`insert into favorites (id, user_id, product_id, created_at) select gen_random_uuid(), user_id, product_id, ${at} from numbered`,
      sql`insert into messages (id, kind, email, body, read_at, created_at)
        select gen_random_uuid(), 'problem-report', n || '@posta.example', '{}', ${at}, ${at} from ${rows}`,
      sql`insert into mails (id, kind, to_email, subject, html, text, sent_at, created_at)
        select gen_random_uuid(), 'order-confirmation', n || '@posta.example', 'Siparişiniz', '-', '-', ${at}, ${at} from ${rows}`,
      sql`insert into audit_entries (id, actor_name, action, subject_id, subject_name, request_id, created_at)
        select gen_random_uuid(), 'Sahip', 'product.update', product_id::text, 'Ürün', '-', ${at} from numbered`,
      sql`insert into security_events (id, kind, user_id, address, request_id, created_at)
        select gen_random_uuid(), 'login', user_id, '192.0.2.1', '-', ${at} from numbered`,
      sql`insert into rate_limits (key, window_start, count) select 'login:' || n, ${at}, 1 from ${rows}`,
      sql`insert into login_attempts (key, count, wait_until) select 'buyuk:' || n, 1, ${at} from ${rows}`,
      sql`insert into sessions (id, user_id, user_agent, address, last_used_at, created_at)
        select gen_random_uuid(), user_id, '-', '192.0.2.1', ${at}, ${at} from numbered`,
      sql`insert into refresh_tokens (token_hash, session_id, expires_at, created_at)
        select md5(id::text), id, now() + interval '20 days', created_at from sessions`,
      sql`insert into user_tokens (id, user_id, purpose, token_hash, expires_at, created_at)
        select gen_random_uuid(), user_id, 'verify-email', md5(user_id::text), now() + interval '1 day', ${at} from numbered`,
      sql`insert into link_requests (id, purpose, email, created_at)
        select gen_random_uuid(), 'verify-email', n || '@posta.example', ${at} from ${rows}`,
      sql`insert into customer_changes (user_id) select user_id from numbered`,
      sql`select fold_customers(${n})`,
      sql`insert into known_devices (user_id, device, first_used_at, last_used_at) select user_id, '-', ${at}, ${at} from numbered`,
      sql`insert into user_addresses (id, user_id, title, first_name, last_name, phone, address, city, created_at, updated_at)
        select gen_random_uuid(), user_id, 'Ev', 'Ayşe', 'Kaya', '-', '-', 'İzmir', ${at}, ${at} from numbered`,
      sql`insert into stock_requests (id, product_id, email, size, notified_at, created_at)
        select gen_random_uuid(), product_id, n || '@posta.example', 'M', ${at}, ${at} from numbered`,
      sql`insert into gift_cards (id, code_hash, code_tail, initial_kurus, balance_kurus, recipient_email, created_at, updated_at)
        select gen_random_uuid(), md5(n::text), 'ABCD', 10000, 10000, n || '@posta.example', ${at}, ${at} from ${rows}`,
      sql`insert into slug_redirects (kind, slug, target_id, created_at)
        select 'product', 'eski-' || n, product_id, ${at} from numbered`,
      sql`insert into idempotency_keys (user_id, key, request_hash, attempt_id, created_at)
        select o.user_id, 'anahtar-' || a.id, '-', a.id, a.created_at
        from payment_attempts a join orders o on o.id = a.order_id limit ${n}`,
      sql`insert into payment_events (id, attempt_id, to_status, cause, created_at)
        select gen_random_uuid(), id, 'SUCCEEDED', '-', created_at from payment_attempts limit ${n}`,
      sql`insert into demo_bank.charges (payment_id, conversation_id, order_id, amount_kurus, status, created_at)
        select gen_random_uuid(), conversation_id, order_id, amount_kurus, 'CHARGED', created_at from payment_attempts limit ${n}`,
    ])
      await tx.execute(statement)
  })
  await db.execute(sql`analyze`)
}
