import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { signInAsAdmin } from '../customer.ts'
import { expect, isPhone, test } from '../shop.ts'

/** Both projects look at one shop: each saves sections of its own. */
function sectionOf(page: Page) {
  return isPhone(page)
    ? { at: 'e-posta', path: 'mail', label: 'Gönderen adı', value: 'Narçiçeği Butik', body: { senderName: 'Başkası' } }
    : {
        at: 'marka',
        path: 'brand',
        label: 'Instagram bağlantısı',
        value: 'https://www.instagram.com/narcicegi.butik',
        body: { instagramUrl: 'https://www.instagram.com/baska' },
      }
}

test('the owner saves a section, is kept from losing it, and told when somebody else was faster', async ({
  page,
  checkAccessibility,
}) => {
  const token = await signInAsAdmin(page)
  const { at, path, label, value, body } = sectionOf(page)
  await page.goto(`/admin/ayarlar?bolum=${at}`)
  await page.getByLabel(label).fill(value)
  await checkAccessibility('a section of the settings')
  await page
    .getByRole('main')
    .getByRole('link', { name: isPhone(page) ? 'Ayarlar' : 'Yasal bilgiler' })
    .click()
  const warning = page.getByRole('dialog', { name: 'Kaydedilmemiş değişiklikler' })
  await warning.getByRole('button', { name: 'Vazgeç' }).click()
  await page.getByRole('button', { name: 'Kaydet', exact: true }).click()
  await expect(page.getByText(/kaydedildi\.$/)).toBeVisible()
  if (!isPhone(page)) {
    await page.goto('/bilgi')
    await expect(page.getByRole('link', { name: 'Instagram' })).toHaveAttribute('href', value)
    await page.goto(`/admin/ayarlar?bolum=${at}`)
  }

  await expect(page.getByLabel(label)).toHaveValue(value)
  const other = await page.request.put(`/api/v1/admin/settings/${path}`, {
    data: body,
    headers: { Authorization: `Bearer ${token}` },
  })
  expect(other.ok()).toBe(true)
  await page.getByLabel(label).fill('https://www.instagram.com/gec-kalan')
  await page.getByRole('button', { name: 'Kaydet', exact: true }).click()
  await expect(page.getByText('sizinkiler kaydedilmedi')).toBeVisible()
  await page.getByRole('button', { name: /Güncel ayarları getir/ }).click()
  await expect(page.getByLabel(label)).toHaveValue(Object.values(body)[0] ?? '')
})

test('the owner says who sells, and writes a text that she looks at first', async ({ page, checkAccessibility }) => {
  await signInAsAdmin(page)
  await page.goto('/admin/ayarlar?bolum=yasal')
  await page.getByLabel('MERSİS numarası').fill('123')
  await page.getByRole('button', { name: 'Kaydet', exact: true }).click()
  await expect(page.getByLabel('MERSİS numarası')).toBeFocused()
  await expect(page.getByText('MERSİS numarası 16 rakamdır')).toBeVisible()
  await page.getByLabel('MERSİS numarası').fill('')

  await page.goto('/admin/ayarlar?bolum=metinler&metin=bizimle-calis')
  const words = page.getByLabel('Metin', { exact: true })
  await words.fill('# Birlikte\n\n{mağaza adı} sizi bekliyor.\n\n- {bilinmeyen}')
  await page.getByRole('button', { name: 'Önizle' }).click()
  await expect(page.getByText('Bu alanlar tanınmıyor: {bilinmeyen}')).toBeVisible()
  await words.fill('# Birlikte\n\n{mağaza adı} sizi bekliyor.')
  await page.getByRole('button', { name: 'Önizle' }).click()
  const preview = page.getByRole('dialog', { name: 'Önizleme' })
  await expect(preview.getByText('Narçiçeği sizi bekliyor.')).toBeVisible()
  await checkAccessibility('preview of a text')
  await preview.getByRole('button', { name: 'Kapat', exact: true }).click()
  if (isPhone(page)) return

  await page.getByRole('button', { name: 'Kaydet', exact: true }).click()
  await expect(page.getByText('Metin kaydedildi ve yayında.')).toBeVisible()
  await page.goto('/bilgi?section=bizimle-calis')
  await expect(page.getByText('Narçiçeği sizi bekliyor.')).toBeVisible()
  await page.goto('/admin/ayarlar?bolum=metinler&metin=bizimle-calis')
  await page.getByRole('button', { name: 'Varsayılana dön' }).click()
  await page.getByRole('button', { name: 'Metnimi sil ve dön' }).click()
  await expect(page.getByText('Varsayılan metne dönüldü.')).toBeVisible()
})

