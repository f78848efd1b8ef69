import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { aProduct, aUser } from '#test/factories.ts'
import { mailsOf } from '#test/mails.ts'
import { messagesOf } from '#test/messages.ts'
import { test } from '#test/shop.ts'
import { atCommit, comesIn, inLine, lineOf } from '#test/waiting/line.ts'
import { changeProduct } from '../catalog/edits/product-edits.ts'
import { products, variants } from '../catalog/schema.ts'
import { bookStocktake } from '../catalog/stock/booking.ts'
import { beginStocktake, countPieces } from '../catalog/stock/stocktake.ts'
import { type Ctx, newId } from '../ctx.ts'
import { saveStockSettings } from '../desk/stock-alarm.ts'
import { hours, minutes } from '../time.ts'
import { askForStock } from './ask.ts'
import {
  drawKept,
  findKept,
  forgetOldRequests,
  forgetWaiting,
  keepAgain,
  servePassedOver,
  takeKept,
  takeKeptAgain,
} from './kept.ts'
import { comeBack, confirmNotice, leaveLine, openNotice } from './line.ts'
import { noticeToken } from './links.ts'
import { stockRequests } from './schema.ts'

const notice = (productId: string, email: string, given: { size?: string; color?: string } = {}) => ({
  productId,
  email: `${email}@posta.example`,
  size: given.size ?? 'M',
  color: given.color ?? '',
})

/** The names of those who were told, in the order of telling. */
async function told(ctx: Ctx): Promise<string[]> {
  const mails = (await mailsOf(ctx)).filter((mail) => mail.kind === 'restock')
  return mails.map((mail) => mail.toEmail.split('@')[0] ?? '')
}

async function stockOf(ctx: Ctx, id: string): Promise<number | undefined> {
  return (await ctx.db.select().from(variants).where(eq(variants.id, id)))[0]?.stock
}

/** A sold-out size, and these people in line for it; gives their links' tokens. */
async function aLine(ctx: Ctx, names: string[]) {
  const product = await aProduct(ctx, { name: 'Keten Elbise', variants: [{ size: 'M', color: 'Kum', stock: 0 }] })
  const ids = await inLine(ctx, { productId: product.id }, names)
  const variantId = product.variants[0]?.id ?? ''
  return { product, variantId, tokens: ids.map((id) => noticeToken(ctx, id)) }
}

const unlimited = (ctx: Ctx): Ctx => ({ ...ctx, config: { ...ctx.config, rateLimitScale: 1000 } })

