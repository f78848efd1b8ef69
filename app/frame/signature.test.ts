import { expect } from 'vitest'
import { BrandSettings, brandKey } from '#shop/settings/brand.ts'
import { demoBrand } from '#shop/settings/demo-brand.ts'
import { saveSetting } from '#shop/settings/settings.ts'
import { test } from '#test/shop.ts'

test('the blossom stands on the pages of the demo brand, and leaves with its name', async ({ app, ctx }) => {
  const open = async (path: string) => (await app.fetch(new Request(`http://shop.test${path}`))).text()
  const named = (shopName: string) => saveSetting(ctx, brandKey, BrandSettings.parse({ shopName }))
  await named('Başka Butik')
  for (const path of ['/bilgi', '/yok']) expect(await open(path), path).not.toContain('data-blossom')
  // Other addresses: those are kept in memory.
  await named(demoBrand)
  expect(await open('/bilgi?section=teslimat-iade')).toContain('<body data-blossom="true">')
  expect(await open('/yok-da')).toContain('class="branch')
})
