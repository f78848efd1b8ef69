import { expect } from 'vitest'
import { runBulk } from '#shop/bulk/apply.ts'
import { aUser, signIn } from '#test/factories.ts'
import type { Json } from '#test/process.ts'
import { type Api, test as base } from '#test/shop.ts'

export type BulkFixtures = {
  staff: string
  call: (method: string, path: string, body?: unknown) => ReturnType<Api>
  /** Previews a change of these products. */
  preview: (ids: string[], change: object) => Promise<Json>
  run: (id: string) => Promise<Json>
  /** Previews, applies and runs the job. */
  change: (ids: string[], change: object) => Promise<Json>
  undo: (id: string, body?: object) => Promise<Json>
}

/** A shop whose owner changes many products at once. */
export const test = base.extend<BulkFixtures>({
  staff: async ({ ctx }, use) => use(await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))),
  call: async ({ api, staff }, use) => use((method, path, body) => api(method, path, { token: staff, body })),
  preview: async ({ call }, use) =>
    use(async (ids, change) => {
      const { status, body } = await call('POST', '/admin/products/bulk', { ids, change })
      expect(body).toMatchObject({ success: true })
      expect(status).toBe(200)
      return body.data
    }),
  run: async ({ ctx, call }, use) =>
    use(async (id) => {
      await runBulk(ctx, id, new AbortController().signal)
      return (await call('GET', `/admin/products/bulk/${id}`)).body.data
    }),
  change: async ({ preview, call, run }, use) =>
    use(async (ids, change) => {
      const { id } = await preview(ids, change)
      expect((await call('POST', `/admin/products/bulk/${id}/apply`)).status).toBe(200)
      return run(id)
    }),
  undo: async ({ call, run }, use) =>
    use(async (id, body) => {
      expect((await call('POST', `/admin/products/bulk/${id}/undo`, body)).status).toBe(200)
      return run(id)
    }),
})

export const prices = (product: { variants: { priceKurus: number }[] }) =>
  product.variants.map(({ priceKurus }) => priceKurus)
export const stocks = (product: { variants: { stock: number }[] }) => product.variants.map(({ stock }) => stock)
