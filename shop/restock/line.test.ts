import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { aProduct } from '#test/factories.ts'
import { mailsOf } from '#test/mails.ts'
import { test } from '#test/shop.ts'
import { atCommit, comesIn, inLine, lineOf } from '#test/waiting/line.ts'
import { products, variants } from '../catalog/schema.ts'
import { type Ctx, newId } from '../ctx.ts'
import { hours } from '../time.ts'
import { listWantedVariants } from './demand.ts'
import { takeKept } from './kept.ts'
import { comeBack, leaveLine, openNotice } from './line.ts'
import { noticeToken } from './links.ts'

const stockOf = async (ctx: Ctx, id: string) =>
  (await ctx.db.select().from(variants).where(eq(variants.id, id)))[0]?.stock

test('who comes back before her piece went on has it kept again, and it is one piece still', async ({ ctx, clock }) => {
  const product = await aProduct(ctx, { variants: [{ size: 'M', stock: 0 }] })
  const variantId = product.variants[0]?.id ?? ''
  const [id = ''] = await inLine(ctx, { productId: product.id }, ['ayse'])
  await comesIn(ctx, variantId, 1)
  clock.forward(hours(9))
  expect(await comeBack(ctx, noticeToken(ctx, id))).toMatchObject({ state: 'held', variantId })
  expect([await lineOf(ctx, product.id), await stockOf(ctx, variantId)]).toEqual([['ayse held'], 0])
  await leaveLine(ctx, noticeToken(ctx, id))
  await atCommit(ctx)
  expect(await stockOf(ctx, variantId)).toBe(1)
})

test('her link names the color that she waits for, and none where any will do', async ({ ctx }) => {
  const colors = ['Kum', 'Siyah'].map((color) => ({ size: 'M', color, stock: 0 }))
  const { id: productId } = await aProduct(ctx, { variants: colors })
  const [black = ''] = await inLine(ctx, { productId, color: 'Siyah' }, ['ayse'])
  const [any = ''] = await inLine(ctx, { productId }, ['banu'])
  const shown = async (id: string) => (await openNotice(ctx, noticeToken(ctx, id))).color
  expect([await shown(black), await shown(any)]).toEqual(['Siyah', null])
})

test('a machine that fills the hidden field hears what everybody hears, and waits for nothing', async ({
  ctx,
  api,
}) => {
  const product = await aProduct(ctx, { variants: [{ size: 'M', stock: 0 }] })
  const ask = async (more: object) => {
    const body = { email: 'ayse@posta.example', size: 'M', productId: product.id, ...more }
    const { status, body: answer } = await api('POST', '/forms/stock-notice', { body })
    return [status, answer.message]
  }
  const machine = await ask({ subject_line: 'SEO' })
  expect([await lineOf(ctx, product.id), await mailsOf(ctx)]).toEqual([[], []])
  expect(await ask({})).toEqual(machine)
  expect(await mailsOf(ctx)).toHaveLength(1)
})

test('an order takes the piece that its own link keeps, not that of who stands before her', async ({ ctx }) => {
  const product = await aProduct(ctx, { variants: [{ size: 'M', stock: 0 }] })
  const variantId = product.variants[0]?.id ?? ''
  const [, banu = ''] = await inLine(ctx, { productId: product.id }, ['ayse', 'banu', 'canan'])
  await comesIn(ctx, variantId, 3)
  const taken = await takeKept(ctx, [noticeToken(ctx, banu)], [{ quantity: 2, item: { variantId } }], newId())
  expect([...taken]).toEqual([[variantId, 1]])
  expect(await lineOf(ctx, product.id)).toEqual(['ayse held', 'banu bought', 'canan held'])
})

test('who waits for a product that was deleted is wanted by nobody', async ({ ctx }) => {
  const [gone, here] = [await aProduct(ctx), await aProduct(ctx)]
  for (const { id } of [gone, here]) await inLine(ctx, { productId: id, size: 'XL' }, ['ayse', 'banu'])
  await ctx.db.update(products).set({ deletedAt: ctx.clock() }).where(eq(products.id, gone.id))
  const { items, ...sums } = await listWantedVariants(ctx, { page: 1, limit: 10 })
  expect([items.map(({ productId, waiting }) => [productId, waiting]), sums]).toEqual([
    [[here.id, 2]],
    { total: 1, waiting: 2 },
  ])
})
