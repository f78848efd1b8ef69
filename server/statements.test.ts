import { expect } from 'vitest'
import type { DatabaseHandle } from '#db/open.ts'
import { byKeys } from '#db/statements.ts'
import { aCategory, aProduct } from '#test/factories.ts'
import { test } from '#test/shop.ts'

/** The statements that the database gets for a page that is not cached. */
async function statementsOf(database: DatabaseHandle, make: () => Response | Promise<Response>): Promise<string[]> {
  const sent: string[] = []
  database.watch.around = (text, run) => {
    sent.push(text)
    return run()
  }
  try {
    const answer = await make()
    await answer.text()
    expect(answer.status).toBe(200)
  } finally {
    database.watch.around = undefined
  }
  return sent
}

// The numbers stand in docs/measurements.md.
test('a page that is not kept asks the database no more often', async ({ ctx, app, database }) => {
  const category = await aCategory(ctx, { name: 'Elbise' })
  const product = await aProduct(ctx, { categoryId: category.id, variants: [{ size: 'M' }, { size: 'L' }] })
  // Bags are recommended as worn with the dress.
  const bags = await aCategory(ctx, { name: 'Çanta' })
  for (let n = 0; n < 2; n++) await aProduct(ctx, { categoryId: bags.id })
  const soldOut = await aProduct(ctx, { categoryId: category.id, variants: [{ stock: 0 }] })
  const ask = (path: string) => statementsOf(database, () => app.fetch(new Request(`http://shop.test${path}`)))
  for (const [path, most] of [
    ['/', 2],
    ['/ust-giyim', 2],
    [`/${category.slug}`, 2],
    ['/tum-urunler?siralama=artan', 2],
    ['/ust-giyim?beden=M', 2],
    ['/ust-giyim/devami?sayfa=2', 2],
    [`/urun/${product.slug}`, 3],
    [`/urun/${soldOut.slug}`, 2],
    [`/urun/${product.slug}/oneriler`, 3],
    ['/ara?q=elbise', 3],
    ['/bilgi', 1],
  ] as const) {
    const sent = await ask(path)
    expect(sent.length, [path, ...sent].join('\n')).toBe(most)
  }
})

test('a search of several words looks for them once for a page', async ({ ctx, app, database }) => {
  for (const name of ['Keten Elbise', 'Keten Yelek']) await aProduct(ctx, { name, variants: [{ color: 'Bordo' }] })
  for (const chosen of ['', '&renk=bordo', '&siralama=artan']) {
    const path = `/ara?q=keten+elbise${chosen}`
    const sent = await statementsOf(database, () => app.fetch(new Request(`http://shop.test${path}`)))
    expect(sent.join('\n').match(/from product_words/g), path).toHaveLength(1)
  }
})

test('what finds its rows by their keys says so, for the embedded database to plan it once', async ({
  ctx,
  app,
  database,
}) => {
  const category = await aCategory(ctx, { name: 'Elbise' })
  const product = await aProduct(ctx, { categoryId: category.id })
  const bags = await aCategory(ctx, { name: 'Çanta' })
  for (let n = 0; n < 2; n++) await aProduct(ctx, { categoryId: bags.id })
  for (const [path, marks] of [
    // Settings with menus and the product; its colors, reviews and what may be worn with it; the cards of that.
    [`/urun/${product.slug}`, [true, true, true]],
    ['/ust-giyim', [true, false]],
    ['/bilgi', [true]],
  ] as const) {
    const sent = await statementsOf(database, () => app.fetch(new Request(`http://shop.test${path}`)))
    expect(
      sent.map((text) => text.endsWith(byKeys)),
      path,
    ).toEqual(marks)
  }
})
