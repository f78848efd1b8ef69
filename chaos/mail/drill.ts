import { execFile } from 'node:child_process'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { giveConsent } from '#shop/accounts/consents/ledger.ts'
import { saveSetting } from '#shop/settings/settings.ts'
import { aPayment } from '#test/checkout.ts'
import { aUser, signIn } from '#test/factories.ts'
import { openSmtpServer } from '#test/outside/smtp.ts'
import { freePort } from '#test/postgres.ts'
import { clientOf, type RunningShop, startShop, temporaryFolder } from '#test/process.ts'
import { openOwnPostgres } from '../postgres.ts'
import { prepare, secret } from '../prepared.ts'
import { findMailPrograms, type MailMachine, startPostfix } from './postfix.ts'
import { readMail } from './reader.ts'

type Say = (line: string) => void
type Goods = Awaited<ReturnType<typeof prepare>>
type World = Awaited<ReturnType<typeof openWorld>>

const shopName = 'Işıltılı Çiçeğin Büyülü Şapkaları ve Gömlekleri, Ümraniye'
const subject =
  'Ağustos’un en güzel günleri için ışıltılı elbiseler, şıklığınıza yakışan çantalar ve gümüş rengi ayakkabılar şimdi vitrinde'

/** A shop that mails through Debian's Postfix to a world that refuses, is away and is slow. Gives what was wrong. */
export async function mailDrill(say: Say): Promise<string[]> {
  findMailPrograms()
  const names = ['plain', 'encrypted', 'grey', 'greylist', 'milter', 'world', 'shop'] as const
  const ports = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await freePort()]))) as Record<
    (typeof names)[number],
    number
  >
  const shopUrl = `http://127.0.0.1:${ports.shop}`
  const closing: (() => unknown)[] = []
  try {
    const world = await openWorld(ports.world)
    closing.push(() => world.close())
    const mta = await startPostfix(ports, shopUrl)
    closing.push(() => mta.close())
    const postgres = await openOwnPostgres()
    closing.push(() => postgres.close())
    const folder = temporaryFolder()
    closing.push(() => folder.remove())
    const settings = {
      ...{ DATABASE_URL: postgres.url, DATA_DIR: folder.path, AUTH_SECRET: secret, RATE_LIMIT_SCALE: '100000' },
      ...{ PORT: String(ports.shop), SHOP_NAME: shopName, SHOP_EMAIL: 'merhaba@dukkan.example' },
      ...{ MAIL_BOUNCES: 'geri@posta.dukkan.example', SMTP_URL: `smtp://127.0.0.1:${ports.plain}` },
    }
    const goods = await prepare(settings)
    closing.push(() => goods.handle.close())
    await saveSetting(goods.ctx, 'policies', {
      merchantTitle: 'Nar A.Ş.',
      mersis: '0123456789012345',
      phone: '0212 111 22 33',
    })
    const drill = await openDrill({ settings, goods, world, mta, ports, say })
    closing.push(() => drill.stop())
    for (const part of [drill.arrives, drill.bounces, drill.waits, drill.greylisted, drill.encrypted]) await part()
    return drill.wrong
  } finally {
    for (const step of closing.reverse()) await step()
  }
}

/** Where the mails go: who is not there, whose mailbox is full, and everybody else. */
async function openWorld(port: number) {
  const answers: Record<string, string> = {
    yok: '550 5.1.1 <yok@posta.example>: User unknown',
    dolu: '552 5.2.2 Mailbox full',
  }
  const open = () => openSmtpServer((to) => answers[to.split(/[@.]/)[0] ?? ''], port)
  let server = await open()
  const before: (typeof server)['received'] = []
  const all = () => [...before, ...server.received]
  return {
    /** Mails to this address, oldest first. */
    of: (to: string) => all().filter((mail) => mail.to.includes(to)),
    close: async () => {
      before.push(...server.received)
      server.received.length = 0
      await server.close()
    },
    reopen: async () => {
      server = await open()
    },
  }
}

type Given = {
  settings: Record<string, string>
  goods: Goods
  world: World
  mta: MailMachine
  ports: Record<'encrypted' | 'grey' | 'greylist', number>
  say: Say
}

