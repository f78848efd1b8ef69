import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '#db/open.ts'
import { readEnv } from '#env'
import { newId } from '#shop/ctx.ts'
import { mails } from '#shop/mail/schema.ts'
import { auditBooks } from '#test/books.ts'
import { aPayment } from '#test/checkout.ts'
import { clientOf, type RunningShop, startShop, temporaryFolder } from '#test/process.ts'
import { checkBucket } from '../../ops/doctor/bucket.ts'
import { openOwnPostgres } from '../postgres.ts'
import { prepare, secret, uploadPicture } from '../prepared.ts'
import { get } from '../visitor.ts'
import { type Wire, wireTo } from '../wire.ts'
import { startSwift } from './swift.ts'

type Say = (line: string) => void

/**
 * A shop that keeps its pictures and the copies of its backups in Debian's Swift, over S3: signatures, a bucket that goes away,
 * backups in parts, and a new machine made of nothing but the bucket. Gives what was wrong.
 */
export async function bucketDrill(say: Say): Promise<string[]> {
  const closing: (() => unknown)[] = []
  const wrong: string[] = []
  const check = (what: string, holds: boolean) => {
    if (!holds) wrong.push(what)
  }
  try {
    const swift = await startSwift()
    closing.push(() => swift.close())
    const pictures = await swift.makeBucket('pictures')
    const copies = await swift.makeBucket('backups')
    const { url, wire } = await wireTo(pictures.S3_ENDPOINT)
    closing.push(() => wire.close())
    const [first, second] = [await openOwnPostgres(), await openOwnPostgres()]
    closing.push(
      () => first.close(),
      () => second.close(),
    )
    const folders = [temporaryFolder(), temporaryFolder()]
    closing.push(...folders.map((folder) => () => folder.remove()))
    const [here = '', there = ''] = folders.map(({ path }) => path)
    const settings: Record<string, string> = {
      ...{ DATABASE_URL: first.url, DATA_DIR: here, AUTH_SECRET: secret, RATE_LIMIT_SCALE: '100000' },
      ...{ ...pictures, S3_ENDPOINT: url },
      ...Object.fromEntries(Object.entries(copies).map(([name, value]) => [`BACKUP_${name}`, value])),
    }
    const goods = await prepare(settings)
    closing.push(() => goods.handle.close())
    let shop: RunningShop = await startShop(settings)
    closing.push(() => shop.kill())

    const stored = await uploadPicture(shop.url, goods.admin, '#c03020')
    check(`an upload answered ${stored.status}`, stored.status === 201)
    const picture = stored.body.data.url as string
    const before = await bytesOf(shop.url + picture)
    say(`pictures go to a bucket that checks signatures: ${before.length} bytes`)

    for (const [what, change, words] of [
      ['a wrong secret', { S3_SECRET_ACCESS_KEY: 'yanlis' }, /SignatureDoesNotMatch\): the secret of the key is wrong/],
      [
        'an unknown key',
        { S3_ACCESS_KEY_ID: 'shop:nobody' },
        /\((InvalidAccessKeyId|SignatureDoesNotMatch|AccessDenied)\)/,
      ],
      ['another region', { S3_REGION: 'eu-central-1' }, /AuthorizationHeaderMalformed\): the region is another/],
      ['no such bucket', { S3_BUCKET: 'baska' }, /NoSuchBucket\): there is no bucket baska/],
    ] as const) {
      const line = (await checkBucket(readEnv({ ...settings, ...change })))[0]?.text ?? 'nothing'
      check(`of ${what} the doctor says: ${line}`, words.test(line))
      say(`${what}: ${line}`)
    }
    const skewed = await lineOfDoctor(settings, ['faketime', '-f', '+40m'])
    check(`of a wrong clock the doctor says: ${skewed}`, /the clocks differ/.test(skewed))
    say(`a clock 40 minutes ahead: ${skewed}`)

    await gone(wire, shop, { picture, goods, check })
    say('without its bucket the shop sells, shows pages and what it remembers; uploads answer 503')

    // Random letters, which no compression makes smaller.
    for (let n = 0; n < 45; n++) {
      const html = randomBytes(400_000).toString('base64')
      const row = { kind: 'order-invoice', toEmail: 'ayse@posta.example', subject: 'Fatura', html, text: '' }
      await goods.ctx.db.insert(mails).values({ ...row, id: newId(), createdAt: new Date(), sentAt: new Date() })
    }
    const bought = await clientOf(shop.url)('POST', '/payments/create', {
      token: goods.tokens[0],
      body: aPayment(goods.products[0]),
    })
    check('a purchase failed', bought.status === 200)
    for (let n = 0; n < 3; n++) {
      const { code, out } = await run('backup', settings, ['--keep', '2'])
      check(`backup ${n + 1} ended with ${code}: ${out}`, code === 0 && /copied to the bucket backups/.test(out))
      say(
        out
          .trim()
          .split('\n')
          .filter((line) => /copied|removed .* from/.test(line))
          .join('; '),
      )
      await wait(1100)
    }
    const kept = [...(await swift.list('backups')).matchAll(/<Key>(butik-[^/]+)\/manifest\.json/g)].map(
      ([, name]) => name,
    )
    check(`${kept.length} backups are kept`, kept.length === 2)
    const size = [
      ...(await swift.list('backups')).matchAll(/<Key>butik-[^<]*database[^<]*<\/Key>.*?<Size>(\d+)</gs),
    ].map(([, bytes]) => Number(bytes))
    check(
      `the dump has ${size} bytes, which is one part`,
      size.every((bytes) => bytes > 16 * 1024 * 1024),
    )
    say(`dumps of ${size.map((bytes) => `${(bytes / 1e6).toFixed(0)} MB`).join(' and ')} in parts`)

    await shop.stop()
    const fresh = await swift.makeBucket('fresh')
    const machine = { ...settings, ...fresh, DATABASE_URL: second.url, DATA_DIR: there }
    const restored = await run('restore', machine, ['bucket:newest'])
    if (restored.code !== 0) return [...wrong, `the restore ended with ${restored.code}: ${restored.out}`]
    shop = await startShop(machine)
    check('the picture is another', before.equals(await bytesOf(shop.url + picture)))
    const orders = await clientOf(shop.url)('GET', '/orders/my', { token: goods.tokens[0] })
    const found = (orders.body.data ?? []) as { id: string }[]
    check(
      `her orders are ${orders.status} ${orders.body.message}`,
      found.some(({ id }) => id === bought.body.data.orderId),
    )
    const handle = await openDatabase({ url: second.url, dataDir: there })
    wrong.push(...(await auditBooks(handle.db, goods.initialStock)))
    await handle.close()
    check('nothing came to the new machine', readdirSync(join(there, 'backups')).length === 1)
    say(`an empty machine is the shop again: ${restored.out.trim().split('\n').slice(0, 2).join('; ')}`)
    return wrong
  } finally {
    for (const step of closing.reverse()) await step()
  }
}

