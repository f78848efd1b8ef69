import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { SMTPServer } from 'smtp-server'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { migrate, migrations } from '#db/migrate.ts'
import { openDatabase } from '#db/open.ts'
import { readEnv, readEnvFirst } from '#env'
import { type Ctx, newId } from '#shop/ctx.ts'
import { noteBackup } from '#shop/settings/last-backup.ts'
import { saveServerSettings } from '#shop/settings/server/saved.ts'
import { days, hours } from '#shop/time.ts'
import { depsOn } from '#test/deps.ts'
import { openTestBucket } from '#test/outside/bucket.ts'
import { certificate } from '#test/outside/certificate.ts'
import { startIyzico } from '#test/outside/iyzico-simulator.ts'
import { startNetgsm } from '#test/outside/sms/netgsm.ts'
import { startTrendyol } from '#test/outside/trendyol/simulator.ts'
import { emptyDatabase, freePort } from '#test/postgres.ts'
import { temporaryFolder } from '#test/process.ts'
import { checkAddress, checkCertificate } from './address.ts'
import { checkBackups } from './backups.ts'
import { checkBucket } from './bucket.ts'
import { checkClock } from './clock.ts'
import { checkDatabase } from './database.ts'
import type { Finding } from './finding.ts'
import { checkMachine } from './machine.ts'
import { checkMail } from './mail.ts'
import { checkMarket } from './market.ts'
import { checkPayments } from './payment.ts'
import { withPanel } from './saved.ts'
import { checkSettings } from './settings.ts'
import { checkSms } from './sms.ts'

const cleanup: (() => unknown)[] = []
afterEach(async () => {
  for (const step of cleanup.splice(0).reverse()) await step()
})

function folder() {
  const made = temporaryFolder()
  cleanup.push(made.remove)
  return made.path
}
const envOf = (settings: Record<string, string>) => readEnv({ DATA_DIR: folder(), ...settings })
const lines = (findings: Finding[]) => findings.map(({ state, about, text }) => `${state} ${about} ${text}`)
const iyzicoOf = (baseUrl: string, apiKey: string, secretKey: string) => ({
  PAYMENT_PROVIDER: 'iyzico',
  IYZICO_BASE_URL: baseUrl,
  IYZICO_API_KEY: apiKey,
  IYZICO_SECRET_KEY: secretKey,
})