async function openDrill({ settings, goods, world, mta, ports, say }: Given) {
  const { ctx } = goods
  const wrong: string[] = []
  let shop: RunningShop = await startShop(settings)
  const check = (what: string, holds: boolean) => {
    if (!holds) wrong.push(what)
  }
  const restart = async (more: Record<string, string> = {}) => {
    await shop.stop()
    shop = await startShop({ ...settings, ...more })
  }
  const admin = async () => signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  const panel = async (method: string, path: string, body?: unknown) =>
    (await clientOf(shop.url)(method, `/admin${path}`, { token: await admin(), body })).body

  /** Somebody of this address buys something; returns her id. */
  const buy = async (email: string) => {
    const user = await aUser(ctx, { email })
    const body = aPayment(goods.products[0])
    body.orderData.customerInfo = { ...body.orderData.customerInfo, email }
    const { status } = await clientOf(shop.url)('POST', '/payments/create', { token: await signIn(ctx, user), body })
    check(`the purchase of ${email} answered ${status}`, status === 200)
    return user.id
  }

  const newsletter = async () => {
    const blocks = [{ kind: 'text', heading: 'Merhaba', text: 'Yeni sezon geldi.' }]
    const draft = { subject, preheader: '', blocks, audience: { kind: 'ALL' } }
    const { id, version } = (await panel('POST', '/newsletters', draft)).data
    await panel('POST', `/newsletters/${id}/send`, { version })
    const now = async () => (await panel('GET', `/newsletters/${id}`)).data
    check('a newsletter did not end', await until(async () => (await now()).state === 'SENT', 90))
    return now
  }
  const bounceOf = async (id: string) => (await panel('GET', `/customers/${id}`)).data.bounce

  async function arrives() {
    await buy('ipek@posta.example')
    check('the mail of an order did not arrive', await until(() => world.of('ipek@posta.example').length > 0))
    const [mail] = world.of('ipek@posta.example')
    const read = readMail(mail?.source ?? '', mta.dnsRecord)
    check('its DKIM signature is not good', read.verified && read.domain === 'dukkan.example')
    check(
      `its sender reads ${read.senderName} <${read.sender}>`,
      read.senderName === shopName && read.sender === 'merhaba@dukkan.example',
    )
    check(`it left from ${mail?.from}`, /^geri\+[0-9a-z]{38}@posta\.dukkan\.example$/.test(mail?.from ?? ''))
    const forged = readMail((mail?.source ?? '').replace(/^Subject: /m, 'Subject: x'), mta.dnsRecord)
    check('a changed subject keeps its signature', !forged.verified)
    say(`an order’s mail arrives from “${read.senderName}”, signed by ${read.domain}`)
  }

  async function bounces() {
    const ids = { yok: await buy('yok@posta.example'), dolu: await buy('dolu@posta.example') }
    for (const recipient of ['yok@posta.example', 'ayse@posta.example'])
      await giveConsent(ctx, { recipient, channel: 'EMAIL', form: 'settings', source: 'HS_WEB' })
    const began = performance.now()
    check(
      'the bounces did not come to the shop',
      await until(async () => (await bounceOf(ids.yok)) && (await bounceOf(ids.dolu))),
    )
    const [gone, full] = [await bounceOf(ids.yok), await bounceOf(ids.dolu)]
    check(
      `what is known of it is ${JSON.stringify(gone)}`,
      gone?.hard && gone.status === '5.1.1' && /User unknown/.test(gone.reason),
    )
    check(`a full mailbox is ${JSON.stringify(full)}`, full?.hard === false && full.status === '5.2.2')
    const mails = (await panel('GET', '/mails?state=sent&q=yok')).data as { returned: string | null }[]
    check(
      'the panel’s mails do not say it',
      mails.some(({ returned }) => returned?.startsWith('5.1.1')),
    )
    say(`two bounces are in the panel after ${((performance.now() - began) / 1000).toFixed(1)} s: “${gone?.reason}”`)

    await newsletter()
    check('the newsletter did not arrive', await until(() => world.of('ayse@posta.example').length === 1))
    const letter = readMail(world.of('ayse@posta.example')[0]?.source ?? '', mta.dnsRecord)
    check(`its subject reads ${letter.subject}`, letter.subject === subject)
    check('its signature is not good', letter.verified)
    const covered = ['list-unsubscribe', 'list-unsubscribe-post'].every((name) => letter.signed.includes(name))
    check(
      `its signature covers ${letter.signed.join(' ')}`,
      covered && letter.oneClick === 'List-Unsubscribe=One-Click',
    )
    say('a newsletter goes past the dead address; its signature covers both headers of the one click')

    await panel('DELETE', `/customers/${ids.yok}/bounce`)
    const ended = await newsletter()
    // Its bounce comes back while the shop is away: Postfix keeps it.
    check('the bounce of a newsletter is not counted', await until(async () => (await ended()).figures?.failed === 1))
    check('and not shown', (await bounceOf(ids.yok))?.hard === true)
    say('cleared by the staff it is tried again, and its bounce is counted as failed')

    await panel('DELETE', `/customers/${ids.yok}/bounce`)
    await buy('yok.iki@posta.example')
    check('it did not go out', await until(async () => (await unsent()) === 0))
    await shop.kill()
    check(
      'the bounce does not wait',
      await until(() => mta.queue().some(({ sender }) => sender === 'MAILER-DAEMON'), 60),
    )
    await restart()
    const known = () => ctx.db.execute(sql`select from bounces where email = 'yok.iki@posta.example' and hard`)
    check('a bounce is lost when the shop was away', await until(async () => (await known()).rows.length === 1, 60))
    say('a bounce that found no shop waited at Postfix and came later')
  }

  const unsent = async () => {
    const { rows } = await ctx.db.execute<{ n: number }>(
      sql`select count(*)::int as n from mails where sent_at is null`,
    )
    return rows[0]?.n ?? 0
  }

  async function waits() {
    await world.close()
    await buy('sira@posta.example')
    check('nothing waits at Postfix', await until(() => mta.queue().length > 0))
    await world.reopen()
    mta.flush()
    check('what waited at Postfix did not arrive', await until(() => world.of('sira@posta.example').length > 0))
    mta.stop()
    await buy('bekler@posta.example')
    const failed = async () => (await panel('GET', '/mails?state=failed&q=bekler')).data as { lastError: string }[]
    check('the panel does not say that the mail server is away', await until(async () => (await failed()).length > 0))
    const [{ lastError } = { lastError: '' }] = await failed()
    mta.start()
    check('what waited at the shop did not arrive', await until(() => world.of('bekler@posta.example').length > 0, 90))
    await wait(5000)
    for (const to of ['sira@posta.example', 'bekler@posta.example'])
      check(`${to} got ${world.of(to).length} mails`, world.of(to).length === 1)
    say(`with the world away Postfix keeps mails, with Postfix away the shop does (“${lastError}”); each arrives once`)
  }

  async function greylisted() {
    const policy = await openGreylist(ports.greylist)
    await restart({ SMTP_URL: `smtp://127.0.0.1:${ports.grey}` })
    await buy('gri@posta.example')
    check('a greylisted mail did not arrive', await until(() => world.of('gri@posta.example').length > 0, 90))
    await wait(3000)
    const [row] = (await panel('GET', '/mails?state=sent&q=gri@')).data as { attempts: number }[]
    check(`it arrived ${world.of('gri@posta.example').length} times`, world.of('gri@posta.example').length === 1)
    check(`after ${row?.attempts} tries`, (row?.attempts ?? 0) > 1 && policy.deferred() > 0)
    say(
      `a greylisted mail (${policy.deferred()} times 450) is tried again by the shop and arrives once, at try ${row?.attempts}`,
    )
    policy.close()
  }

  async function encrypted() {
    // Another spelling of this machine, which the shop takes for one that is far: there it insists on TLS.
    const url = `smtp://127.1:${ports.encrypted}`
    const named = `${url}?tls.servername=mail.dukkan.example`
    const trusting = { NODE_EXTRA_CA_CERTS: mta.authority }
    for (const [what, env, pattern] of [
      [
        'an unknown authority',
        { SMTP_URL: named },
        /^wrong +mail +127\.1:\d+ shows a certificate that cannot be trusted: /,
      ],
      [
        'another name',
        { SMTP_URL: url, ...trusting },
        /^wrong +mail +127\.1:\d+ shows a certificate that cannot be trusted: .*altnames/,
      ],
      ['a good certificate', { SMTP_URL: named, ...trusting }, /^(ok|warning) +mail +127\.1:\d+ /],
    ] as const) {
      const line = await doctorsMailLine({ ...settings, ...env })
      check(`of ${what} the doctor says: ${line}`, pattern.test(line))
      say(`${what}: ${line}`)
    }
    await restart({ SMTP_URL: named })
    await buy('acik@posta.example')
    const failed = async () => (await panel('GET', '/mails?state=failed&q=acik')).data.length > 0
    check('a wrong certificate is taken', await until(failed))
    check('and a mail went there', world.of('acik@posta.example').length === 0)
    await restart({ SMTP_URL: named, ...trusting })
    check('no mail over TLS', await until(() => world.of('acik@posta.example').length > 0, 120))
    const [mail] = world.of('acik@posta.example')
    check('it came in the clear', /with ESMTPS/.test(mail?.source ?? ''))
    say('over STARTTLS with a certificate that is trusted it arrives (ESMTPS)')
  }

  return { wrong, arrives, bounces, waits, greylisted, encrypted, stop: () => shop.kill() }
}

