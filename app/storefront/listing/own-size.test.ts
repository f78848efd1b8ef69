import { expect } from 'vitest'
import { aCategory, aProduct } from '#test/factories.ts'
import { test } from '#test/shop.ts'

async function open(app: { fetch: (request: Request) => Promise<Response> | Response }, path: string) {
  const response = await app.fetch(new Request(`http://shop.test${path}`))
  return { headers: response.headers, html: await response.text() }
}

test('shows what is there in a shopper’s size as its address says, to everybody alike, and the next sizes where nothing is', async ({
  app,
  ctx,
}) => {
  const { id: categoryId } = await aCategory(ctx, { name: 'Elbise' })
  const { id } = await aProduct(ctx, {
    name: 'Çiçekli',
    categoryId,
    variants: [
      { size: 'M', stock: 1 },
      { size: 'L', stock: 9 },
    ],
  })
  await aProduct(ctx, { name: 'Düz', categoryId, variants: [{ size: 'L' }, { size: 'XL', stock: 0 }] })
  const cards = async (query: string) => {
    const { html, headers } = await open(app, query)
    expect(headers.get('set-cookie')).toBeNull()
    return [...html.matchAll(/<p>([^<]*(?: var|Son \d+))<\/p>/g)].map(([, words]) => words)
  }
  expect(await cards('/elbise?beden=ust-giyim%3AM')).toEqual(['M · Son 1'])
  expect(await cards('/elbise?beden=ust-giyim%3AM&beden=elbise%3AL')).toEqual(['L var', 'L var'])
  expect(await cards('/ara?q=elbise&beden=elbise%3A38')).toEqual(['M · Son 1'])
  // A size of another place: the switch is off.
  expect((await open(app, '/elbise?beden=alt-giyim%3AM')).html).toContain('2 ürün')
  const { html } = await open(app, '/elbise?beden=elbise%3AXL')
  expect(html).toContain('XL bedeninde ürün kalmadı')
  expect(html).toContain('href="/elbise?beden=L"')
  expect(html).toContain('L bedeninde 2 ürün var')
  const remembered = await open(app, `/son-bakilanlar?id=${id}&beden=elbise%3AM`)
  expect(JSON.parse(remembered.html).cards[0].mine).toBe('M · Son 1')
})
