import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { createApp } from '#server'
import { auditBooks } from '#test/books.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { shopOnPostgres } from '#test/running-shop.ts'
import { inLine } from '#test/waiting/line.ts'
import { variants } from '../catalog/schema.ts'
import { changeCell } from '../catalog/stock/cells.ts'
import { mails } from '../mail/schema.ts'
import { after, days } from '../time.ts'
import { tendKept } from './kept.ts'
import { comeBack, confirmNotice, leaveLine, openNotice } from './line.ts'
import { noticeToken } from './links.ts'
import { stockRequests } from './schema.ts'

const postgres = shopOnPostgres({ RATE_LIMIT_SCALE: '100000' })
const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})

/** A process in which half an hour passes whenever everybody was told whose turn it is. */
function hoursPass(): ChildProcess {
  const child = spawn(process.execPath, ['test/waiting/process.ts'], {
    env: { PATH: process.env.PATH, ...postgres.settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  children.push(child)
  return child
}

const mailed = async () =>
  (await postgres.ctx.db.select({ to: mails.toEmail }).from(mails).where(eq(mails.kind, 'restock'))).map(({ to }) => to)

/** A shopper who buys one piece of it; with links, what they keep. Returns the answer's status. */
async function aBuyer(product: Awaited<ReturnType<typeof aProduct>>) {
  const app = createApp(postgres.deps)
  const token = await signIn(postgres.ctx, await aUser(postgres.ctx))
  return async (stockNotices: string[] = []) => {
    const { orderData, ...payment } = aPayment(product)
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const body = JSON.stringify({ ...payment, orderData: { ...orderData, stockNotices } })
    return (await app.fetch(new Request('http://shop.test/api/v1/payments/create', { method: 'POST', headers, body })))
      .status
  }
}

test('500 wait for 10 pieces, others want them too, and a process dies: each is told once, in order, and nothing is sold twice', async () => {
  const { ctx } = postgres
  const product = await aProduct(ctx, { variants: [{ size: 'M', stock: 0 }] })
  const variantId = product.variants[0]?.id ?? ''
  const ids = await inLine(
    ctx,
    { productId: product.id },
    Array.from({ length: 500 }, (_, n) => `kisi-${n}`),
  )
  const strangers = await Promise.all([aBuyer(product), aBuyer(product)])
  const hers = await aBuyer(product)
  await changeCell(ctx, product.id, { variantId, add: 10 })
  await tendKept(ctx)
  let bought = 0
  for (const id of ids.slice(0, 3)) if ((await hers([noticeToken(ctx, id)])) === 200) bought++
  expect(bought, 'the first wave').toBe(3)

  const statuses: number[] = []
  let open = true
  const others = strangers.map(async (buy) => {
    for (; open; await wait(50)) statuses.push(await buy())
  })
  // A shopper whose piece is kept right now buys it or is too late; enough pieces stay for the line to go on.
  const isKept = sql`hold = 'held' and held_until is not null`
  const racing = (async () => {
    while (open && bought < 6) {
      const [kept] = await ctx.db.select().from(stockRequests).where(isKept).limit(1)
      if (kept && (await hers([noticeToken(ctx, kept.id)])) === 200) bought++
    }
  })()
  const [first, other] = [hoursPass(), hoursPass()]
  while ((await mailed()).length < 60) await wait(5)
  first.kill('SIGKILL')
  await once(first, 'exit')
  expect((await mailed()).length, 'it died in the middle').toBeLessThan(450)
  while ((await mailed()).length < 450) await wait(20)
  open = false
  await Promise.all([...others, racing])
  if (other.exitCode === null) await once(other, 'exit')

  const all = await mailed()
  expect([all.length, new Set(all).size], 'each once').toEqual([500, 500])
  expect(new Set(statuses), `${statuses.length} tries of others`).toEqual(new Set([409]))
  const turns = await ctx.db
    .select()
    .from(stockRequests)
    .orderBy(asc(stockRequests.notifiedAt), asc(stockRequests.createdAt))
  expect(
    turns.map(({ id }) => id),
    'in the order of asking',
  ).toEqual(ids)
  const waves = [...Map.groupBy(turns, ({ notifiedAt }) => Number(notifiedAt)).values()].map(({ length }) => length)
  expect(Math.max(...waves), 'as many as came in').toBeLessThanOrEqual(10)
  const [size] = await ctx.db.select().from(variants).where(eq(variants.id, variantId))
  expect(size?.stock, 'what nobody wanted is on sale').toBe(10 - bought)
  expect(await auditBooks(ctx.db, new Map([[variantId, 10]]))).toEqual([])
}, 120_000)

test('confirming, coming back and leaving while pieces come, go and run out: none is lost, no piece is kept twice', async () => {
  const { ctx } = postgres
  const product = await aProduct(ctx, { variants: [{ size: 'M', stock: 0 }] })
  const variantId = product.variants[0]?.id ?? ''
  const ids = await inLine(
    ctx,
    { productId: product.id },
    Array.from({ length: 60 }, (_, n) => `baska-${n}`),
  )
  await ctx.db.execute(
    sql`update stock_requests set confirmed_at = null, created_at = now() where id = any(${sql.param(ids.slice(0, 30))}::uuid[])`,
  )
  const buy = await aBuyer(product)
  const late = { ...ctx, clock: () => after(new Date(), days(1) / 2) }
  await Promise.all([
    ...ids.slice(0, 30).map((id) => confirmNotice(ctx, noticeToken(ctx, id))),
    ...ids.slice(30, 40).map((id) => leaveLine(ctx, noticeToken(ctx, id))),
    ...Array.from({ length: 8 }, () => changeCell(ctx, product.id, { variantId, add: 2 })),
    ...Array.from({ length: 4 }, () => tendKept(late)),
    ...ids.slice(40, 60).map((id) => comeBack(late, noticeToken(ctx, id))),
    ...ids.slice(20, 30).map((id) => openNotice(ctx, noticeToken(ctx, id))),
    ...ids.slice(10, 20).map((id) => buy([noticeToken(ctx, id)])),
  ])
  const rows = await ctx.db.select().from(stockRequests).where(eq(stockRequests.productId, product.id))
  expect(rows).toHaveLength(50)
  const [size] = await ctx.db.select().from(variants).where(eq(variants.id, variantId))
  const waiting = rows.filter(({ notifiedAt }) => notifiedAt === null).length
  if (waiting > 0) expect(size?.stock, 'nothing is on sale while somebody waits').toBe(0)
  expect(
    await auditBooks(ctx.db, new Map([[variantId, 16]])).then((wrong) =>
      wrong.filter((line) => line.includes(variantId)),
    ),
  ).toEqual([])
}, 60_000)
