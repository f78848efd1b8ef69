import { expect } from 'vitest'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { test } from '#test/shop.ts'

test('WhatsApp is named where the owner has entered her number, and nowhere else', async ({ ctx, api, app }) => {
  const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  const { slug } = await aProduct(ctx, { name: 'Keten Elbise' })
  const page = async () => (await app.fetch(new Request(`http://shop.test/urun/${slug}`))).text()
  const save = (number: unknown, version: number) =>
    api('PUT', '/admin/settings/whatsapp', { token, body: { settings: { number }, version } })

  expect(await page()).not.toMatch(/whatsapp/i)
  expect((await save('beş yüz', 0)).body.error).toEqual({
    'settings.number': ['Numarayı 0XXX XXX XX XX biçiminde yazın'],
  })
  const saved = await save('0532 111 22 33', 0)
  expect(saved.body.data.whatsapp).toEqual({ version: 1, settings: { number: '+905321112233' } })
  expect(await page()).toContain(`href="https://wa.me/905321112233?text=${encodeURIComponent('Merhaba, Keten Elbise')}`)
  expect((await save('', 0)).body.code).toBe('EDIT_CONFLICT')
  expect((await save('', 1)).body.message).toBe('WhatsApp kapatıldı.')
  expect(await page()).not.toMatch(/whatsapp/i)
})
