import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningShop } from '#test/process.ts'
import { shopOnPostgres } from '#test/running-shop.ts'
import { prepare } from './prepared.ts'
import { get, metric } from './visitor.ts'

const postgres = shopOnPostgres()
let prepared: Awaited<ReturnType<typeof prepare>>
let shop: RunningShop

beforeAll(async () => {
  prepared = await prepare(postgres.settings, { products: 3 })
  shop = await postgres.start()
}, 120_000)

afterAll(() => prepared?.handle.close())

const made = async (why: string) => (await metric(shop.url, `butik_answers_made_total{for="${why}"}`)) ?? 0

test('a thousand shoppers at the moment of a change: each page is made once more, and nobody waits or fails', async () => {
  const [dress, skirt] = prepared.products
  const touched = [`/urun/${dress.slug}`, `/api/v1/products/${dress.slug}`]
  const pages = [...touched, '/bilgi', `/urun/${skirt?.slug}`]
  // The front page of a shop is asked for all the time.
  for (let i = 0; i < 3; i++) for (const page of pages) await get(shop.url + page)
  const [byRequest, byChange] = [await made('request'), await made('change')]

  const answers: Promise<{ status: number; text: string }>[] = []
  const crowd = (n: number) => {
    for (let i = 0; i < n; i++) answers.push(get(shop.url + pages[i % pages.length]))
  }
  crowd(500)
  const form = new FormData()
  form.set('description', 'Yepyeni bir kumaştan.')
  const saved = fetch(`${shop.url}/api/v1/admin/products/${dress.id}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${prepared.admin}` },
    body: form,
  })
  crowd(500)
  expect((await saved).status).toBe(200)
  // The client that saved sees its change.
  for (const page of touched) expect((await get(shop.url + page)).text).toContain('Yepyeni bir kumaştan.')
  expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([200]))
  expect((await made('request')) + (await made('change')) - byRequest - byChange).toBe(touched.length)
})
