import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { migrate } from '#db/migrate.ts'
import { type DatabaseHandle, openDatabase } from '#db/open.ts'
import { readEnv } from '#env'
import { type Ctx, newId } from '#shop/ctx.ts'
import { login } from '#test/accounts/login.ts'
import { depsOn } from '#test/deps.ts'
import { aUser } from '#test/factories.ts'
import { emptyDatabase } from '#test/postgres.ts'
import { clientOf, startShop, temporaryFolder } from '#test/process.ts'
import { shopOnPostgres, withoutDemo } from '#test/running-shop.ts'

const postgres = shopOnPostgres()

function ctxOn({ db }: DatabaseHandle): Ctx {
  return { ...depsOn(db, postgres.env), actor: { kind: 'system' }, requestId: newId() }
}

/** `npm run admin -- …` as its owner types it. */
function admin(words: string[], settings: Record<string, string> = { DATABASE_URL: postgres.settings.DATABASE_URL }) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['ops/admin.ts', ...words], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: postgres.settings.DATA_DIR, ...settings },
    encoding: 'utf8',
  })
  return { status, said: stdout.trim(), refused: stderr.trim() }
}

const passwordIn = (text: string) => /\(shown only now\): (\S+)$/.exec(text)?.[1] ?? ''
const roleOf = async (email: string, password: string) => (await login(postgres.ctx, { email, password }, '')).user.role

test('on PostgreSQL, beside the running shop: create, demote, promote, reset-password', async () => {
  const email = 'patron@dukkan.example'
  const created = admin(['create', 'Patron@Dukkan.example'])
  expect(created).toMatchObject({ status: 0, refused: '' })
  expect(await roleOf(email, passwordIn(created.said))).toBe('ADMIN')
  expect(admin(['create', email])).toMatchObject({
    status: 1,
    refused: expect.stringContaining('has an account already'),
  })
  expect(admin(['demote', email]).refused).toContain('the only admin')
  const customer = await aUser(postgres.ctx)
  expect(admin(['promote', customer.email]).said).toBe(`${customer.email} is an admin now`)
  expect(admin(['promote', customer.email]).said).toBe(`${customer.email} is an admin already`)
  expect(admin(['demote', email]).said).toBe(`${email} is no admin any more`)
  const reset = admin(['reset-password', email])
  expect(await roleOf(email, passwordIn(reset.said))).toBe('USER')
  await expect(roleOf(email, passwordIn(created.said))).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})

test('what cannot be done is one clear line', async () => {
  for (const [words, line] of [
    [['promote', 'kimse@posta.example'], 'no account has this address; use create'],
    [['promote', 'x'], 'x is no e-mail address'],
  ] as const) {
    expect(admin([...words])).toEqual({ status: 1, said: '', refused: line })
  }
  for (const words of [[], ['promote'], ['drop', 'a@b.example'], ['create', 'a@b.example', 'x'], ['--help']]) {
    expect(admin(words).refused).toMatch(/^usage: npm run admin -- <command> <e-mail>/)
  }
  expect(admin(['promote', 'a@b.example'], { DATA_DIR: '/nowhere' }).refused).toContain(
    'there is no shop in /nowhere yet',
  )
  expect(admin(['promote', 'a@b.example'], { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/x' }).refused).toMatch(
    /^cannot reach the database 127\.0\.0\.1:1\/x \(DATABASE_URL\)/,
  )
  const empty = await emptyDatabase(inject('postgresUrl'))
  expect(admin(['promote', 'a@b.example'], { DATABASE_URL: empty.url }).refused).toContain('start the shop once')
  await empty.drop()
})

test('on the embedded database while the shop runs, which does it itself; a start brings no old password back', async () => {
  const home = temporaryFolder()
  const email = 'patron@dukkan.example'
  const settings = { DATA_DIR: home.path, ADMIN_EMAIL: email, ADMIN_PASSWORD: 'dükkanın anahtarı' }
  const status = async (url: string, password: string) =>
    (await clientOf(url)('POST', '/auth/login', { body: { email, password } })).status
  const before = await openDatabase({ url: undefined, dataDir: home.path })
  await withoutDemo(before.db, readEnv(settings))
  await before.close()
  const first = await startShop(settings)
  expect(await status(first.url, settings.ADMIN_PASSWORD)).toBe(200)
  expect(statSync(join(home.path, 'control.sock')).mode & 0o777).toBe(0o600)

  const reset = admin(['reset-password', email], { DATA_DIR: home.path })
  expect(reset).toMatchObject({ status: 0, refused: '' })
  const password = passwordIn(reset.said)
  expect([await status(first.url, settings.ADMIN_PASSWORD), await status(first.url, password)]).toEqual([401, 200])
  const created = admin(['create', 'ortak@dukkan.example'], { DATA_DIR: home.path })
  expect(passwordIn(created.said)).not.toBe('')
  expect(admin(['demote', 'ortak@dukkan.example'], { DATA_DIR: home.path }).said).toContain('is no admin any more')
  expect(admin(['demote', email], { DATA_DIR: home.path })).toMatchObject({
    status: 1,
    refused: expect.stringContaining('the only admin'),
  })
  expect(first.output()).not.toContain(password)
  expect(first.output()).not.toContain('are ignored')
  await first.stop()

  const second = await startShop(settings)
  expect([await status(second.url, settings.ADMIN_PASSWORD), await status(second.url, password)]).toEqual([401, 200])
  expect(second.output().match(/ADMIN_EMAIL and ADMIN_PASSWORD are ignored/g)).toHaveLength(1)
  await second.stop()
  home.remove()
}, 300_000)

test('on the embedded database once the shop is stopped', async () => {
  const embedded = await openDatabase({ url: undefined, dataDir: postgres.settings.DATA_DIR })
  await migrate(embedded.db)
  expect(admin(['create', 'patron@dukkan.example'], {}).refused).toContain('another process of the shop already uses')
  await embedded.close()
  const created = admin(['create', 'patron@dukkan.example'], {})
  expect(created.status).toBe(0)
  const again = await openDatabase({ url: undefined, dataDir: postgres.settings.DATA_DIR })
  const { user } = await login(ctxOn(again), { email: 'patron@dukkan.example', password: passwordIn(created.said) }, '')
  expect(user.role).toBe('ADMIN')
  await again.close()
})