describe('pieces that come in', () => {
  test('are kept for as many as there are, in the order of asking; when time is over, for the next', async ({
    ctx,
    clock,
    catalogChanges,
  }) => {
    const { product, variantId } = await aLine(ctx, ['ayse', 'banu', 'canan', 'derya', 'elif'])
    await comesIn(ctx, variantId, 2)
    expect([await told(ctx), await stockOf(ctx, variantId)]).toEqual([['ayse', 'banu'], 0])
    const mail = (await mailsOf(ctx)).find((mail) => mail.kind === 'restock')
    expect(mail?.text).toContain('Keten Elbise (Kum, M beden) yeniden geldi.')
    expect(mail?.text).toContain('20 Kasım 2026 12:30 tarihine kadar sizin için ayırdık')
    expect(mail?.unsubscribeUrl).toMatch(/\/api\/v1\/stock-notices\/[\w.-]+\/leave$/)
    clock.forward(minutes(30) - 1)
    await atCommit(ctx)
    expect(await told(ctx)).toHaveLength(2)
    clock.forward(1)
    catalogChanges.length = 0
    await atCommit(ctx)
    expect(await told(ctx)).toEqual(['ayse', 'banu', 'canan', 'derya'])
    expect(catalogChanges, 'pages that show it').toEqual([{ productIds: [product.id, product.category.id] }])
    expect(await lineOf(ctx, product.id)).toEqual(['ayse over', 'banu over', 'canan held', 'derya held', 'elif waits'])
    clock.forward(minutes(30))
    await atCommit(ctx)
    expect(await stockOf(ctx, variantId), 'nobody is left but one').toBe(1)
    clock.forward(minutes(30))
    await atCommit(ctx)
    expect([await told(ctx), await stockOf(ctx, variantId)]).toEqual([['ayse', 'banu', 'canan', 'derya', 'elif'], 2])
  })

  test('are kept in the color that was asked for, and any for who asked for none', async ({ ctx }) => {
    const colors = [
      { size: 'M', color: 'Kum', stock: 0 },
      { size: 'M', color: 'Siyah', stock: 0 },
      { size: 'L', color: 'Kum', stock: 0 },
    ]
    const product = await aProduct(ctx, { variants: colors })
    const idOf = (color: string, size = 'M') =>
      product.variants.find((one) => one.color === color && one.size === size)?.id ?? ''
    await inLine(ctx, { productId: product.id, color: 'Siyah' }, ['ayse'])
    await inLine(ctx, { productId: product.id }, ['banu'])
    await inLine(ctx, { productId: product.id, size: 'L' }, ['canan'])
    await comesIn(ctx, idOf('Kum'), 2)
    expect([await told(ctx), await stockOf(ctx, idOf('Kum'))]).toEqual([['banu'], 1])
    await comesIn(ctx, idOf('Siyah'), 1)
    await comesIn(ctx, idOf('Kum', 'L'), 1)
    expect(await told(ctx)).toEqual(['banu', 'ayse', 'canan'])
  })

  test('of a draft are kept once it is on sale', async ({ ctx }) => {
    const { product, variantId } = await aLine(ctx, ['ayse'])
    await changeProduct(ctx, product.id, { published: false })
    await comesIn(ctx, variantId, 1)
    expect([await told(ctx), await stockOf(ctx, variantId)]).toEqual([[], 1])
    const { variants } = await changeProduct(ctx, product.id, { published: true })
    expect(variants.map(({ stock }) => stock)).toEqual([0])
    await atCommit(ctx)
    expect(await told(ctx)).toEqual(['ayse'])
  })

  test('of a size that is deleted are kept for nobody any more', async ({ ctx }) => {
    const { product, variantId, tokens } = await aLine(ctx, ['ayse', 'banu'])
    await comesIn(ctx, variantId, 1)
    await ctx.db.delete(variants).where(eq(variants.id, variantId))
    await atCommit(ctx)
    expect([await lineOf(ctx, product.id), await told(ctx)]).toEqual([['ayse over', 'banu waits'], ['ayse']])
    expect(await openNotice(ctx, tokens[0] ?? '')).toMatchObject({ state: 'over', variantId: null })
  })

  test('that an earlier version left on sale are kept by the round that looks after them', async ({ ctx }) => {
    const { product, variantId } = await aLine(ctx, ['ayse'])
    await ctx.db.update(products).set({ publishedAt: null }).where(eq(products.id, product.id))
    await comesIn(ctx, variantId, 1)
    await servePassedOver(ctx)
    expect(await lineOf(ctx, product.id), 'a draft is not on sale').toEqual(['ayse waits'])
    await ctx.db.update(products).set({ publishedAt: ctx.clock() }).where(eq(products.id, product.id))
    await servePassedOver(ctx)
    expect(await lineOf(ctx, product.id)).toEqual(['ayse held'])
  })

  test('are on the shelf when it is counted: what is kept is not found too much', async ({ ctx, clock }) => {
    const { variantId } = await aLine(ctx, ['ayse', 'banu'])
    await comesIn(ctx, variantId, 3)
    expect(await stockOf(ctx, variantId)).toBe(1)
    const take = await beginStocktake(ctx)
    expect(await countPieces(ctx, take.id, { variantId, counted: 3 })).toMatchObject({ expected: 3, stock: 1 })
    clock.forward(minutes(30))
    await atCommit(ctx)
    await expect(bookStocktake(ctx, take.id, 'Sayım')).resolves.toMatchObject({ added: 0, missing: 0 })
    expect(await stockOf(ctx, variantId)).toBe(3)
  })

  test('stay in the history of the stock, move by move', async ({ ctx, clock }) => {
    const { variantId } = await aLine(ctx, ['ayse'])
    await comesIn(ctx, variantId, 1)
    clock.forward(minutes(30))
    await atCommit(ctx)
    const { rows } = await ctx.db.execute('select before, after, cause from stock_moves order by id')
    expect(rows.map(({ before, after, cause }) => `${before} → ${after} ${cause}`)).toEqual([
      // This test is one transaction, in which the product was made last.
      '0 → 1 first',
      '1 → 0 waiting',
      '0 → 1 waiting',
    ])
  })
})