test('the owner sees what the shop still lacks, who changed what, and where a mail is', async ({
  page,
  checkAccessibility,
}) => {
  const token = await signInAsAdmin(page)
  await page.goto('/admin/ayarlar?bolum=hazirlik')
  await expect(page.getByText(/Canlıya geçmek için \d+ iş kaldı\./)).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Ödeme kuruluşu' })).toContainText('Yapılacak')
  await checkAccessibility('readiness')

  const name = `Kapsül ${isPhone(page) ? 'telefon' : 'masaüstü'} ${Date.now()}`
  const made = await page.request.post('/api/v1/admin/categories', {
    data: { name },
    headers: { Authorization: `Bearer ${token}` },
  })
  const { data } = (await made.json()) as { data: { id: string } }
  await page.request.delete(`/api/v1/admin/categories/${data.id}`, { headers: { Authorization: `Bearer ${token}` } })
  await page.goto('/admin/gecmis')
  await page.getByLabel('Geçmişte ara').fill(name)
  await expect(page).toHaveURL(/q=Kaps/)
  await expect(page.getByRole('listitem').filter({ hasText: `Kategori silindi: ${name}` })).toContainText(
    'Mağaza Yöneticisi',
  )
  await page.getByLabel('İşleme göre süz').selectOption('Kategori eklendi')
  await expect(page.getByText('Kategori silindi: ')).toHaveCount(0)
  await expect(page.getByRole('rowheader', { name: 'Bölüm' })).toBeVisible()
  await checkAccessibility('history')

  await page.goto('/admin/ayarlar?bolum=e-posta')
  await page.getByRole('button', { name: 'Deneme e-postası gönder' }).click()
  await expect(page.getByText(/Deneme e-postası .* adresine gönderiliyor/)).toBeVisible()
  await page.goto('/admin/e-postalar?q=deneme')
  await page
    .getByRole('main')
    .getByRole('button', { name: /deneme e-postası/ })
    .first()
    .click()
  const sheet = page.getByRole('dialog', { name: 'E-posta', exact: true })
  await expect(sheet.getByText('Gelen kutunuza düştüyse')).toBeVisible()
  await checkAccessibility('a mail')
})

test('the owner arranges the landing page: words, order and a new scene', async ({ page, checkAccessibility }) => {
  test.skip(isPhone(page), 'both projects look at one shop')
  await signInAsAdmin(page)
  await page.goto('/admin/ayarlar?bolum=vitrin')
  const parts = page.getByRole('region', { name: 'Bölümler' }).getByRole('listitem')
  const categories = parts.filter({ has: page.getByRole('checkbox', { name: 'Kategoriler' }) })
  await categories.getByLabel('Alt satır').fill('Her birinde yeni parçalar.')
  await categories.getByRole('button', { name: 'Kategoriler: yukarı taşı' }).click()
  await expect(parts.nth(4)).toContainText('Kategoriler')
  await checkAccessibility('the window in the settings')

  const title = categories.getByLabel('Başlık')
  const said = await title.inputValue()
  await title.fill('')
  await page.getByRole('button', { name: 'Kaydet', exact: true }).click()
  await expect(title).toHaveAccessibleDescription('Gösterilen bölümün başlığı gerekli')
  await expect(title).toBeFocused()
  // At its field only, and there until it is mended.
  await expect(page.getByText('Gösterilen bölümün başlığı gerekli')).toHaveCount(1)
  await title.fill(said)
  await expect(page.getByText('Gösterilen bölümün başlığı gerekli')).toHaveCount(0)

  const scenes = page.getByRole('region', { name: 'Sahneler' })
  const before = await scenes.getByRole('listitem').count()
  const picture = async (width: number, height: number) => ({
    name: 'sahne.jpg',
    mimeType: 'image/jpeg',
    buffer: await sharp({ create: { width, height, channels: 3, background: '#2f6b3c' } })
      .jpeg()
      .toBuffer(),
  })
  await scenes.getByLabel('Dikey görsel').setInputFiles(await picture(900, 1600))
  await expect(scenes.getByText('Dikey görsel değiştir')).toBeVisible()
  await scenes.getByLabel('Yatay görsel').setInputFiles(await picture(1600, 900))
  await expect(scenes.getByRole('listitem')).toHaveCount(before + 1)
  await scenes.getByRole('button', { name: `${before + 1}. sahne: kaldır` }).click()

  await page.getByRole('button', { name: 'Kaydet', exact: true }).click()
  await expect(page.getByText('Vitrin kaydedildi ve yayında.')).toBeVisible()
  await page.goto('/')
  await expect(page.getByText('Her birinde yeni parçalar.')).toBeAttached()
})
