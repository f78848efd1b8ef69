import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmtpServer } from '#test/outside/smtp.ts'
import { shopOnPostgres } from '#test/running-shop.ts'
import { after, minutes } from '../time.ts'
import { createNewsletter, getNewsletter, scheduleNewsletter } from './newsletters.ts'
import { tendNewsletters } from './send.ts'

const postgres = shopOnPostgres({ LEGAL_MERCHANT_TITLE: 'Nar Giyim A.Ş.', LEGAL_MERSIS: '0123456789012345' })
let server: Awaited<ReturnType<typeof openSmtpServer>>
beforeAll(async () => {
  server = await openSmtpServer()
})
afterAll(() => server.close())

/** The environment variable NEWS_RUN sets another number. */
const recipients = Number(process.env.NEWS_RUN ?? 2000)

const content = {
  subject: 'Yeni sezon',
  preheader: '',
  blocks: [{ kind: 'text' as const, heading: 'Merhaba', text: 'Yeni sezon geldi.' }],
  audience: { kind: 'ALL' as const },
}

async function aList(n: number, name: string) {
  const { ctx } = postgres
  await ctx.db.execute(sql`delete from consent_states`)
  await ctx.db.execute(sql`
    insert into consent_states (recipient, channel, status, since, event_id)
    select ${name}::text || lpad(i::text, 6, '0') || '@posta.example', 'EMAIL', 'GIVEN', now(), gen_random_uuid()
    from generate_series(1, ${n}::int) i`)
  await ctx.db.execute(sql`
    insert into settings (key, value, updated_at) values ('news', '{"mailsAnHour": 1000000}', now())
    on conflict (key) do nothing`)
  const { newsletter } = await createNewsletter(ctx, content)
  await scheduleNewsletter(ctx, newsletter.id, { version: 1 })
  return newsletter.id
}

const got = (name: string) => server.received.flatMap(({ to }) => to).filter((address) => address.startsWith(name))

test('kill -9 in the middle: nobody gets a newsletter twice, and only mails under way are left out', async () => {
  const id = await aList(recipients, 'a')
  const settings = { SMTP_URL: server.url }
  const first = await postgres.start(settings)
  while (got('a').length < recipients / 3) await wait(5)
  await first.kill()
  expect(got('a').length).toBeLessThan(recipients)
  const shop = await postgres.start(settings)
  const state = async () => (await getNewsletter(postgres.ctx, id)).newsletter.state
  while ((await state()) !== 'SENT') await wait(50)
  await shop.stop()
  const { figures } = await getNewsletter(postgres.ctx, id)
  expect(new Set(got('a')).size).toBe(got('a').length)
  expect(figures).toMatchObject({ total: recipients, waiting: 0, failed: 0, skipped: 0 })
  expect(figures.sent + figures.unknown).toBe(recipients)
  // At most those that the dying process had in its hands.
  expect(figures.unknown).toBeLessThanOrEqual(4)
  expect(got('a').length).toBeGreaterThanOrEqual(figures.sent)
  const ids = server.received.map(({ head }) => /^Message-ID: (.*)$/im.exec(head)?.[1])
  expect(new Set(ids).size).toBe(ids.length)
}, 300_000)

test('two processes at once send each mail once, and at the pace of one shop', async () => {
  const { ctx, deps } = postgres
  await ctx.db.execute(sql`delete from newsletters`)
  const id = await aList(200, 'b')
  const moment = after(new Date(), minutes(5))
  const own = { ...ctx, config: { ...deps.config, smtpUrl: server.url }, clock: () => moment }
  await Promise.all([1, 2, 3].map(() => tendNewsletters(own)))
  expect((await getNewsletter(ctx, id)).figures).toMatchObject({ total: 200, sent: 200 })
  expect(got('b').toSorted()).toEqual([...new Set(got('b'))].toSorted())
  expect(got('b')).toHaveLength(200)

  const slow = await aList(100, 'c')
  await ctx.db.execute(sql`update settings set value = '{"mailsAnHour": 18000}' where key = 'news'`)
  await Promise.all([1, 2, 3].map(() => tendNewsletters(own)))
  // The pace allows 300 mails in a minute, and 200 have just gone.
  expect((await getNewsletter(ctx, slow)).figures).toMatchObject({ sent: 100, waiting: 0 })
  const late = await aList(100, 'd')
  await Promise.all([1, 2, 3].map(() => tendNewsletters(own)))
  expect((await getNewsletter(ctx, late)).figures).toMatchObject({ sent: 0, waiting: 100 })
}, 60_000)