test('an order that did not come about gives back what is still kept, and takes it when it lives again', async ({
  ctx,
  clock,
}) => {
  const { product, variantId } = await aLine(ctx, ['ayse', 'banu'])
  await comesIn(ctx, variantId, 2)
  const orderId = newId()
  await ctx.db.update(stockRequests).set({ hold: 'bought', orderId })
  clock.forward(minutes(29))
  expect(await keepAgain(ctx, orderId)).toEqual(new Map([[variantId, 2]]))
  expect(await takeKeptAgain(ctx, newId())).toEqual(new Map())
  expect(await takeKeptAgain(ctx, orderId)).toEqual(new Map([[variantId, 2]]))
  expect(await lineOf(ctx, product.id)).toEqual(['ayse bought', 'banu bought'])
  clock.forward(minutes(1))
  expect(await keepAgain(ctx, orderId)).toEqual(new Map())
  expect(await lineOf(ctx, product.id)).toEqual(['ayse over', 'banu over'])
})

test('a link keeps nothing once its time is over, also before the round that passes the piece on', async ({
  ctx,
  clock,
}) => {
  const { variantId, tokens } = await aLine(ctx, ['ayse'])
  await comesIn(ctx, variantId, 1)
  const lines = [{ quantity: 1, item: { variantId } }]
  clock.forward(minutes(30) - 1)
  expect(await findKept(ctx, tokens)).toEqual(new Map([[variantId, 1]]))
  clock.forward(1)
  expect(await findKept(ctx, tokens)).toEqual(new Map())
  expect(await takeKept(ctx, tokens, lines, newId())).toEqual(new Map())
})

test('what is kept counts once, in whichever lines its size stands', () => {
  const kept = new Map([['v', 3]])
  expect([drawKept(kept, 'v', 2), drawKept(kept, 'v', 2), drawKept(kept, 'v', 1), drawKept(kept, 'w', 1)]).toEqual([
    2, 1, 0, 0,
  ])
})

