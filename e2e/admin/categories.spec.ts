import type { Page } from '@playwright/test'
import { signInAsAdmin } from '../customer.ts'
import { expect, test } from '../shop.ts'

const unique = () => crypto.randomUUID().slice(0, 8)
const rows = (page: Page, area: string) => page.getByRole('region', { name: area }).getByRole('listitem')

test('the owner adds, moves, renames and deletes a category', async ({ page, checkAccessibility }) => {
  const name = `Şık Etek ${unique()}`
  const slug = name.toLowerCase().replace('şık', 'sik').replaceAll(' ', '-')
  await signInAsAdmin(page)
  await page.goto('/admin/kategoriler')
  await expect(rows(page, 'Üst Giyim').filter({ hasText: '/elbise' })).toContainText(/\d+ ürün/)
  await checkAccessibility('categories')

  await page.getByRole('button', { name: 'Kategori ekle' }).click()
  const dialog = page.getByRole('dialog', { name: 'Kategori ekle' })
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await expect(dialog.getByText('Kategori adı boş olamaz')).toBeVisible()
  await dialog.getByLabel('Kategori adı').fill(name)
  await expect(dialog.getByText(`/${slug}`)).toBeVisible()
  await expect(dialog.getByLabel('Alan')).toHaveValue('alt-giyim')
  await checkAccessibility('category dialog')
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await expect(page.getByText('Kategori eklendi.')).toBeVisible()

  const row = rows(page, 'Alt Giyim').filter({ hasText: name })
  await expect(row).toContainText('ürün yok')
  await row.getByRole('button', { name: 'yukarı taşı' }).click()
  await expect(row.getByRole('button', { name: 'yukarı taşı' })).toBeFocused()
  const grip = row.getByRole('button', { name: 'sürükleyerek taşı' })
  await grip.press('Space')
  await expect(page.getByText(`${name} alındı.`)).toBeAttached()
  await expect(async () => {
    await grip.press('ArrowUp')
    await expect(page.getByText(/\d\. sıranın üzerinde/)).toBeAttached({ timeout: 1000 })
  }).toPass()
  const saved = page.waitForResponse((response) => response.url().endsWith('/category-order'))
  await grip.press('Space')
  expect((await saved).status()).toBe(200)

  await row.getByRole('button', { name: 'düzenle' }).click()
  const editor = page.getByRole('dialog', { name: 'Kategoriyi düzenle' })
  await editor.getByLabel('Sayfa adresi').fill(`yeni ${slug}`)
  await expect(editor.getByText(`Eski adres (/${slug}) buraya yönlendirilir.`)).toBeVisible()
  await editor.getByRole('button', { name: 'Kaydet' }).click()
  await expect(page.getByText('Kategori kaydedildi.')).toBeVisible()
  const moved = await page.request.get(`/${slug}?renk=siyah`, { maxRedirects: 0 })
  expect([moved.status(), moved.headers().location]).toEqual([301, `/yeni-${slug}?renk=siyah`])

  await row.getByRole('button', { name: 'sil' }).click()
  const confirm = page.getByRole('dialog', { name: 'Kategoriyi sil' })
  await expect(confirm).toContainText(`/yeni-${slug} sayfası kapanır`)
  await confirm.getByRole('button', { name: 'Kategoriyi sil' }).click()
  await expect(page.getByText('Kategori silindi.')).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('a category with products stays, and of two who edit the second is told', async ({ page }) => {
  const token = await signInAsAdmin(page)
  const headers = { Authorization: `Bearer ${token}` }
  const name = `Kaban ${unique()}`
  const made = await page.request.post('/api/v1/admin/categories', { headers, data: { name } })
  const { id } = (await made.json()).data
  await page.goto('/admin/kategoriler')
  const row = rows(page, 'Üst Giyim').filter({ hasText: name })

  await row.getByRole('button', { name: 'düzenle' }).click()
  await page.request.put(`/api/v1/admin/categories/${id}`, { headers, data: { name: `${name} Yeni` } })
  const editor = page.getByRole('dialog', { name: 'Kategoriyi düzenle' })
  await editor.getByLabel('Kategori adı').fill(`${name} Benim`)
  await editor.getByRole('button', { name: 'Kaydet' }).click()
  await expect(editor.getByRole('alert')).toContainText(`Şimdi kayıtlı olan: “${name} Yeni”`)
  // The list is read again after the save; only then can a new draft make what it shows out of date.
  const listed = page.waitForResponse(
    (response) => response.request().method() === 'GET' && response.url().endsWith('/api/v1/admin/categories'),
  )
  await editor.getByRole('button', { name: 'Kaydet' }).click()
  await (await listed).finished()
  await expect(row).toContainText(`${name} Benim`)

  // A draft comes into it while she looks at the list.
  const product = { name: `Taslak ${name}`, categoryId: id, published: 'false' }
  const draft = await page.request.post('/api/v1/admin/products', { headers, multipart: product })
  expect(draft.status()).toBe(201)
  await row.getByRole('button', { name: 'sil' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Kategoriyi sil' }).click()
  const full = page.getByRole('dialog', { name: 'Kategori boş değil' })
  await expect(full.getByRole('alert')).toContainText('Bu kategoride 1 ürün var')
  await full.getByRole('link', { name: 'Ürünleri gör' }).click()
  await expect(page.getByText(`Taslak ${name}`)).toBeVisible()
})

test('the owner makes a group of colors, orders it and parts it', async ({ page, checkAccessibility }) => {
  const token = await signInAsAdmin(page)
  const headers = { Authorization: `Bearer ${token}` }
  const name = `Pelerin ${unique()}`
  const categories = await page.request.get('/api/v1/admin/categories', { headers })
  const categoryId = (await categories.json()).data[0].id
  for (const color of ['Siyah', 'Bordo', 'Haki'])
    await page.request.post('/api/v1/admin/products', {
      headers,
      multipart: { name: `${name} ${color}`, categoryId, published: 'false' },
    })

  await page.goto('/admin/gruplar')
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  await checkAccessibility('groups')
  await page.getByRole('button', { name: 'Grup oluştur' }).click()
  const dialog = page.getByRole('dialog', { name: 'Grup oluştur' })
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await expect(dialog.getByText('Grup adı gereklidir')).toBeVisible()
  await expect(dialog.getByText('En az 2 ürün seçmelisiniz')).toBeVisible()
  await dialog.getByLabel('Grup adı').fill(name)
  await dialog.getByLabel('Ürün ara').fill(name)
  await dialog.getByRole('button', { name: `${name} Siyah: gruba ekle` }).click()
  await dialog.getByRole('button', { name: `${name} Bordo: gruba ekle` }).click()
  await dialog.getByRole('button', { name: `${name} Bordo: yukarı taşı` }).click()
  await checkAccessibility('group dialog')
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await expect(page.getByText('Grup oluşturuldu.')).toBeVisible()

  await page.getByLabel('Grup ara').fill(name)
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: name })
  await expect(row.first()).toContainText('2 ürün')
  const groups = (await (await page.request.get('/api/v1/admin/product-groups', { headers })).json()).data
  const mine = groups.find((group: { name: string }) => group.name === name)
  const order = mine.members.map((member: { product: { name: string } }) => member.product.name)
  expect(order).toEqual([`${name} Bordo`, `${name} Siyah`])

  await page.getByRole('button', { name: `${name}: sil` }).click()
  const confirm = page.getByRole('dialog', { name: 'Grubu sil' })
  await expect(confirm).toContainText('içindeki 2 ürün satışta kalır')
  await confirm.getByRole('button', { name: 'Grubu sil' }).click()
  await expect(page.getByText('Grup silindi.')).toBeVisible()
})
