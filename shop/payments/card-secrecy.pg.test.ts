import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '#db/database.ts'
import { migrate } from '#db/migrate.ts'
import { openDatabase } from '#db/open.ts'
import { readEnv } from '#env'
import { newId } from '#shop/ctx.ts'
import { aPayment } from '#test/checkout.ts'
import { depsOn } from '#test/deps.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { startIyzico } from '#test/outside/iyzico-simulator.ts'
import { clientOf, startShop, temporaryFolder } from '#test/process.ts'
import { isCardNumber } from '../checkout/card.ts'

/** Cards that nobody has, with security codes that nothing else would write. */
const canaries = ['4539578763621486', '5425233430109903', '374245455400126', '6011000990139424', '4129111111111111']
const cvv = '7391'

test.for(['demo', 'iyzico'])(
  'no card number and no security code is written anywhere: %s',
  { timeout: 120_000 },
  async (provider) => {
    const folder = temporaryFolder()
    const iyzico = await startIyzico()
    const settings = {
      DATA_DIR: folder.path,
      AUTH_SECRET: 'a secret for tests, long enough to sign',
      RATE_LIMIT_SCALE: '100000',
      PAYMENT_PROVIDER: provider,
      IYZICO_API_KEY: iyzico.apiKey,
      IYZICO_SECRET_KEY: iyzico.secretKey,
      IYZICO_BASE_URL: iyzico.baseUrl,
    }
    const { body, token } = await prepare(settings)
    const shop = await startShop(settings)
    const api = clientOf(shop.url)
    const said: string[] = []
    const pay = async (payment: unknown, headers = {}) => {
      const answer = await api('POST', '/payments/create', { token, body: payment, headers })
      said.push(JSON.stringify(answer))
    }

    const mischief = ['drop after', 'html 502', 'half an answer', 'wrong signature'] as const
    for (const [i, card] of canaries.entries()) {
      const kind = mischief[i]
      if (kind) iyzico.spoil(i % 2 === 0 ? '/payment/auth' : '/payment/3dsecure/initialize', kind)
      await pay(body(card), { 'idempotency-key': `key-${i}` })
      await pay(body(card), { 'idempotency-key': `key-${i}` })
    }
    // Wrong in every way a form can be wrong, and not even JSON.
    await pay(body(canaries[0] ?? '', { expiryDate: '13/99' }))
    await pay(body(canaries[0] ?? '', { cardHolderName: '' }))
    await pay(body(canaries[0] ?? '', { cvv: `${cvv}${cvv}` }))
    await pay(body(`${canaries[0]}\0`))
    await pay({ paymentData: body(canaries[1] ?? '').paymentData })
    const broken = JSON.stringify(body(canaries[2] ?? '')).slice(0, -3)
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    said.push(
      await (await fetch(`${shop.url}/api/v1/payments/create`, { method: 'POST', headers, body: broken })).text(),
    )
    await shop.stop()
    await iyzico.close()

    const handle = await openDatabase({ url: undefined, dataDir: folder.path })
    const dump = await dumpOf(handle.db)
    await handle.close()
    expect(dump, 'the payments are in the dump').toContain('9903')
    const files = filesIn(folder.path)
    const written = [shop.output(), dump, ...files.map((file) => file.toString('latin1')), ...said]
    for (const text of written) {
      for (const card of canaries) expect(text.includes(card), `card ${card.slice(0, 4)}…`).toBe(false)
      expect(text.replace(/\s/g, '')).not.toMatch(new RegExp(`cvv"?[:=]"?${cvv}`))
    }
    for (const text of [shop.output(), dump, ...said]) expect(cardsIn(text)).toEqual([])
    folder.remove()
  },
)

async function prepare(settings: Record<string, string>) {
  const env = readEnv(settings)
  const handle = await openDatabase({ url: undefined, dataDir: env.dataDir })
  await migrate(handle.db)
  const ctx = { ...depsOn(handle.db, env), actor: { kind: 'system' as const }, requestId: newId() }
  const product = await aProduct(ctx, { variants: [{ stock: 100 }] })
  const token = await signIn(ctx, await aUser(ctx))
  await handle.close()
  const body = (card: string, wrong: object = {}) => {
    const payment = aPayment(product, { card })
    return { ...payment, paymentData: { ...payment.paymentData, cvv, ...wrong } }
  }
  return { body, token }
}

/** Every row of every table, as text. */
async function dumpOf(db: Db): Promise<string> {
  const rows = async (query: ReturnType<typeof sql>) => (await db.execute<Record<string, string>>(query)).rows
  const tables = await rows(
    sql`select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const parts: string[] = []
  for (const { name } of tables) {
    const all = await rows(sql`select t::text as row from ${sql.raw(name ?? '')} t`)
    parts.push(...all.map(({ row }) => `${name} ${row}`))
  }
  return parts.join('\n')
}

function filesIn(folder: string): Buffer[] {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path))
}

/** Finds card numbers: 13 to 19 digits by themselves with a right check digit. The log's times are left out. */
function cardsIn(text: string): string[] {
  const numbers = text.replace(/"time":\d{13}/g, '').match(/(?<![0-9a-z.])\d{13,19}(?![0-9a-z])/gi) ?? []
  return numbers.filter((digits) => isCardNumber(digits.padStart(16, '0')))
}
