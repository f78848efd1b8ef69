import { expect, request } from '@playwright/test'
import { admin, front, port } from './settings.ts'

/** The journeys buy these by name, some of them twice on each screen: the demo shop has fewer of them than all journeys together. */
const bought = ['tote-canta-taba', 'tote-canta-siyah', 'tote-canta-krem']

export type Stocked = {
  id: string
  slug: string
  variants: { id: string; size: string; stockQuantity: number }[]
}

/** The first product with sizes whose first size on sale is there many times over. */
export function findWellStocked(products: Stocked[]): Stocked | undefined {
  return products.find(({ variants }) => {
    const first = variants.find(({ stockQuantity }) => stockQuantity > 0)
    return new Set(variants.map(({ size }) => size)).size > 1 && (first?.stockQuantity ?? 0) >= 10
  })
}

/** Before the journeys the shop gets more of what they buy. */
export default async function moreInStock(): Promise<void> {
  const shop = await request.newContext({ baseURL: front ?? `http://127.0.0.1:${port}`, ignoreHTTPSErrors: true })
  const login = await shop.post('/api/v1/auth/login', { data: admin })
  const headers = { authorization: `Bearer ${(await login.json()).data.accessToken}` }
  const { data } = await (await shop.get('/api/v1/products?limit=100')).json()
  const all = data.products as Stocked[]
  const products = all.filter(({ slug }) => bought.includes(slug))
  expect(products).toHaveLength(bought.length)
  const pieces = products.flatMap(({ id, variants }) => variants.map((variant) => ({ id, variantId: variant.id })))
  // Journeys that are tried twice take more of it too; its other sizes stay as they are.
  const sized = findWellStocked(all)
  const first = sized?.variants.find(({ stockQuantity }) => stockQuantity > 0)
  if (sized && first) pieces.push({ id: sized.id, variantId: first.id })
  expect(pieces.length).toBeGreaterThan(bought.length)
  for (const { id, variantId } of pieces) {
    const answer = await shop.patch(`/api/v1/admin/products/${id}/cell`, { headers, data: { variantId, add: 200 } })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  await shop.dispose()
}
