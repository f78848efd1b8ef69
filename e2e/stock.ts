import { expect, request } from '@playwright/test'
import { admin, front, port } from './settings.ts'

/** The journeys buy these by name, some of them twice on each screen: the demo shop has fewer of them than all journeys together. */
const bought = ['tote-canta-taba', 'tote-canta-siyah', 'tote-canta-krem']

/** Before the journeys the shop gets more of what they buy. */
export default async function moreInStock(): Promise<void> {
  const shop = await request.newContext({ baseURL: front ?? `http://127.0.0.1:${port}`, ignoreHTTPSErrors: true })
  const login = await shop.post('/api/v1/auth/login', { data: admin })
  const headers = { authorization: `Bearer ${(await login.json()).data.accessToken}` }
  const { data } = await (await shop.get('/api/v1/products?limit=100')).json()
  const all = data.products as { id: string; slug: string; variants: { id: string }[] }[]
  const products = all.filter(({ slug }) => bought.includes(slug))
  expect(products).toHaveLength(bought.length)
  for (const { id, variants } of products)
    for (const { id: variantId } of variants) {
      const answer = await shop.patch(`/api/v1/admin/products/${id}/cell`, { headers, data: { variantId, add: 200 } })
      expect(answer.ok(), await answer.text()).toBe(true)
    }
  await shop.dispose()
}