async function serve(listener: RequestListener, tls = false) {
  const server = tls ? createTlsServer(certificate, listener) : createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanup.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  return `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function mailServer() {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, callback) =>
      password === 'dogru' ? callback(null, { user: 'shop' }) : callback(new Error('Bad password')),
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanup.push(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return `127.0.0.1:${(server.server.address() as AddressInfo).port}`
}

describe('database', () => {
  test('an empty one is fine, an open migration is told, a newer shop’s too', async () => {
    const database = await emptyDatabase(inject('postgresUrl'))
    cleanup.push(database.drop)
    const env = envOf({ DATABASE_URL: database.url })
    expect(lines(await checkDatabase(env))).toEqual([
      expect.stringMatching(/^ok database PostgreSQL \d+\.\d+.*, UTF8, reachable$/),
      'ok migrations none yet; the first start makes the tables',
      'ok clock agrees with the database',
    ])
    const handle = await openDatabase({ url: database.url, dataDir: env.dataDir })
    cleanup.push(() => handle.close())
    await migrate(handle.db, new Set(migrations.slice(0, -2).map(({ name }) => name)))
    expect(lines(await checkDatabase(env))).toContain(
      'warning migrations 2 to come; the next start applies them, back up before',
    )
    await handle.db.execute(`insert into schema_migrations values ('9999_tomorrow', 'x')`)
    expect(lines(await checkDatabase(env))).toContain(
      'warning migrations the database is newer than these files (9999_tomorrow): the release just before works with it; update the shop',
    )
  })

  test('tells what the ways to pay that are on lack, each by its name', async () => {
    const database = await emptyDatabase(inject('postgresUrl'))
    cleanup.push(database.drop)
    const env = envOf({ DATABASE_URL: database.url })
    const handle = await openDatabase({ url: database.url, dataDir: env.dataDir })
    cleanup.push(() => handle.close())
    await migrate(handle.db)
    const ways = async (mode: 'demo' | 'live') =>
      lines(await checkDatabase({ ...env, mode })).filter((line) => / (transfer|door) /.test(line))
    expect(await ways('live'), 'both are off').toEqual([])
    await handle.db.execute(
      `insert into settings (key, value, updated_at) values ('payments.transfer', '{"on": true, "accounts": []}', now())`,
    )
    expect(await ways('live')).toEqual([
      'wrong transfer transfers are on without an account; enter one, or switch them off',
    ])
    expect((await ways('demo'))[0]).toMatch(/^warning transfer /)
  })

  test('one that cannot be reached is wrong', async () => {
    const [line] = lines(await checkDatabase(envOf({ DATABASE_URL: 'postgres://a:b@127.0.0.1:1/shop' })))
    expect(line).toMatch(/^wrong database .*ECONNREFUSED.*look at DATABASE_URL/)
    const env = envOf({})
    mkdirSync(join(env.dataDir, 'pglite'))
    writeFileSync(join(env.dataDir, 'pglite', 'PG_VERSION'), '3')
    expect(lines(await checkDatabase(env))).toEqual([
      expect.stringMatching(/^wrong database the embedded one cannot be opened: (?!.*DATABASE_URL)/),
    ])
  })
})

test('panel: what was saved there counts, and a key that is gone is told', async () => {
  const database = await emptyDatabase(inject('postgresUrl'))
  cleanup.push(database.drop)
  const settings = { DATABASE_URL: database.url, DATA_DIR: folder() }
  const look = async (more: Record<string, string> = {}) => withPanel(readEnvFirst({ ...settings, ...more }))
  expect(await look(), 'before the first start').toMatchObject({ findings: [] })
  const env = readEnv(settings)
  const handle = await openDatabase({ url: database.url, dataDir: env.dataDir })
  cleanup.push(() => handle.close())
  await migrate(handle.db)
  const ctx: Ctx = { ...depsOn(handle.db, env), actor: { kind: 'system' }, requestId: newId() }
  await saveServerSettings(ctx, { SMTP_URL: 'smtps://nar:gizli@posta.example' })
  const seen = await look()
  expect(seen.env.smtpUrl).toBe('smtps://nar:gizli@posta.example')
  expect(lines(seen.findings)).toEqual(['ok panel SMTP_URL saved in the panel; the environment comes first'])
  expect((await look({ SMTP_URL: 'smtp://localhost' })).env.smtpUrl).toBe('smtp://localhost')
  const [lost] = lines((await look({ DATA_DIR: folder() })).findings)
  expect(lost).toMatch(/^wrong panel SMTP_URL cannot be read: their key is gone; put DATA_DIR.settings-key/)
  const [away] = lines((await look({ DATABASE_URL: 'postgres://a:b@127.0.0.1:1/shop' })).findings)
  expect(away).toMatch(/^warning panel what the panel saved cannot be read/)
})

test('mail: a right login, a wrong one, nobody there, and none set', async () => {
  const host = await mailServer()
  expect(lines(await checkMail(envOf({ SMTP_URL: `smtp://shop:dogru@${host}` })))).toEqual([
    `ok mail ${host} greets and takes the login`,
  ])
  expect(lines(await checkMail(envOf({ SMTP_URL: `smtp://shop:yanlis@${host}` })))[0]).toMatch(
    /^wrong mail 127.0.0.1:\d+ refuses the user or password of SMTP_URL/,
  )
  expect(lines(await checkMail(envOf({ SMTP_URL: 'smtp://127.0.0.1:1' })))[0]).toMatch(
    /^wrong mail cannot talk to 127.0.0.1:1 \(SMTP_URL\): .*ECONNREFUSED/,
  )
  expect((await checkMail(envOf({})))[0]?.state).toBe('warning')
})

test('payments: keys accepted, refused, and nobody there', async () => {
  const iyzico = await startIyzico()
  cleanup.push(() => iyzico.close())
  const { baseUrl, apiKey, secretKey } = iyzico
  expect(lines(await checkPayments(envOf(iyzicoOf(baseUrl, apiKey, secretKey))))).toEqual([
    'ok payments 127.0.0.1 answers and accepts the keys',
    'ok clock agrees with 127.0.0.1',
  ])
  expect(lines(await checkPayments(envOf(iyzicoOf(baseUrl, apiKey, 'another'))))[0]).toBe(
    'wrong payments 127.0.0.1 says: Geçersiz imza (1000); look at IYZICO_API_KEY and IYZICO_SECRET_KEY',
  )
  expect(lines(await checkPayments(envOf(iyzicoOf(`http://127.0.0.1:${await freePort()}`, 'a', 'b'))))[0]).toMatch(
    /^wrong payments 127.0.0.1 cannot be reached \(ECONNREFUSED\)/,
  )
})

