import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { type IyzicoSimulator, startIyzico } from '../test/outside/iyzico-simulator.ts'
import { openSmtpServer } from '../test/outside/smtp.ts'
import { freePort } from '../test/postgres.ts'
import { type RunningShop, startShop, temporaryFolder } from '../test/process.ts'
import { signInAsAdmin } from './customer.ts'
import { admin } from './settings.ts'
import { expect, test } from './shop.ts'

const port = await freePort()
const url = `http://127.0.0.1:${port}`
test.use({ baseURL: url })
test.skip(({ viewport }) => (viewport?.width ?? 0) > 500, 'an owner does it on her phone; the screens are the same')

const data = temporaryFolder()
let shop: RunningShop | undefined
let iyzico: IyzicoSimulator
let mail: Awaited<ReturnType<typeof openSmtpServer>>

/** An empty shop, whose server sets nothing but where the bank is. */
test.beforeAll(async () => {
  test.setTimeout(120_000)
  iyzico = await startIyzico()
  mail = await openSmtpServer()
  const handle = await openDatabase({ url: undefined, dataDir: data.path })
  await migrate(handle.db)
  await handle.db.execute(
    `insert into settings (key, value, updated_at) values ('demo-seed', '{"finished": true, "marked": true}', now())`,
  )
  await handle.close()
  shop = await start()
})
test.afterAll(async () => {
  await shop?.stop()
  await Promise.all([iyzico?.close(), mail?.close()])
  data.remove()
})

function start() {
  return startShop({
    ...{ PORT: String(port), DATA_DIR: data.path, IYZICO_BASE_URL: iyzico.baseUrl, DNS_SERVERS: '127.0.0.1:9' },
    ...{ ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password },
  })
}

/** Fills the form of a step; the saved fields are told. */
async function save(page: Page, fields: Record<string, string>, button = 'Kaydet') {
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text)
  await page.getByRole('button', { name: button }).first().click()
}

async function addProduct(page: Page, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const made = await page.request.post('/api/v1/admin/categories', { headers, data: { name: 'Elbise' } })
  const { data } = (await made.json()) as { data: { id: string } }
  const buffer = await sharp({ create: { width: 400, height: 500, channels: 3, background: '#a8321c' } })
    .png()
    .toBuffer()
  const variants = [{ sku: 'KE-S', color: 'Nar', colorHex: '#A8321C', size: 'S', price: 1199.5, stockQuantity: 4 }]
  const multipart = {
    ...{
      name: 'Keten Elbise',
      description: 'Hafif keten elbise.',
      categoryId: data.id,
      variants: JSON.stringify(variants),
    },
    mainImage: { name: 'elbise.png', mimeType: 'image/png', buffer },
  }
  expect((await page.request.post('/api/v1/admin/products', { headers, multipart })).status()).toBe(201)
}

test('an owner goes from an empty shop to one that sells, and a restart keeps it so', async ({
  page,
  context,
  checkAccessibility,
}) => {
  const token = await signInAsAdmin(page)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: /Mağazanızı yayına hazırlayın/ })).toBeVisible()
  await page.getByRole('link', { name: /^Marka/ }).click()
  const next = () => page.getByRole('link', { name: /^Sıradaki/ }).click()

  const reached = { 'İletişim e-postası': 'merhaba@gulbutik.com', Telefon: '0216 555 44 33' }
  const instagram = { 'Instagram bağlantısı': 'https://www.instagram.com/gulbutik' }
  await save(page, { 'Mağaza adı': 'Gül Butik', ...reached, ...instagram })
  await expect(page.getByText('Marka bilgileri kaydedildi.').first()).toBeVisible()
  await next()

  const address = 'Moda Caddesi 1, 34710 Kadıköy / İstanbul'
  const legal = {
    'Ticaret unvanı': 'Gül Tekstil Ltd. Şti.',
    'Vergi numarası': '4810058590',
    'KEP adresi': 'gul@hs01.kep.tr',
  }
  const returns = { 'Merkez adresi': address, 'İade kargo firması': 'Yurtiçi Kargo', 'İade adresi': address }
  await save(page, { ...legal, ...returns, 'MERSİS numarası': '0481 0058 5800 0013' })
  await expect(page.getByText(/MERSİS numarasında bir rakam yanlış/)).toBeVisible()
  await save(page, { 'MERSİS numarası': '0481 0058 5900 0013' })
  await expect(page.getByText('Yasal bilgiler kaydedildi.').first()).toBeVisible()
  await next()
  await next()

  await save(page, { 'API anahtarı': iyzico.apiKey, 'Güvenlik anahtarı': 'yanlis-anahtar' }, 'Dene ve kaydet')
  await expect(page.getByText(/iyzico bu anahtarları kabul etmedi: Geçersiz imza/)).toBeVisible()
  await save(page, { 'Güvenlik anahtarı': iyzico.secretKey }, 'Dene ve kaydet')
  await expect(page.getByText(/iyzico bağlı/)).toBeVisible()
  await expect(page.getByPlaceholder(`Kayıtlı: ••••${iyzico.secretKey.slice(-4)}`).last()).toBeVisible()
  await checkAccessibility('payment keys')
  await next()

  await page.getByLabel('E-posta hizmetiniz').selectOption('Başka bir sunucu')
  await save(page, { Sunucu: '127.0.0.1', Port: new URL(mail.url).port }, 'Dene ve kaydet')
  await page.getByRole('button', { name: 'Deneme e-postası gönder' }).click()
  await expect(page.getByText(/dedi\. Gelen kutunuza/)).toBeVisible()
  expect(mail.received.map(({ to }) => to)).toEqual([[admin.email]])
  await expect(page.getByText('DMARC', { exact: true })).toBeVisible({ timeout: 15_000 })
  await checkAccessibility('mail')
  await next()

  await save(page, { 'Alan adınız': url }, 'Denetle ve kullan')
  await expect(page.getByText(`Mağazanız ${url} adresinde, yalnızca bu makineden açılıyor.`)).toBeVisible()
  await addProduct(page, token)
  await page.goto('/admin/kurulum?adim=live')
  await expect(page.getByText('Her şey tamam; mağazanız yayına hazır.')).toBeVisible()
  await page.getByRole('button', { name: 'Mağazayı yayına al' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Yayına al' }).click()
  await expect(page.getByText('Mağaza canlı kipte; gerçek ödeme alır.')).toBeVisible()
  await next()

  await page.getByRole('button', { name: 'Deneme ödemesini başlat' }).click()
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Ödeme sayfasını aç' }).click()
  const payment = await opened
  await payment.getByLabel('Kart numarası').fill('5528790000000008')
  await payment.getByLabel('Kart üzerindeki ad soyad').fill('Gul Kaya')
  await payment.getByLabel(/Son kullanma/).fill('1240')
  await payment.getByLabel('CVV').fill('123')
  await payment.getByRole('checkbox', { name: /okudum, onaylıyorum/ }).check()
  await payment.getByRole('button', { name: 'Siparişi onayla ve öde' }).click()
  await expect(payment.getByText(/^Ödendi\./)).toBeVisible()
  await payment.close()
  await page.getByRole('button', { name: 'Ödedim, denetle' }).click()
  await page.getByRole('button', { name: '1 TL’yi iade et' }).click()
  await expect(page.getByText('Deneme ödemesi alındı ve iade edildi. Mağazanız satışa hazır.')).toBeVisible()

  await shop?.stop()
  shop = await start()
  await page.goto('/admin')
  await expect(page.getByText('Mağaza yayında')).toBeVisible()
  expect(iyzico.calls.some(({ path }) => /cancel|refund/.test(path))).toBe(true)
})
