import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, vi } from 'vitest'
import { pgliteHandle } from '#db/open.ts'
import { readEnv, SettingsError } from '#env'
import { createApp, openShop } from '#server'
import { catalogChannel } from '#shop/catalog-changes.ts'
import { type Ctx, newId } from '#shop/ctx.ts'
import { ordersChannel } from '#shop/orders/feed.ts'
import type { CatalogChange, FeedEvent } from '#shop/ports.ts'
import { noteBackup } from '#shop/settings/last-backup.ts'
import { saveSetting } from '#shop/settings/settings.ts'
import { aPayment } from '#test/checkout.ts'
import { depsOn } from '#test/deps.ts'
import { aProduct, aUser, signIn, usualPassword } from '#test/factories.ts'
import { openCollector } from '#test/outside/collector.ts'
import { test as base } from '#test/shop.ts'
import { openTestDatabase } from '#test/snapshot.ts'
import { askAdmin } from '../ops/backup/control.ts'
import { openLog } from './log.ts'

type Shop = Awaited<ReturnType<typeof openShop>>
type Opened = { shop: Shop; ctx: Ctx; said: string[] }

const root = mkdtempSync(join(roomyMemory() ?? tmpdir(), 'butik-open-'))
/** The folder of a shop that has run before, and that somebody has filled: nothing is seeded there. */
const filled = join(root, 'filled')

/** Two thousand files for each test: where memory can hold them a disk takes most of the time of these tests. */
function roomyMemory(): string | undefined {
  const place = '/dev/shm'
  if (!existsSync(place)) return undefined
  const { bavail, bsize } = statfsSync(place)
  return bavail * bsize > 1e9 ? place : undefined
}

const live = {
  ...{ SHOP_MODE: 'live', PAYMENT_PROVIDER: 'iyzico', IYZICO_API_KEY: 'a', IYZICO_SECRET_KEY: 's' },
  ...{ IYZICO_BASE_URL: 'https://api.iyzipay.test', SMTP_URL: 'smtps://user:password@mail.example:465' },
  ...{ PUBLIC_URL: 'https://shop.example', AUTH_SECRET: 'Zk3v9Qx1rT7mWb5yPd2nHc8sLf4gJa6u' },
  ...{ LEGAL_MERCHANT_TITLE: 'Moda Ltd.', LEGAL_MERSIS: '0123456789012345', LEGAL_ADDRESS: 'Moda Cad. 1' },
  ...{ LEGAL_PHONE: '0216 111 22 33', LEGAL_KEP: 'moda@hs01.kep.tr', LEGAL_RETURN_CARRIER: 'Kargo' },
  LEGAL_RETURN_ADDRESS: 'Moda Cad. 2',
}

