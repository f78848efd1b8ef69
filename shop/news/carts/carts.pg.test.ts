import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { aProduct, aUser } from '#test/factories.ts'
import { shopOnPostgres } from '#test/running-shop.ts'
import { giveConsent } from '../../accounts/consents/ledger.ts'
import { inTransaction, newId } from '../../ctx.ts'
import { after, hours } from '../../time.ts'
import { tellKeptCarts } from './tell.ts'

const postgres = shopOnPostgres({ LEGAL_MERCHANT_TITLE: 'Nar Giyim A.Ş.', LEGAL_MERSIS: '0123456789012345' })

test('of a purchase and several jobs at once: each cart is told once, and none that was bought meanwhile', async () => {
  const { ctx } = postgres
  await ctx.db.execute(sql`
    insert into settings (key, value, updated_at)
    values ('news', '{"mailsAnHour": 100000, "keptCarts": {"on": true, "hours": 1}}', now())`)
  const product = await aProduct(ctx, { variants: [{ stock: 50 }] })
  const lines = JSON.stringify([{ variantId: product.variants[0]?.id, quantity: 1 }])
  const people = []
  for (let n = 0; n < 40; n++) {
    const user = await aUser(ctx)
    await giveConsent(ctx, { recipient: user.email, channel: 'EMAIL', form: 'settings', source: 'HS_WEB' })
    await ctx.db.execute(sql`
      insert into kept_carts (user_id, lines, changed_at)
      values (${user.id}, ${lines}::jsonb, ${after(ctx.clock(), -hours(2)).toISOString()}::timestamptz)`)
    people.push(user)
  }
  const buyers = people.filter((_, n) => n % 2 === 0)
  const buy = (userId: string) =>
    inTransaction(ctx, async (ctx) => {
      await ctx.db.execute(sql`
        insert into orders (id, user_id, status, payment_status, total_kurus, first_name, last_name, email, phone, address, city,
          placed_at, created_at, updated_at)
        values (${newId()}, ${userId}, 'PENDING', 'SUCCESS', 100, 'A', 'B', 'a@posta.example', '', '', '', now(), now(), now())`)
      // The purchase goes on while the jobs run.
      await ctx.db.execute(sql`select pg_sleep(0.05)`)
    })
  await Promise.all([...buyers.map(({ id }) => buy(id)), ...[1, 2, 3].map(() => tellKeptCarts(ctx))])
  await tellKeptCarts(ctx)
  const { rows } = await ctx.db.execute<{ to: string; wanted: boolean }>(sql`
    select m.to_email as to, exists (select from kept_carts k where k.mail_id = m.id) as wanted
    from mails m where m.kind = 'kept-cart'`)
  expect(new Set(rows.map(({ to }) => to)).size).toBe(rows.length)
  const bought = new Set(buyers.map(({ email }) => email))
  // A mail that was queued before the purchase is there, and the outbox drops it: its cart is gone.
  expect(rows.filter(({ to, wanted }) => wanted && bought.has(to))).toEqual([])
  expect(rows.filter(({ to }) => !bought.has(to)).every(({ wanted }) => wanted)).toBe(true)
  expect(rows.filter(({ to }) => !bought.has(to))).toHaveLength(20)
})
