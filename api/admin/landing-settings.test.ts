import sharp from 'sharp'
import { describe, expect } from 'vitest'
import type { Ctx } from '#shop/ctx.ts'
import { storeImage } from '#shop/media/store-image.ts'
import { type LandingPart, usualLanding } from '#shop/settings/landing.ts'
import { aCategory, aProduct, aUser, signIn } from '#test/factories.ts'
import { type Api, test } from '#test/shop.ts'

async function asAdmin(ctx: Ctx, api: Api) {
  const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  return {
    get: async () => (await api('GET', '/admin/settings', { token })).body.data,
    put: (body: object) => api('PUT', '/admin/settings/landing', { token, body }),
  }
}

const page = async (app: { fetch(request: Request): Response | Promise<Response> }, path: string) =>
  (await app.fetch(new Request(`http://shop.test${path}`))).text()

describe('the landing page', () => {
  const aScene = async (ctx: Ctx, tall: [number, number] = [900, 1600], wide: [number, number] = [1600, 900]) => {
    const picture = async ([width, height]: [number, number]) => {
      const bytes = await sharp({ create: { width, height, channels: 3, background: '#a8321c' } })
        .png()
        .toBuffer()
      return (await storeImage(ctx, bytes)).id
    }
    return { portrait: await picture(tall), landscape: await picture(wide) }
  }
  const withParts = (change: (part: LandingPart) => Partial<LandingPart>, scenes: object[] = []) => ({
    settings: { ...usualLanding, scenes, parts: usualLanding.parts.map((part) => ({ ...part, ...change(part) })) },
  })

  test('shows the parts that the owner chose, in her order and words', async ({ ctx, api, app }) => {
    const admin = await asAdmin(ctx, api)
    await aProduct(ctx, { name: 'Keten Gömlek' })
    expect(await page(app, '/')).toContain('Yeni gelenler')
    const scene = await aScene(ctx)
    const { settings } = withParts(({ kind }) => (kind === 'story' ? { title: 'Bizim cümlemiz' } : {}), [scene])
    const parts = settings.parts.filter(({ kind }) => kind !== 'promises').toReversed()
    const saved = await admin.put({ settings: { ...settings, slogan: 'Yeni söz', parts } })
    expect(saved.body.data.landing).toMatchObject({ version: 1, settings: { slogan: 'Yeni söz', scenes: [scene] } })
    const html = await page(app, '/')
    expect(html).toMatch(/Yeni söz.*Bizim cümlemiz.*Yeni gelenler.*Nereden başlayalım/s)
    expect(html).toContain(`/media/${scene.portrait}-`)
    // A part that her list does not name, as after an update, stands at the end.
    expect(html).toMatch(/Nereden başlayalım.*Her siparişte/s)
    const none = await admin.put(withParts(() => ({ shown: false })))
    expect(none.status).toBe(200)
    expect(await page(app, '/')).not.toMatch(/Yeni gelenler|Her siparişte"|Hikâyemizi/)
  })

  test('each place shows the scene that the owner put there', async ({ ctx, api, app }) => {
    const admin = await asAdmin(ctx, api)
    const category = await aCategory(ctx, { name: 'Özel Dikim' })
    for (const name of ['Kaftan', 'Bindallı']) await aProduct(ctx, { name, categoryId: category.id })
    const scenes = []
    for (const red of [10, 20, 30, 40]) scenes.push(await aScene(ctx, [900, 1600 + red], [1600 + red, 900]))
    const section = async (heading: string) =>
      new RegExp(`<section[^>]*aria-labelledby="${heading}".*?</section>`, 's').exec(await page(app, '/'))?.[0]
    for (const order of [scenes, scenes.toReversed()]) {
      expect((await admin.put({ settings: { ...usualLanding, scenes: order } })).status).toBe(200)
      const [first, second, third, last] = order
      expect(await section('secim-basligi')).toContain(`/media/${second?.portrait}-`)
      expect(await section('ozel-koleksiyon')).toContain(`/media/${last?.landscape}-`)
      expect(await page(app, '/')).toMatch(new RegExp(`og:image" content="[^"]*/media/${first?.landscape}-`))
      expect(await page(app, '/aksesuar')).toContain(`/media/${third?.landscape}-`)
    }
    expect((await admin.put({ settings: { ...usualLanding, scenes: scenes.slice(0, 1) } })).status).toBe(200)
    expect(await section('secim-basligi')).toContain(`/media/${scenes[0]?.portrait}-`)
    expect(await section('ozel-koleksiyon')).toContain(`/media/${scenes[0]?.landscape}-`)
  })

  test('refuses what would look broken, and says what', async ({ ctx, api }) => {
    const admin = await asAdmin(ctx, api)
    const twice = { ...usualLanding, scenes: [], parts: [...usualLanding.parts, ...usualLanding.parts] }
    const lying = await aScene(ctx, [1600, 900], [1600, 900])
    const small = await aScene(ctx, [400, 700])
    const whole = await aScene(ctx)
    const other = { landscape: (await aScene(ctx, [901, 1600], [1601, 900])).landscape, portrait: whole.portrait }
    for (const [body, field, sentence] of [
      [withParts(() => ({ title: ' ' })), 'settings.parts.0.title', 'Gösterilen bölümün başlığı gerekli'],
      [{ settings: twice }, 'settings.parts', 'Bir bölüm iki kez yazılmış'],
      [withParts(() => ({}), [{ portrait: 'yok', landscape: 'yok' }]), 'scenes', /1\. sahne: görseli bulunamadı/],
      [withParts(() => ({}), [whole, other]), 'settings.scenes', /2\. sahne: dikey görseli 1\. sahneninkiyle aynı/],
      [withParts(() => ({}), [lying]), 'scenes', /dikey görselin yüksekliği/],
      [withParts(() => ({}), [small]), 'scenes', /en az 800 piksel/],
    ] as const) {
      const refused = await admin.put(body)
      expect([refused.status, refused.body.error[field]?.[0]]).toEqual([400, expect.stringMatching(sentence)])
    }
    expect((await admin.get()).landing.version).toBe(0)
  })
})
