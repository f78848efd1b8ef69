import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { orderContracts } from '#shop/agreements/schema.ts'
import { products } from '#shop/catalog/schema.ts'
import { madeForHer } from '#shop/catalog/withdrawal.ts'
import { orderItems } from '#shop/orders/schema.ts'
import { getContracts } from '#shop/texts/texts.ts'
import { aPayment, usualRecipient } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { test } from '#test/shop.ts'

test('each piece keeps what the law says of its withdrawal: swapped, in part too, and in an order that the shop writes', async ({
  ctx,
  api,
}) => {
  const sizes = (name: string) =>
    ['S', 'M'].map((size) => ({ size, sku: `${name}-${size}`, stock: 9, priceKurus: 10_000 }))
  const made = await aProduct(ctx, { withdrawalExemption: madeForHer, variants: sizes('OZEL') })
  const ready = await aProduct(ctx, { variants: sizes('HAZIR') })
  const [token, staff] = [await signIn(ctx, await aUser(ctx)), await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))]
  const buy = async (product: typeof made, quantity = 1): Promise<string> =>
    (await api('POST', '/payments/create', { token, body: aPayment(product, { quantity }) })).body.data.orderId
  const linesOf = (id: string) => ctx.db.select().from(orderItems).where(eq(orderItems.orderId, id))
  const told = async (id: string) =>
    (await linesOf(id)).map(({ sku, withdrawalExemption }) => `${sku} ${withdrawalExemption}`).toSorted()
  const swap = async (id: string, product: typeof made, quantity?: number) => {
    const [line] = await linesOf(id)
    const items = [{ itemId: line?.id, variantId: product.variants[1]?.id, quantity, keepPrice: true }]
    expect((await api('PUT', `/admin/orders/${id}`, { token: staff, body: { items } })).status).toBe(200)
  }
  const [inPart, toReady, toMade] = [await buy(made, 2), await buy(made), await buy(ready)]
  await swap(inPart, made, 1)
  expect(await told(inPart)).toEqual([`OZEL-M ${madeForHer}`, `OZEL-S ${madeForHer}`])
  await swap(toReady, ready)
  expect(await told(toReady)).toEqual(['HAZIR-M null'])
  await swap(toMade, made)
  expect(await told(toMade)).toEqual([`OZEL-M ${madeForHer}`])

  await api('PUT', `/admin/orders/${toReady}/status`, { token: staff, body: { status: 'DELIVERED' } })
  const items = [{ itemId: (await linesOf(toReady))[0]?.id, quantity: 1, reason: 'OTHER' }]
  expect((await api('POST', `/orders/${toReady}/returns`, { token, body: { items } })).status).toBe(201)

  const customerInfo = { ...usualRecipient, email: 'zeynep@posta.example' }
  const body = { items: [{ variantId: made.variants[0]?.id, quantity: 1 }], customerInfo }
  const written = await api('POST', '/admin/orders', { token: staff, body })
  expect(await told(written.body.data.id)).toEqual([`OZEL-S ${madeForHer}`])
})

test('contracts that are made anew for a changed order tell of each piece what was agreed when it was ordered', async ({
  ctx,
  api,
}) => {
  const sizes = (name: string) =>
    ['S', 'M'].map((size) => ({ size, sku: `${name}-${size}`, stock: 9, priceKurus: 10_000 }))
  const scarf = await aProduct(ctx, { name: 'Şal', withdrawalExemption: madeForHer, variants: sizes('SAL') })
  const ready = await aProduct(ctx, { name: 'Kazak', variants: sizes('KAZAK') })
  const [token, staff] = [await signIn(ctx, await aUser(ctx)), await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))]
  const { preInformation, distanceSales } = await getContracts(ctx)
  const acceptedContracts = { preInformation: preInformation.version, distanceSales: distanceSales.version }
  const renewed = async (product: typeof scarf, since: string | null) => {
    const body = aPayment(product)
    Object.assign(body.orderData, { acceptedContracts })
    const { orderId } = (await api('POST', '/payments/create', { token, body })).body.data
    const [line] = await ctx.db.select().from(orderItems).where(eq(orderItems.orderId, orderId))
    await ctx.db.update(products).set({ withdrawalExemption: since }).where(eq(products.id, product.id))
    const items = [{ itemId: line?.id, variantId: product.variants[1]?.id }]
    expect((await api('PUT', `/admin/orders/${orderId}`, { token: staff, body: { items } })).status).toBe(200)
    const contracts = await ctx.db.select().from(orderContracts).where(eq(orderContracts.orderId, orderId))
    const texts = contracts.filter(({ revision }) => revision === 1).map(({ text }) => text)
    expect(texts).toHaveLength(2)
    return texts
  }
  for (const text of await renewed(scarf, null)) expect(text).toContain(`- Şal: ${madeForHer}`)
  for (const text of await renewed(ready, madeForHer)) expect(text).not.toContain(madeForHer)
})

test('whom the shop sends a link reads above the button what she cannot send back, also when the product says so no more', async ({
  ctx,
  api,
}) => {
  const product = await aProduct(ctx, { name: 'Şal', withdrawalExemption: madeForHer, variants: [{ stock: 5 }] })
  const staff = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  const variantId = product.variants[0]?.id
  const customerInfo = { ...usualRecipient, email: 'zeynep@posta.example' }
  const body = { items: [{ variantId, quantity: 1 }], customerInfo }
  const { id } = (await api('POST', '/admin/orders', { token: staff, body })).body.data
  const { url } = (await api('POST', `/admin/orders/${id}/payment-link`, { token: staff, body: {} })).body.data
  await ctx.db.update(products).set({ withdrawalExemption: null }).where(eq(products.id, product.id))
  const opened = await api('POST', '/payment-links/order', { body: { token: String(url).split('token=')[1] } })
  const { exemptions, preInformation } = opened.body.data.open.contracts
  expect(exemptions).toEqual([`Şal: ${madeForHer}`])
  expect(preInformation.text).toContain(`cayma hakkı yoktur:\n\n- Şal: ${madeForHer}`)
})