describe('the link', () => {
  test('begins the time anew once, as it is opened', async ({ ctx, clock }) => {
    const { tokens, variantId } = await aLine(ctx, ['ayse'])
    await saveStockSettings(ctx, { low: 1, keepMinutes: 10 })
    expect(await openNotice(ctx, tokens[0] ?? '')).toMatchObject({ state: 'waiting', ahead: 0, heldUntil: null })
    await comesIn(ctx, variantId, 1)
    clock.forward(minutes(9))
    const until = new Date(clock.now.getTime() + minutes(10))
    const opened = await openNotice(ctx, tokens[0] ?? '')
    expect(opened).toMatchObject({ state: 'held', variantId, color: 'Kum', size: 'M', heldUntil: until })
    clock.forward(minutes(9))
    expect((await openNotice(ctx, tokens[0] ?? '')).heldUntil).toEqual(until)
    clock.forward(minutes(1))
    expect(await openNotice(ctx, tokens[0] ?? '')).toMatchObject({ state: 'over', keepsPlace: false })
  })

  test('gives who slept her old place again, once; who looked and did not buy stands behind the others', async ({
    ctx,
    clock,
  }) => {
    const { product, tokens, variantId } = await aLine(ctx, ['ayse', 'banu', 'canan'])
    const [ayse = '', banu = '', canan = ''] = tokens
    const runsOut = async () => {
      clock.forward(minutes(30))
      await atCommit(ctx)
    }
    expect(await openNotice(ctx, canan)).toMatchObject({ state: 'waiting', ahead: 2 })
    await comesIn(ctx, variantId, 1)
    await runsOut()
    expect(await told(ctx)).toEqual(['ayse', 'banu'])
    expect(await openNotice(ctx, canan), 'both were told').toMatchObject({ state: 'waiting', ahead: 0 })
    expect(await openNotice(ctx, ayse)).toMatchObject({ state: 'over', keepsPlace: true })
    expect(await comeBack(ctx, ayse)).toMatchObject({ state: 'waiting', ahead: 0 })
    expect(await comeBack(ctx, ayse), 'pressed twice').toMatchObject({ state: 'waiting' })
    await openNotice(ctx, banu)
    await runsOut()
    expect(await told(ctx), 'before canan').toEqual(['ayse', 'banu', 'ayse'])
    expect(await comeBack(ctx, banu)).toMatchObject({ state: 'waiting', ahead: 1 })
    await runsOut()
    expect(await comeBack(ctx, ayse), 'slept again').toMatchObject({ state: 'waiting', ahead: 1 })
    expect(await lineOf(ctx, product.id)).toEqual(['canan held', 'banu waits', 'ayse waits'])
  })

  test('opens at once what is there when she comes back, and nothing that is off sale', async ({ ctx, clock }) => {
    const { product, tokens, variantId } = await aLine(ctx, ['ayse'])
    await comesIn(ctx, variantId, 1)
    clock.forward(hours(9))
    await atCommit(ctx)
    expect(await stockOf(ctx, variantId)).toBe(1)
    expect(await comeBack(ctx, tokens[0] ?? '')).toMatchObject({ state: 'held', variantId })
    expect([await stockOf(ctx, variantId), (await told(ctx)).length], 'she is there: no mail').toEqual([0, 1])
    await changeProduct(ctx, product.id, { published: false })
    expect(await openNotice(ctx, tokens[0] ?? '')).toMatchObject({ state: 'gone', variantId: null })
  })

  test('leaves the line; what was kept goes to the next', async ({ ctx }) => {
    const { product, tokens, variantId } = await aLine(ctx, ['ayse', 'banu', 'canan'])
    await comesIn(ctx, variantId, 1)
    await leaveLine(ctx, tokens[1] ?? '')
    await leaveLine(ctx, tokens[0] ?? '')
    await leaveLine(ctx, tokens[0] ?? '')
    await atCommit(ctx)
    expect(await lineOf(ctx, product.id)).toEqual(['canan held'])
    expect(await told(ctx)).toEqual(['ayse', 'canan'])
    await expect(openNotice(ctx, tokens[0] ?? '')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(openNotice(ctx, `${tokens[2]}x`)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await forgetWaiting(ctx, 'canan@posta.example')
    expect([await lineOf(ctx, product.id), await stockOf(ctx, variantId)]).toEqual([[], 1])
  })
})

describe('askForStock', () => {
  const linkIn = async (ctx: Ctx) =>
    /#token=([\w.-]+)/.exec((await mailsOf(ctx)).findLast(({ kind }) => kind === 'restock-confirm')?.text ?? '')?.[1] ??
    ''

  test('puts a guest in the place of her asking once she confirms, within a day', async ({ ctx, clock }) => {
    const product = await aProduct(ctx, { variants: [{ size: 'M', stock: 0 }] })
    await askForStock(ctx, notice(product.id, 'ayse'))
    const token = await linkIn(ctx)
    clock.forward(minutes(5))
    await inLine(ctx, { productId: product.id }, ['banu'])
    expect(await lineOf(ctx, product.id)).toEqual(['ayse unconfirmed', 'banu waits'])
    expect(await openNotice(ctx, token)).toMatchObject({ state: 'unconfirmed' })
    expect(await messagesOf(ctx), 'the owner hears of who is in line').toEqual([])
    clock.forward(hours(23))
    expect(await confirmNotice(ctx, token)).toMatchObject({ state: 'waiting', ahead: 0 })
    await confirmNotice(ctx, token)
    expect(await messagesOf(ctx)).toMatchObject([{ kind: 'stock-notice', email: 'ayse@posta.example' }])
    await askForStock(ctx, notice(product.id, 'canan'))
    const late = await linkIn(ctx)
    clock.forward(hours(24))
    await expect(confirmNotice(ctx, late)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await forgetOldRequests(ctx)
    expect(await lineOf(ctx, product.id)).toEqual(['ayse waits', 'banu waits'])
  })

  test('keeps a piece at once for who confirms while it is there', async ({ ctx }) => {
    const product = await aProduct(ctx, { variants: [{ size: 'M', stock: 0 }] })
    await askForStock(ctx, notice(product.id, 'ayse'))
    await comesIn(ctx, product.variants[0]?.id ?? '', 1)
    expect(await told(ctx), 'nobody is told who has not confirmed').toEqual([])
    expect(await confirmNotice(ctx, await linkIn(ctx))).toMatchObject({ state: 'held' })
    await atCommit(ctx)
    expect(await told(ctx), 'she sees it on the page').toEqual([])
  })

  test('asks no proof of who is signed in with her proved address, and one of everybody else', async ({ ctx, as }) => {
    const product = await aProduct(ctx, { variants: [{ size: 'M', stock: 0 }] })
    const user = await aUser(ctx, { email: 'ayse@posta.example' })
    const hers = as({ kind: 'user', id: user.id, sessionId: newId(), rights: [], address: '203.0.113.5' })
    expect(await askForStock(hers, notice(product.id, 'banu'))).toEqual({ confirmed: false })
    expect(await askForStock(ctx, notice(product.id, 'ayse'))).toEqual({ confirmed: false })
    expect(await askForStock(hers, notice(product.id, 'ayse'))).toEqual({ confirmed: true })
    expect(await lineOf(ctx, product.id)).toEqual(['banu unconfirmed', 'ayse waits'])
    expect((await mailsOf(ctx)).filter(({ kind }) => kind === 'restock-confirm')).toHaveLength(2)
  })

  test('refuses a size that is in stock in any color, and mails nobody', async ({ ctx, queued }) => {
    const product = await aProduct(ctx, {
      variants: [
        { size: 'M', color: 'Kum', stock: 0 },
        { size: 'M', color: 'Siyah', stock: 3 },
      ],
    })
    for (const color of ['', 'Siyah']) {
      await expect(askForStock(ctx, notice(product.id, 'ayse', { color }))).rejects.toMatchObject({
        code: 'CONFLICT',
        message: 'Bu beden şu anda stokta; sayfayı yenileyip hemen sepetinize ekleyebilirsiniz.',
      })
    }
    expect(await mailsOf(ctx)).toEqual([])
    expect(queued).toEqual([])
    await askForStock(ctx, notice(product.id, 'ayse', { color: 'Kum' }))
  })

  test('takes five wishes an hour for one address from any network, and mails its link as often', async ({
    ctx,
    as,
    clock,
  }) => {
    const sizes = ['XS', 'S', 'M', 'L', 'XL', 'XXL']
    const product = await aProduct(ctx, { variants: sizes.map((size) => ({ size, stock: 0 })) })
    const ask = (n: number, size: string) =>
      askForStock(as({ kind: 'guest', address: `203.0.113.${n}` }), notice(product.id, 'ayse', { size }))
    await ask(1, 'XS')
    await ctx.db.update(stockRequests).set({ confirmedAt: clock.now })
    for (let n = 2; n < 8; n++) await ask(n, 'XS')
    expect(await mailsOf(ctx), 'who is in line gets no other link').toHaveLength(1)
    for (const [n, size] of sizes.slice(1, 4).entries()) await ask(10 + n, size)
    await ask(20, 'L')
    await expect(ask(21, 'L')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await askForStock(as({ kind: 'guest', address: '203.0.113.20' }), notice(product.id, 'banu', { size: 'XXL' }))
    clock.forward(hours(1))
    await ask(20, 'XXL')
  })

  test('lets one address wait for twenty sizes', async ({ ctx: limited }) => {
    const ctx = unlimited(limited)
    const sizes = Array.from({ length: 21 }, (_, n) => `B${n}`)
    const product = await aProduct(ctx, { variants: sizes.map((size) => ({ size, stock: 0 })) })
    for (const size of sizes.slice(0, 20)) await askForStock(ctx, notice(product.id, 'ayse', { size }))
    const oneMore = askForStock(ctx, notice(product.id, 'ayse', { size: 'B20' }))
    await expect(oneMore).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('20 bildirim') })
  })
})