test('address: trusted, untrusted, ending and ended certificates, and metrics open to all', async () => {
  const publicUrl = await serve((_req, res) => void res.end('ok'), true)
  const url = new URL(publicUrl)
  const seen = async (given: object) => lines([await checkCertificate(url, given)])[0]
  const trusted = { ca: certificate.cert }
  expect(await seen(trusted)).toMatch(/^ok certificate of 127.0.0.1 is good for \d+ days$/)
  expect(await seen({})).toMatch(/^wrong certificate of 127.0.0.1 is not trusted: /)
  const end = new Date('2126-10-29').getTime()
  expect(await seen({ ...trusted, now: new Date(end - days(5)) })).toMatch(/^warning certificate .* ends in \d+ days/)
  expect(await seen({ ...trusted, now: new Date(end + days(5)) })).toMatch(/^wrong certificate .* ended on 2126-10-29/)

  // Node itself does not trust it either, so the shop behind it is not reached.
  expect((await checkAddress(envOf({ PUBLIC_URL: publicUrl }))).map(({ state }) => state)).toEqual(['wrong', 'warning'])
  const other = await serve((_req, res) => void res.writeHead(200).end('<h1>nginx</h1>'))
  expect(lines(await checkAddress(envOf({ PUBLIC_URL: other })))[0]).toMatch(/^wrong address .*is it this shop/)
  const late = await serve((_req, res) => {
    res.setHeader('date', new Date(Date.now() - hours(1)).toUTCString())
    res.end('ok')
  })
  expect(lines(await checkAddress(envOf({ PUBLIC_URL: late }))).at(-1)).toMatch(
    /^wrong clock is 3\d\d\d seconds ahead of http:/,
  )
  expect(checkClock('the database', -9000).text).toMatch(/^is 9 seconds behind the database/)
})

test('bucket: good, open to strangers, refusing', async () => {
  const objects = new Map<string, Buffer>()
  const state = { open: false, refuses: false, lists: true }
  const endpoint = await serve(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    const path = req.url ?? ''
    if (state.refuses || (!req.headers.authorization && !state.open)) return void res.writeHead(403).end()
    if (path.includes('list-type') && !state.lists) return void res.writeHead(403).end()
    if (req.method === 'PUT') objects.set(path, Buffer.concat(chunks))
    const found = objects.get(path)
    res.writeHead(found || path.includes('list-type') ? 200 : 404).end(req.method === 'GET' ? found : undefined)
  })
  const env = envOf({
    S3_ENDPOINT: endpoint,
    S3_BUCKET: 'shop',
    S3_ACCESS_KEY_ID: 'a',
    S3_SECRET_ACCESS_KEY: 'b',
  })
  expect((await checkBucket(env)).map((finding) => finding.state)).toEqual(['ok'])
  state.lists = false
  expect((await checkBucket(env)).map((finding) => finding.state)).toEqual(['ok', 'warning'])
  state.lists = true
  state.open = true
  expect(lines(await checkBucket(env))[0]).toMatch(/^wrong bucket anybody can list shop/)
  state.refuses = true
  expect(lines(await checkBucket(env))[0]).toMatch(/^wrong bucket shop at .*: the bucket answered 403/)
})

test('bucket: what is wrong with it, and with the copies of backups', async () => {
  const bucket = await openTestBucket()
  cleanup.push(() => bucket.close())
  const copies = Object.fromEntries(Object.entries(bucket.settings).map(([name, value]) => [`BACKUP_${name}`, value]))
  const env = envOf({ ...bucket.settings, ...copies })
  const said = async () => lines([...(await checkBucket(env)), ...(await checkBackups(env)).slice(1)])
  expect(await said()).toEqual([
    'ok bucket pictures takes and gives files, and strangers cannot list it',
    'warning backups the bucket pictures holds none; npm run backup copies the next one there',
  ])
  bucket.kept.set('/pictures/butik-2026-11-20T03-15-00Z/manifest.json', {
    bytes: Buffer.from('{}'),
    type: '',
    at: new Date(),
  })
  expect((await said())[1]).toBe('ok backups the newest in the bucket pictures came there 0 hours ago')
  bucket.shift(30)
  for (const line of await said())
    expect(line).toMatch(/^wrong .*the clocks differ by 30 minutes; set that of this machine by NTP/)
  bucket.shift(0)
  bucket.rotate()
  for (const line of await said())
    expect(line).toMatch(/^wrong .*SignatureDoesNotMatch\): the secret of the key is wrong/)
})