type Gone = {
  picture: string
  goods: Awaited<ReturnType<typeof prepare>>
  check: (what: string, holds: boolean) => void
}

async function gone(wire: Wire, shop: RunningShop, { picture, goods, check }: Gone) {
  wire.cut()
  const refused = await uploadPicture(shop.url, goods.admin, '#2030c0')
  check(
    `an upload without a bucket answered ${refused.status} ${refused.body.message}`,
    refused.status === 503 && /^Resim şu anda kaydedilemiyor/.test(refused.body.message),
  )
  const slug = goods.products[0].slug
  for (const path of ['/', `/urun/${slug}`, picture]) {
    const { status } = await get(shop.url + path)
    check(`${path} answered ${status} without the bucket`, status === 200)
  }
  const bought = await clientOf(shop.url)('POST', '/payments/create', {
    token: goods.tokens[0],
    body: aPayment(goods.products[0]),
  })
  check(`a purchase without the bucket answered ${bought.status}`, bought.status === 200)
  await wire.mend()
  const back = await uploadPicture(shop.url, goods.admin, '#2030c0')
  check(`an upload after it answered ${back.status}`, back.status === 201)
}

async function bytesOf(url: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(url)).arrayBuffer())
}

async function run(command: string, env: Record<string, string>, args: string[] = [], before: string[] = []) {
  const [program = '', ...rest] = [...before, process.execPath, `ops/${command}.ts`, ...args]
  const known = { PATH: process.env.PATH, HOME: process.env.HOME }
  return new Promise<{ code: number; out: string }>((resolve) => {
    execFile(program, rest, { env: { ...known, ...env } }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, out: stdout + stderr }),
    )
  })
}

async function lineOfDoctor(env: Record<string, string>, before: string[]): Promise<string> {
  const { out } = await run('doctor', env, [], before)
  return out.split('\n').find((line) => /^wrong +bucket /.test(line)) ?? 'nothing'
}
