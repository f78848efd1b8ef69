import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pino from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrate, migrations } from '#db/migrate.ts'
import { openDatabase } from '#db/open.ts'
import { type Env, readEnv } from '#env'
import { createApp } from '#server'
import { users } from '#shop/accounts/schema.ts'
import { variants } from '#shop/catalog/schema.ts'
import { type Ctx, newId } from '#shop/ctx.ts'
import { orderInvoices } from '#shop/invoices/schema.ts'
import { openJobs } from '#shop/jobs/open.ts'
import { queueMail, sendMail } from '#shop/mail/outbox.ts'
import { storeImage } from '#shop/media/store-image.ts'
import { keepAttachment } from '#shop/messages/attachment.ts'
import { messages } from '#shop/messages/schema.ts'
import { orders } from '#shop/orders/schema.ts'
import { returnImages } from '#shop/returns/schema.ts'
import { reviewImages } from '#shop/reviews/schema.ts'
import { aPayment } from '#test/checkout.ts'
import { depsOn } from '#test/deps.ts'
import { aProduct, aUser, usualPassword } from '#test/factories.ts'
import { emptyDatabase } from '#test/postgres.ts'
import { readMails, temporaryFolder } from '#test/process.ts'
import { openControl } from './control.ts'
import { dumpDatabase, listTables, ownSchemas, query } from './dump.ts'
import { makeBackup } from './make.ts'
import { BackupError } from './manifest.ts'
import { checkBackup, restoreBackup } from './restore.ts'

type Opened = Awaited<ReturnType<typeof openOn>>

const cleanup: (() => unknown)[] = []
const folder = () => {
  const made = temporaryFolder()
  cleanup.push(made.remove)
  return made.path
}
const envOf = (settings: Record<string, string>) =>
  readEnv({ AUTH_SECRET: 'a secret for tests, long enough to sign', ...settings })

/** Another empty place: a PostgreSQL with a folder for files, or a folder alone. */
async function emptyPlace(kind: 'PostgreSQL' | 'embedded'): Promise<Env> {
  if (kind === 'embedded') return envOf({ DATA_DIR: folder() })
  const database = await emptyDatabase(inject('postgresUrl'))
  cleanup.push(database.drop)
  return envOf({ DATA_DIR: folder(), DATABASE_URL: database.url })
}

/** As much of a shop as answers calls and keeps jobs. */
async function openOn(env: Env) {
  const handle = await openDatabase({ url: env.databaseUrl, dataDir: env.dataDir })
  await migrate(handle.db)
  const jobs = await openJobs(handle.jobOptions, pino({ level: 'silent' }))
  const deps = { ...depsOn(handle.db, env), jobs }
  const ctx: Ctx = { ...deps, actor: { kind: 'system' }, requestId: newId() }
  const app = createApp(deps)
  const call = async (method: string, path: string, body?: unknown, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
    const response = await app.fetch(
      new Request(`http://shop.test/api/v1${path}`, { method, headers, body: body ? JSON.stringify(body) : undefined }),
    )
    return (await response.json()) as { data: Record<string, string> & { id: string; items: object[] }[] }
  }
  const login = async () => {
    const { data } = await call('POST', '/auth/login', { email: 'ipek@posta.example', password: usualPassword })
    return data.accessToken
  }
  const close = async () => {
    await jobs.stop()
    await handle.close()
  }
  return { ctx, jobs, call, login, close, handle, app }
}

/** Every row of every table, as the dump says them, in an order of its own; and where the counters stand. */
async function everything({ ctx: { db } }: Opened): Promise<string[]> {
  const lines: string[] = []
  await dumpDatabase(db, async (text) => {
    // Where the rows lie and which program keeps them may differ; 'jobs' are told apart below.
    for (const line of text.trimEnd().split('\n')) if (!line.startsWith('{"head"')) lines.push(line)
  })
  return lines.sort()
}

/** Works at all jobs, but only mails are sent. */
const sendingBy = (send: (mailId: string) => Promise<void>) => ({
  'mail-link': async () => {},
  'send-mail': ({ mailId }: { mailId: string }) => send(mailId),
  'send-sms': async () => {},
  'forward-message': async () => {},
  'import-products': async () => {},
  'change-products': async () => {},
  'encode-avif': async () => {},
})

const bytesOf = async (app: Opened['app'], path: string) =>
  Buffer.from(await (await app.fetch(new Request(`http://shop.test${path}`))).arrayBuffer())

let source: Env
let shop: Opened
let picture: string
let attachment: string
const invoice = 'private-0123456789abcdef.pdf'
/** Pictures of a review and of a return; the first has a small copy. */
const pictures = ['private-aa01.jpg', 'private-aa01-s.webp', 'private-bb01.jpg'] as const
let backup: string
let mailId: string