test('machine, settings, backups: a folder that cannot be written, a secret open to all, no backup for long', async () => {
  const dataDir = folder()
  const env = readEnv({ DATA_DIR: dataDir })
  expect((await checkMachine(env)).filter(({ state }) => state === 'wrong')).toEqual([])
  const secret = join(dataDir, 'auth-secret')
  writeFileSync(secret, 'x')
  chmodSync(secret, 0o644)
  expect(lines(await checkMachine(env))).toContain(
    `wrong secrets everybody on this machine can read ${secret}; run chmod 600 on it`,
  )
  expect(lines(await checkMachine(readEnv({ DATA_DIR: `${secret}/data` }))).join()).toContain(
    `wrong disk cannot write to ${secret} (DATA_DIR): `,
  )
  expect(
    lines(await checkMachine(readEnv({ DATA_DIR: join(dataDir, 'not/yet') }))).join(),
    'a start makes folders',
  ).toContain('ok disk ')
  expect(lines(await checkBackups(env))[0]).toMatch(/^warning backups none was made yet/)
  await noteBackup(dataDir, new Date(Date.now() - days(3)))
  expect(lines(await checkBackups(env))[0]).toBe(
    'warning backups the last was made 72 hours ago; run npm run backup every night (deploy/ has a timer)',
  )
  expect(lines(checkSettings(readEnv({ PUBLIC_URL: 'https://dukkan.com' })))).toContain(
    'wrong settings TRUST_PROXY is 0 behind a web server: limits would count all shoppers as one; set it to 1',
  )
})

test('machine: a full disk is told as one, and keeps nothing of the try', async () => {
  const dataDir = folder()
  // No file may have a byte here: as on a full disk.
  const { stdout } = await promisify(execFile)(
    '/bin/sh',
    ['-c', `trap '' XFSZ; ulimit -f 0; "${process.execPath}" ops/doctor.ts | cat; true`],
    { env: { PATH: process.env.PATH, DATA_DIR: dataDir } },
  )
  expect(stdout).toMatch(/^wrong {4}disk .* make room now, a full disk stops orders$/m)
  expect(readdirSync(dataDir)).toEqual([])
})

test('npm run doctor: one line each; ends with 1 when something is wrong', async () => {
  const run = (settings: Record<string, string>) =>
    promisify(execFile)(process.execPath, ['ops/doctor.ts'], {
      env: { PATH: process.env.PATH, DATA_DIR: folder(), ...settings },
    }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: { code: number; stdout: string }) => ({ code: error.code, stdout: error.stdout }),
    )
  const publicUrl = await serve((_req, res) => void res.end('ok'))
  const well = await run({ PUBLIC_URL: publicUrl })
  expect(well.code).toBe(0)
  expect(well.stdout).toMatch(/^ok {7}database {5}embedded; the first start makes it$/m)
  const ill = await run({ PUBLIC_URL: publicUrl, SMTP_URL: 'smtp://127.0.0.1:1' })
  expect(ill.code).toBe(1)
  expect(ill.stdout).toMatch(/^wrong {4}mail .*\n[\s\S]*\n1 thing is wrong$/m)
  expect(await run({ PORT: 'x' })).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^wrong {4}settings .*PORT/),
  })
})

test('SMS: nothing without a sender; a right login, a wrong one, another originator, and nobody there', async () => {
  expect(await checkSms(envOf({}))).toEqual([])
  const netgsm = await startNetgsm()
  cleanup.push(() => netgsm.close())
  const { usercode, password, header, baseUrl } = netgsm.settings
  const keys = { NETGSM_USERCODE: usercode, NETGSM_PASSWORD: password, NETGSM_HEADER: header, NETGSM_BASE_URL: baseUrl }
  const seen = async (more: object) => lines(await checkSms(envOf({ ...keys, ...more })))[0]
  expect(await seen({})).toMatch(/^ok sms 127.0.0.1:\d+ takes the login, and BUTIK as the originator$/)
  expect(await seen({ NETGSM_PASSWORD: 'x' })).toMatch(/^wrong sms .* refuses NETGSM_USERCODE or NETGSM_PASSWORD/)
  expect(await seen({ NETGSM_HEADER: 'YOK' })).toMatch(/^wrong sms .* knows no originator YOK/)
  expect(await seen({ NETGSM_BASE_URL: `http://127.0.0.1:${await freePort()}` })).toMatch(
    /^wrong sms cannot talk to .*ECONN/,
  )
  expect(netgsm.sent).toEqual([])
})

test('Trendyol is asked with the keys, and nothing is changed there', async () => {
  const trendyol = await startTrendyol()
  cleanup.push(trendyol.close)
  const seen = async (settings: Record<string, string>) =>
    lines(await checkMarket(envOf({ ...trendyol.environment, ...settings })))[0]
  expect(lines(await checkMarket(envOf({})))).toEqual([])
  expect(await seen({})).toMatch(/^ok trendyol 127.0.0.1:\d+ takes the keys$/)
  expect(await seen({ TRENDYOL_API_SECRET: 'x' })).toMatch(
    /^wrong trendyol .* refuses the seller or its keys .*Authent/,
  )
  trendyol.mischief.push('html 502')
  expect(await seen({})).toMatch(/^wrong trendyol cannot talk to .*HTTP 502$/)
  trendyol.mischief.push('http 429')
  expect(await seen({})).toMatch(/^warning trendyol /)
})
