import { describe, expect } from 'vitest'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { type Api, test } from '#test/shop.ts'

type Content = Record<string, { schema?: unknown }>
type Call = { requestBody?: { content: Content }; responses: Record<string, unknown> }
type Document = { paths: Record<string, Record<string, Call>> }

const documentOf = async (api: Api): Promise<Document> => (await api('GET', '/openapi.json')).body

function callsOf({ paths }: Document) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ method: method.toUpperCase(), path, call })),
  )
}

/** Every `pattern` anywhere in the document. */
function patternsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) =>
    key === 'pattern' && typeof each === 'string' ? [each] : patternsOf(each),
  )
}

test('on the page of the document, what scrolls can be scrolled by keys', async ({ app }) => {
  const page = await (await app.fetch(new Request('http://shop.test/api/v1/docs'))).text()
  const shapes = page.match(/<pre\b[^>]*>/g) ?? []
  expect(shapes.length).toBeGreaterThan(300)
  expect(new Set(shapes)).toEqual(new Set(['<pre tabindex="0">']))
})

describe('the OpenAPI document', () => {
  test('carries patterns as JSON Schema reads them: without flags', async ({ api }) => {
    const patterns = patternsOf(await documentOf(api))
    expect(patterns.length).toBeGreaterThan(5)
    for (const pattern of patterns) {
      expect(pattern).not.toMatch(/\/[dgimsuvy]+$/)
      expect(() => new RegExp(pattern, 'u'), pattern).not.toThrow()
    }
  })

  test('says of numbers that forms may send as text that it takes both, and so it is', async ({ ctx, api }) => {
    const { paths } = await documentOf(api)
    const token = await signIn(ctx, await aUser(ctx))
    const product = await aProduct(ctx, { variants: [{ stock: 5 }] })
    const { orderData, paymentData } = aPayment(product)
    const cartItems = orderData.cartItems.map((item) => ({ ...item, quantity: '1' }))
    const asText = { ...orderData, cartItems, totalAmount: String(orderData.totalAmount) }
    for (const path of ['/payments/create', '/contracts/preview']) {
      const schema = JSON.stringify(paths[`/api/v1${path}`]?.post?.requestBody?.content['application/json']?.schema)
      for (const [name, type] of [
        ['installments', 'integer'],
        ['quantity', 'integer'],
        ['totalAmount', 'number'],
      ])
        expect(schema, `${path} ${name}`).toMatch(new RegExp(`"${name}":\\{[^}]*"type":\\["${type}","string"\\]`))
      const body = { orderData: asText, paymentData: { ...paymentData, installments: '1' } }
      expect((await api('POST', path, { token, body })).status, path).toBe(200)
    }
  })

  test('names for every call what any may answer, and every value of a choice', async ({ api }) => {
    const document = await documentOf(api)
    const without = callsOf(document).filter(({ call }) => !('default' in call.responses))
    expect(without.map(({ method, path }) => `${method} ${path}`)).toEqual([])
    const choices = JSON.stringify(document).match(/"(?:vatRate|every)":{"type":"number","enum":\[[^\]]*\]/g)
    const values = new Set(choices?.map((choice) => choice.slice(choice.indexOf('['))))
    expect(values).toEqual(new Set(['[1,10,20]', '[6,8,12,16,24]']))
  })

  test('names what is gone, taken or not hers', async ({ ctx, api }) => {
    const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    const customer = await signIn(ctx, await aUser(ctx))
    const nothing = '01a206e9-5b72-75e6-85e0-e7437a06538d'
    const [a, b, c, d] = [await aProduct(ctx), await aProduct(ctx), await aProduct(ctx), await aProduct(ctx)]
    const group = (...productIds: string[]) => ({ token, body: { name: 'Keten', productIds } })
    await api('POST', '/admin/product-groups', group(a.id, b.id))
    const { id } = (await api('POST', '/admin/product-groups', group(c.id, d.id))).body.data
    const { orderData } = aPayment(a)
    const cartItems = [{ ...orderData.cartItems[0], productId: nothing, variantId: nothing }]
    const answers = [
      await api('PUT', `/admin/product-groups/${id}`, group(a.id, c.id)),
      await api('DELETE', `/admin/orders/${nothing}`, { token }),
      await api('GET', `/admin/products/${nothing}/price-check?price=10`, { token }),
      await api('POST', '/contracts/preview', { token, body: { orderData: { ...orderData, cartItems } } }),
      await api('GET', `/orders/${'x'.repeat(65)}`, { token }),
      await api('POST', '/demo-bank/charges', { token: customer, body: { amount: 10 } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([409, 404, 404, 404, 404, 403])
  })

  test('says what happens to bodies of another type and to those that are too large, and so it is', async ({
    ctx,
    api,
    app,
  }) => {
    const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    const calls = callsOf(await documentOf(api)).filter(({ call }) => call.requestBody?.content['application/json'])
    expect(calls.length).toBeGreaterThan(30)
    for (const { method, path, call } of calls) {
      const send = async (type: string, body: string) => {
        const headers = {
          Authorization: `Bearer ${token}`,
          'Content-Type': type,
          'Content-Length': String(body.length),
        }
        const url = `http://shop.test${path.replace(/\{\w+\}/g, '01a206e9-5b72-75e6-85e0-e7437a06538d')}`
        return (await app.fetch(new Request(url, { method, headers, body }))).status
      }
      // Calls that name thousands of products read more.
      const much = /^\/api\/v1\/admin\/(sales|products\/bulk)/.test(path) ? 1_200_000 : 120_000
      expect([await send('text/plain', '{}'), await send('application/json', 'x'.repeat(much))], path).toEqual([
        415, 413,
      ])
      expect(Object.keys(call.responses), path).toEqual(expect.arrayContaining(['413', '415']))
    }
  })
})