beforeAll(async () => {
  source = await emptyPlace('PostgreSQL')
  shop = await openOn(source)
  const { ctx } = shop
  await aUser(ctx, { email: 'ipek@posta.example', lastName: 'Işık\u2028\n"\\x' })
  const product = await aProduct(ctx, { originalPriceKurus: 150_000, variants: [{ stock: 9 }, { stock: 2 }] })
  await shop.call('POST', '/payments/create', aPayment(product, { quantity: 2 }), await shop.login())
  const noise = await sharp({ create: { width: 500, height: 400, channels: 3, background: '#a33' } })
    .png()
    .toBuffer()
  picture = (await storeImage(ctx, noise)).id
  const kept = await keepAttachment(ctx, { name: 'özgeçmiş.png', bytes: noise })
  attachment = kept.fileKey
  await ctx.db.insert(messages).values({
    id: newId(),
    kind: 'application',
    email: 'aday@posta.example',
    body: { title: null, text: 'Merhaba' },
    createdAt: new Date(),
    ...kept,
  })
  const [order] = await ctx.db.select({ id: orders.id }).from(orders)
  await ctx.files.put(invoice, Buffer.from('%PDF-1.7 fatura'), 'application/pdf')
  await ctx.db.insert(orderInvoices).values({
    id: newId(),
    orderId: order?.id ?? '',
    number: 'ABC2026000000001',
    fileKey: invoice,
    createdAt: new Date(),
  })
  for (const key of pictures) await ctx.files.put(key, Buffer.from(key), 'image/jpeg')
  const [{ id: userId } = { id: '' }] = await ctx.db.select({ id: users.id }).from(users)
  const image = { userId, fileType: 'image/jpeg', createdAt: new Date() }
  await ctx.db.insert(reviewImages).values({ ...image, id: newId(), fileKey: pictures[0], smallKey: pictures[1] })
  await ctx.db.insert(returnImages).values({ ...image, id: newId(), fileKey: pictures[2] })
  await ctx.db.execute(
    sql`insert into bank_pages values ('x', ${Buffer.from([0, 1, 255])}, '2026-11-20 10:00:00.123456+03')`,
  )
  await ctx.db.execute(sql`insert into settings values ('nothing', 'null', now())`)
  mailId = await queueMail(ctx, { kind: 'hello', to: 'ayse@posta.example', subject: 'Bekleyen', html: 'h', text: 't' })
  backup = (await makeBackup({ env: source, to: folder() })).path
}, 120_000)

afterAll(async () => {
  await shop?.close()
  for (const step of cleanup.reverse()) await step()
})

test('every schema of the shop is in a backup', async () => {
  const found = await query<{ name: string }>(
    shop.ctx.db,
    sql`select nspname as name from pg_namespace where nspname !~ '^pg_' and nspname not in ('information_schema', 'jobs')`,
  )
  expect(found.map(({ name }) => name).sort()).toEqual(ownSchemas.toSorted())
  expect((await listTables(shop.ctx.db)).length).toBeGreaterThan(35)
})

test('goes from PostgreSQL to the embedded database and, while that shop runs, back to another PostgreSQL', async () => {
  const expected = await everything(shop)
  const embedded = await emptyPlace('embedded')
  await restoreBackup(backup, embedded)
  const second = await openOn(embedded)
  expect(await everything(second)).toEqual(expected)

  const stop = await openControl(embedded.dataDir, second.ctx.db, pino({ level: 'silent' }))
  expect(statSync(join(embedded.dataDir, 'control.sock')).mode & 0o777).toBe(0o600)
  const { path, manifest } = await makeBackup({ env: embedded, to: folder() })
  await stop()
  await second.close()
  // The pictures that this test's product only names; those that were stored are all there.
  expect(manifest.missing.every((key) => key.startsWith('0000'))).toBe(true)

  const third = await emptyPlace('PostgreSQL')
  await restoreBackup(path, third)
  const again = await openOn(third)
  expect(await everything(again)).toEqual(expected)

  // The shop works there: a login, her order, the picture, the applicant's file.
  const token = await again.login()
  const { data: orders } = await again.call('GET', '/orders/my', undefined, token)
  expect(orders).toHaveLength(1)
  const { data: known } = await shop.call('GET', '/orders/my', undefined, await shop.login())
  expect(orders).toEqual(known)
  expect(await bytesOf(again.app, `/media/${picture}-500.webp`)).toEqual(
    await bytesOf(shop.app, `/media/${picture}-500.webp`),
  )
  expect(await again.ctx.files.get(attachment)).toEqual(await shop.ctx.files.get(attachment))
  expect(Buffer.from((await again.ctx.files.get(invoice)) ?? []).toString()).toBe('%PDF-1.7 fatura')
  for (const key of pictures) expect(Buffer.from((await again.ctx.files.get(key)) ?? []).toString()).toBe(key)
  // Counters go on after what is in use; triggers are at work again.
  await again.ctx.db.update(variants).set({ priceKurus: 88_800 })
  const [prices] = await query<{ ids: number; rows: number }>(
    again.ctx.db,
    sql`select count(distinct id)::int as ids, count(*)::int as rows from price_history where price_kurus = 88800`,
  )
  expect(prices).toEqual({ ids: 2, rows: 2 })

  // And the mail that waited is sent.
  await again.jobs.start(sendingBy((mailId) => sendMail(again.ctx, mailId)))
  await expect
    .poll(() => existsSync(join(third.dataDir, 'mail')) && readMails(third.dataDir).join(), { timeout: 20_000 })
    .toContain(`<${mailId}@`)
  await again.close()
}, 180_000)