beforeAll(async () => {
  const pglite = await openTestDatabase()
  const deps = depsOn(pgliteHandle(pglite).db, readEnv({ DATA_DIR: root }))
  await saveSetting({ ...deps, actor: { kind: 'system' }, requestId: newId() }, 'demo-seed', { finished: true })
  const image = await pglite.dumpDataDir('none')
  await pglite.close()
  mkdirSync(filled)
  const kept = { dataDir: join(filled, 'pglite'), extensions: { pg_trgm }, loadDataDir: image }
  await (await PGlite.create(kept)).close()
  const log = openLog('silent', process.stderr)
  await (await openShop(readEnv({ ...live, DATA_DIR: filled }), log, () => {})).close()
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Each test has a folder; `open` starts the shop on it, which is closed after the test. */
const test = base.extend<{
  folder: string
  complaints: string[]
  open: (settings?: Record<string, string>) => Promise<Opened>
}>({
  folder: async ({ task: _ }, use) => {
    const folder = mkdtempSync(join(root, 'shop-'))
    cpSync(filled, folder, { recursive: true })
    await use(folder)
    rmSync(folder, { recursive: true, force: true })
  },
  complaints: async ({ task: _ }, use) => use([]),
  open: async ({ folder, complaints }, use) => {
    const open: Shop[] = []
    await use(async (settings = {}) => {
      const said: string[] = []
      const log = openLog('warn', { write: (line: string) => void complaints.push(line) })
      const shop = await openShop(readEnv({ DATA_DIR: folder, ...settings }), log, (line) => void said.push(line))
      open.push(shop)
      return { shop, said, ctx: { ...shop.deps, actor: { kind: 'system' }, requestId: newId() } }
    })
    for (const shop of open) await shop.close()
  },
})

const post = (shop: Shop, path: string, body: object, headers: object = {}) =>
  createApp(shop.deps).fetch(
    new Request(`http://shop.test/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }),
  )
const loginWith = async (shop: Shop, email: string, password: string) =>
  (await post(shop, '/auth/login', { email, password })).status

describe('the start says', () => {
  test('how to log in to a demo shop: with a password once, then where', async ({ open, folder }) => {
    const settings = { PUBLIC_URL: 'http://dukkan.example' }
    const first = await open(settings)
    const mails = `mails are written to ${join(folder, 'mail')} (set SMTP_URL to send them)`
    const [, email = '', password = ''] = /^admin of the demo shop: (\S+) \/ (\S+) /.exec(first.said[0] ?? '') ?? []
    expect(first.said.slice(1)).toEqual([mails])
    expect(await loginWith(first.shop, email, password)).toBe(200)
    await first.shop.close()
    const again = await open(settings)
    expect(again.said).toEqual([
      'log in at http://dukkan.example with OTURUM AÇ; the admin panel is at http://dukkan.example/admin',
      mails,
    ])
    expect(await loginWith(again.shop, email, password)).toBe(200)
  })

  test('which admin of the settings it made, and that it makes her once', async ({ open }) => {
    const admin = { ADMIN_EMAIL: 'sahibi@dukkan.example', ADMIN_PASSWORD: 'dükkanın anahtarı' }
    const first = await open(admin)
    expect(first.said.filter((line) => /ADMIN_|admin of/.test(line))).toEqual([])
    expect(await loginWith(first.shop, admin.ADMIN_EMAIL, admin.ADMIN_PASSWORD)).toBe(200)
    await first.shop.close()
    const again = await open({ ...admin, ADMIN_PASSWORD: 'qwerty' })
    expect(again.said.slice(0, 2)).toEqual([
      'ADMIN_PASSWORD is one of the commonest passwords; a live shop refuses it',
      expect.stringMatching(/^ADMIN_EMAIL and ADMIN_PASSWORD are ignored: .* reset-password sahibi@dukkan\.example /),
    ])
    expect(await loginWith(again.shop, admin.ADMIN_EMAIL, admin.ADMIN_PASSWORD)).toBe(200)
  })

  test('what a live shop lacks, and leaves the folder to the next try', async ({ open, folder }) => {
    const start = open({ ...live, LEGAL_PHONE: '' })
    await expect(start).rejects.toThrow(SettingsError)
    await expect(start).rejects.toThrow(/^SHOP_MODE=live is not ready: blank legal settings: LEGAL_PHONE$/)
    expect(existsSync(join(folder, 'control.sock'))).toBe(false)
    expect((await open(live)).said).toEqual([])
  })

  test('how many migrations a new folder got, and nothing where there are none to do', async ({ open, folder }) => {
    rmSync(join(folder, 'pglite'), { recursive: true })
    const { shop, said, ctx } = await open(live)
    expect(said).toEqual([expect.stringMatching(/^database ready: \d{2,} migrations applied$/)])
    const { rows } = await ctx.db.execute<{ n: number }>(sql`select count(*)::int as n from categories`)
    expect(rows).toEqual([{ n: 0 }])
    await shop.close()
    expect((await open(live)).said).toEqual([])
  })

  test('that the demo cannot be filled, where pictures cannot be kept; a live shop is not filled', async ({
    open,
    folder,
  }) => {
    const { shop, ctx } = await open()
    await ctx.db.execute(sql`delete from settings where key = 'demo-seed'`)
    await shop.close()
    writeFileSync(join(folder, 'media'), 'a file in the place of the folder')
    await expect(open()).rejects.toThrow('Resim şu anda kaydedilemiyor')
    expect((await open(live)).said).toEqual([])
  })
})

describe('an open shop', () => {
  test('hears of each change of the catalog once: its own at once, those of other processes by the database', async ({
    open,
  }) => {
    const { shop, ctx } = await open()
    const heard: CatalogChange[][] = [[], []]
    for (const changes of heard) shop.onCatalogChange((change) => void changes.push(change))
    await aProduct(ctx)
    const own = ['everything', 'everything']
    expect(heard, 'a category and a product').toEqual([own, own])
    const tell = (payload: unknown) =>
      ctx.db.execute(sql`select pg_notify(${catalogChannel}, ${JSON.stringify(payload)})`)
    await tell({ id: newId(), change: { productIds: ['theirs'] } })
    for (let i = 0; i < 2; i++) await tell({ change: { productIds: ['nameless'] } })
    await tell(null)
    const others = [{ productIds: ['theirs'] }, ...Array(2).fill({ productIds: ['nameless'] }), 'everything']
    for (const changes of heard) expect(changes).toEqual([...own, ...others])
  })

  test('remembers five hundred changes, not all there ever were', async ({ open }) => {
    const { shop, ctx } = await open()
    const heard: CatalogChange[] = []
    shop.onCatalogChange((change) => void heard.push(change))
    const tell = (from: number, to: number) =>
      ctx.db.execute(sql`
        select pg_notify(${catalogChannel}, json_build_object('id', n::text, 'change', 'everything')::text)
        from generate_series(${from}::int, ${to}::int) n`)
    await tell(1, 500)
    await tell(1, 1)
    expect(heard).toHaveLength(500)
    await tell(501, 501)
    await tell(2, 2)
    expect(heard).toHaveLength(501)
    await tell(1, 1)
    expect(heard).toHaveLength(502)
  })

  test('passes on news of orders of other processes, and the end before it closes', async ({ open }) => {
    const { shop, ctx } = await open()
    const heard: FeedEvent[] = []
    shop.deps.orderFeed.follow('somebody', (event) => void heard.push(event))
    const news = { id: newId(), kind: 'placed', orderId: newId(), totalKurus: 4200 }
    for (const payload of [null, news, { id: 'half' }])
      await ctx.db.execute(sql`select pg_notify(${ordersChannel}, ${JSON.stringify(payload)})`)
    shop.endStreams()
    expect(heard).toEqual([news, 'end'])
  })

  test('takes the commands of its owner, and no more once it is closed', async ({ open, folder }) => {
    const { shop } = await open()
    const answer = await askAdmin(folder, { command: 'create', email: 'yeni@dukkan.example' })
    expect(answer).toEqual({ said: expect.stringMatching(/^yeni@dukkan\.example is an admin now; password/) })
    await shop.close()
    expect(await askAdmin(folder, { command: 'create', email: 'baska@dukkan.example' })).toBeUndefined()
  })

  test('sends the mails of what was done, and does what was left undone', async ({ open, folder, complaints }) => {
    const { shop, ctx } = await open()
    await ctx.db.execute(sql`
      insert into newsletters (id, subject, preheader, blocks, audience, state, send_at, created_at, updated_at)
      values (${newId()}, 'Yeni gelenler', '', '[]', '{}', 'SCHEDULED', now(), now(), now())`)
    await shop.close()
    const again = await open()
    const body = { firstName: 'İpek', lastName: 'Işık', email: 'ipek@posta.example', password: usualPassword }
    expect((await post(again.shop, '/auth/register', body)).status).toBeLessThan(300)
    const written = () => (existsSync(join(folder, 'mail')) ? readdirSync(join(folder, 'mail')) : [])
    const mailed = () => written().filter((name) => !name.endsWith('.partial'))
    await expect.poll(() => mailed().length, { timeout: 60_000 }).toBe(1)
    expect(readFileSync(join(folder, 'mail', mailed()[0] ?? ''), 'utf8')).toContain('ipek@posta.example')
    const unsent = async () =>
      (await again.ctx.db.execute(sql`select 1 from newsletters where state = 'SCHEDULED'`)).rows.length
    await expect.poll(unsent, { timeout: 60_000 }).toBe(0)
    await again.shop.close()
    expect(complaints).toEqual([])
  })

  test('tells /metrics of itself', async ({ open, folder }) => {
    const { shop } = await open()
    const metrics = async () => (await createApp(shop.deps).fetch(new Request('http://shop.test/metrics'))).text()
    await noteBackup(folder, new Date('2026-11-19T03:00:00Z'))
    const before = await metrics()
    expect(before).toMatch(/^butik_last_backup_timestamp_seconds 1795057200$/m)
    expect(before).toMatch(/^butik_provider_answering 1$/m)
    expect(before).not.toMatch(/^butik_database_connections/m)
    shop.deps.payments.isAnswering = () => false
    expect(await metrics()).toMatch(/^butik_provider_answering 0$/m)
  })

  test('is ready while its database answers within two seconds', async ({ open }) => {
    const { shop, ctx } = await open()
    // On a busy machine the first answers may take longer.
    const isReady = () => expect.poll(() => shop.ready(), { timeout: 60_000 }).toBe(true)
    await isReady()
    // The embedded database has one connection: who holds it keeps all others waiting.
    const free = Promise.withResolvers<void>()
    const holding = ctx.db.transaction(() => free.promise)
    const began = performance.now()
    expect(await shop.ready()).toBe(false)
    expect(performance.now() - began).toBeGreaterThan(1900)
    free.resolve()
    await holding
    await isReady()
    await shop.close()
    expect(await shop.ready()).toBe(false)
  })

  test('closes all of its parts, also those behind one that cannot be closed', async ({ open, complaints }) => {
    const { shop } = await open()
    await shop.close()
    expect(complaints).toEqual([])
    await shop.close()
    expect(complaints.map((line) => JSON.parse(line))).toContainEqual(expect.objectContaining({ msg: 'closing' }))
    expect((await open()).said).toHaveLength(2)
  })

  test('makes traces when the settings name a collector, and sends the last ones before it ends', async ({ open }) => {
    const collector = await openCollector()
    const { shop, ctx } = await open({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, OTEL_SERVICE_NAME: 'dukkan' })
    const authorization = `Bearer ${await signIn(ctx, await aUser(ctx))}`
    const bought = await post(shop, '/payments/create', aPayment(await aProduct(ctx)), { authorization })
    expect(bought.status).toBe(200)
    await shop.close()
    collector.close()
    const names = collector.spans().map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['POST /api/v1/payments/create', 'payment charge', 'db insert']))
    expect(collector.text()).toContain('dukkan')
  })

  test('makes no traces otherwise, and reads public pages from its one database', async ({ open }) => {
    const { shop } = await open()
    expect([shop.deps.trace, shop.deps.publicDb, shop.deps.atStep]).toEqual([undefined, undefined, undefined])
    expect((await createApp(shop.deps).fetch(new Request('http://shop.test/bilgi'))).status).toBe(200)
  })

  test('ends itself at the step that a crash test names, and at no other', async ({ open }) => {
    const { shop } = await open({ NODE_ENV: 'test', FAULT_AT: 'settled' })
    const kill = vi.spyOn(process, 'kill').mockReturnValue(true)
    shop.deps.atStep?.('settling')
    expect(kill).not.toHaveBeenCalled()
    shop.deps.atStep?.('settled')
    expect(kill).toHaveBeenCalledWith(process.pid, 'SIGKILL')
  })
})