/** Postfix's policy delegation: who comes for the first time is asked to come again in three seconds. */
async function openGreylist(port: number) {
  const known = new Map<string, number>()
  let deferred = 0
  const server = createServer((socket) => {
    let asked = ''
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      asked += chunk.toString()
      for (let end = asked.indexOf('\n\n'); end >= 0; end = asked.indexOf('\n\n')) {
        const recipient = /^recipient=(.*)$/m.exec(asked.slice(0, end))?.[1] ?? ''
        asked = asked.slice(end + 2)
        const first = known.get(recipient) ?? Date.now()
        known.set(recipient, first)
        const early = Date.now() - first < 3000
        if (early) deferred++
        socket.write(`action=${early ? '450 4.2.0 Greylisted, come again' : 'dunno'}\n\n`)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { deferred: () => deferred, close: () => server.close() }
}

async function doctorsMailLine(env: Record<string, string>): Promise<string> {
  const out = await new Promise<string>((resolve) => {
    const known = { PATH: process.env.PATH, HOME: process.env.HOME }
    execFile(process.execPath, ['ops/doctor.ts'], { env: { ...known, ...env } }, (_error, stdout) => resolve(stdout))
  })
  return out.split('\n').find((line) => /^\w+ +mail /.test(line)) ?? 'nothing'
}

async function until(holds: () => unknown, seconds = 45): Promise<boolean> {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await wait(200)) if (await holds()) return true
  return false
}