test('a mail that was just being sent is sent by the restored shop', async () => {
  const place = await emptyPlace('PostgreSQL')
  const selling = await openOn(place)
  let begun = () => {}
  let letGo = () => {}
  const sending = new Promise<void>((resolve) => {
    begun = resolve
  })
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await selling.jobs.start(
    sendingBy(async () => {
      begun()
      await held
    }),
  )
  const id = await queueMail(selling.ctx, {
    kind: 'hello',
    to: 'a@posta.example',
    subject: 'Yolda',
    html: 'h',
    text: 't',
  })
  await sending
  const { path, manifest } = await makeBackup({ env: place, to: folder() })
  expect(manifest.jobs).toBe(1)
  letGo()
  await selling.close()

  const target = await emptyPlace('PostgreSQL')
  await restoreBackup(path, target)
  const restored = await openOn(target)
  await restored.jobs.start(sendingBy((mailId) => sendMail(restored.ctx, mailId)))
  await expect
    .poll(() => existsSync(join(target.dataDir, 'mail')) && readMails(target.dataDir).join(), { timeout: 20_000 })
    .toContain(`<${id}@`)
  await restored.close()
}, 180_000)

test('who was logged in stays so after the restore, also where the shop made its own secret', async () => {
  /** As a start does it that has no AUTH_SECRET. */
  const openWithOwnSecret = (env: Env) =>
    openOn({ ...env, authSecret: readFileSync(join(env.dataDir, 'auth-secret'), 'utf8') })
  const place = { ...(await emptyPlace('PostgreSQL')), authSecret: undefined }
  writeFileSync(join(place.dataDir, 'auth-secret'), 'made once by the shop itself, and kept')
  writeFileSync(join(place.dataDir, 'settings-key'), 'opens what the panel saved')
  const selling = await openWithOwnSecret(place)
  await aUser(selling.ctx, { email: 'ipek@posta.example' })
  const token = await selling.login()
  const { path } = await makeBackup({ env: place, to: folder() })
  await selling.close()

  const target = { ...(await emptyPlace('PostgreSQL')), authSecret: undefined }
  await restoreBackup(path, target)
  const key = join(target.dataDir, 'settings-key')
  expect([readFileSync(key, 'utf8'), statSync(key).mode & 0o777]).toEqual(['opens what the panel saved', 0o600])
  const restored = await openWithOwnSecret(target)
  expect((await restored.call('GET', '/account', undefined, token)).data).toMatchObject({ email: 'ipek@posta.example' })
  await restored.close()
}, 180_000)

test('an older backup is brought up to date', async () => {
  const old = await emptyPlace('PostgreSQL')
  const handle = await openDatabase({ url: old.databaseUrl, dataDir: old.dataDir })
  await migrate(handle.db, new Set(migrations.slice(0, 7).map(({ name }) => name)))
  await handle.db.execute(
    sql`insert into users values (${newId()}, 'eski@posta.example', 'Eski', 'Müşteri', 'USER', 'x', null, now(), now())`,
  )
  await handle.close()
  const { path } = await makeBackup({ env: old, to: folder() })
  const target = await emptyPlace('PostgreSQL')
  const { migrated } = await restoreBackup(path, target)
  expect(migrated).toEqual(migrations.slice(7).map(({ name }) => name))
  const opened = await openOn(target)
  expect(await query(opened.ctx.db, sql`select first_name, deleted_at from users`)).toEqual([
    { first_name: 'Eski', deleted_at: null },
  ])
  await opened.close()
})

