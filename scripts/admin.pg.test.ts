import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrate } from '#db/migrate.ts'
import { type DatabaseHandle, openDatabase } from '#db/open.ts'
import { readEnv } from '#env'
import { login } from '#shop/accounts/login.ts'
import { type Ctx, newId } from '#shop/ctx.ts'
import { depsOn } from '#test/deps.ts'
import { aUser } from '#test/factories.ts'
import { emptyDatabase } from '#test/postgres.ts'
import { temporaryFolder } from '#test/process.ts'

let database: Awaited<ReturnType<typeof emptyDatabase>>
let handle: DatabaseHandle
let ctx: Ctx
const folder = temporaryFolder()

function ctxOn(handle: DatabaseHandle): Ctx {
  const env = readEnv({ DATA_DIR: folder.path, AUTH_SECRET: 'a secret for tests, long enough to sign' })
  return { ...depsOn(handle.db, env), actor: { kind: 'system' }, requestId: newId() }
}

beforeAll(async () => {
  database = await emptyDatabase(inject('postgresUrl'))
  handle = await openDatabase({ url: database.url, dataDir: folder.path })
  await migrate(handle.db)
  ctx = ctxOn(handle)
}, 60_000)

afterAll(async () => {
  await handle?.close()
  await database?.drop()
  folder.remove()
})

/** `npm run admin -- …` as its owner types it. */
function admin(words: string[], settings: Record<string, string> = { DATABASE_URL: database.url }) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/admin.ts', ...words], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: folder.path, ...settings },
    encoding: 'utf8',
  })
  return { status, said: stdout.trim(), refused: stderr.trim() }
}

const passwordIn = (text: string) => /\(shown only now\): (\S+)$/.exec(text)?.[1] ?? ''
const roleOf = async (email: string, password: string) => (await login(ctx, { email, password }, '')).user.role

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
  const customer = await aUser(ctx)
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
  for (const words of [[], ['promote'], ['drop', 'a@b.example'], ['create', 'a@b.example', 'x']]) {
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

test('on the embedded database once the shop is stopped', async () => {
  const embedded = await openDatabase({ url: undefined, dataDir: folder.path })
  await migrate(embedded.db)
  expect(admin(['create', 'patron@dukkan.example'], {}).refused).toContain('another process of the shop already uses')
  await embedded.close()
  const created = admin(['create', 'patron@dukkan.example'], {})
  expect(created.status).toBe(0)
  const again = await openDatabase({ url: undefined, dataDir: folder.path })
  const { user } = await login(ctxOn(again), { email: 'patron@dukkan.example', password: passwordIn(created.said) }, '')
  expect(user.role).toBe('ADMIN')
  await again.close()
})