test('what is cut short, damaged or newer is refused, and so is a place that is not empty', async () => {
  await expect(restoreBackup(backup, source)).rejects.toThrow(/^the database is not empty \(\d+ tables\)/)

  const spoiled = (spoil: (path: string) => void) => {
    const path = join(folder(), 'b')
    cpSync(backup, path, { recursive: true })
    spoil(path)
    return path
  }
  const target = await emptyPlace('PostgreSQL')
  for (const [path, line] of [
    [join(backup, 'nowhere'), /^there is no /],
    [spoiled((b) => truncateSync(join(b, 'manifest.json'), 0)), /manifest.json is damaged/],
    [folder(), /is no backup, or one that was cut short$/],
    [spoiled((b) => truncateSync(join(b, 'database.jsonl.gz'), 2000)), /database.jsonl.gz is damaged/],
    [
      spoiled((b) => appendFileSync(join(b, 'media', picture.slice(0, 2), `${picture}-500.webp`), 'x')),
      /500.webp is damaged/,
    ],
  ] as const) {
    await expect(restoreBackup(path, target)).rejects.toThrow(line)
    await expect(checkBackup(path)).rejects.toThrow(BackupError)
  }
  const newer = spoiled((b) => rewrite(b, (text) => text.replace('0020_settled_findings', '9999_from_the_future')))
  await expect(restoreBackup(newer, target)).rejects.toThrow(
    'the backup is from a newer shop (migration 9999_from_the_future); update first',
  )
  // Nothing was written, so the same place takes a good one.
  expect(readdirSync(target.dataDir)).toEqual([])
  await restoreBackup(backup, target)
  await expect(restoreBackup(backup, target)).rejects.toThrow(/is not empty/)
})

function rewrite(path: string, change: (text: string) => string) {
  const file = join(path, 'manifest.json')
  truncateSync(file, 0)
  appendFileSync(file, change(readFileSync(join(backup, 'manifest.json'), 'utf8')))
}

test('npm run backup: keeps so many, links unchanged pictures, and a full disk is one line', () => {
  const to = folder()
  const run = (program: string, words: string[]) => {
    const { status, stdout, stderr } = spawnSync(program, words, {
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: source.databaseUrl,
        DATA_DIR: source.dataDir,
        AUTH_SECRET: 'x'.repeat(32),
      },
    })
    return { status, stdout, stderr: stderr.trim() }
  }
  cpSync(backup, join(to, 'butik-2026-01-01T03-00-00Z'), { recursive: true })
  cpSync(backup, join(to, 'butik-2026-01-02T03-00-00Z'), { recursive: true })
  const partial = join(to, 'butik-2026-01-03T03-00-00Z.partial')
  cpSync(backup, partial, { recursive: true })
  utimesSync(partial, new Date('2026-01-03'), new Date('2026-01-03'))
  const made = run(process.execPath, ['ops/backup.ts', '--to', to, '--keep', '2'])
  expect(made).toMatchObject({ status: 0, stdout: expect.stringContaining('backup made: ') })
  // The backup cut short months ago is gone, and so is the oldest.
  const [kept, newest = '', ...more] = readdirSync(to).sort()
  expect([kept, more]).toEqual(['butik-2026-01-02T03-00-00Z', []])
  const file = join('media', picture.slice(0, 2), `${picture}-500.webp`)
  expect(statSync(join(to, newest, file)).ino).toBe(statSync(join(to, String(kept), file)).ino)
  expect(statSync(join(to, newest)).mode & 0o077).toBe(0)
  expect(run(process.execPath, ['ops/restore.ts', join(to, newest), '--check']).stdout).toMatch(/ is whole: \d+ rows/)

  // The system allows files of a kilobyte only: as on a full disk, nothing can be written to its end.
  const full = run('/bin/sh', ['-c', `ulimit -f 1; exec "${process.execPath}" ops/backup.ts --to "${to}/full"`])
  expect(full).toMatchObject({ status: 1, stderr: `no space left for a backup in ${to}/full; nothing of it was kept` })
  expect(readdirSync(`${to}/full`)).toEqual([])
  symlinkSync('/nowhere/disk', `${to}/link`)
  writeFileSync(`${to}/file`, '')
  for (const wrong of [`${to}/link`, `${to}/file`])
    expect(run(process.execPath, ['ops/backup.ts', '--to', wrong]).stderr).toMatch(
      new RegExp(`^cannot write a backup to ${wrong}: [^\\n]+$`),
    )
  for (const none of ['0', '0x5', '1e3', ''])
    expect(run(process.execPath, ['ops/backup.ts', '--keep', none]).stderr).toMatch(/^usage: npm run backup/)
})
