import type { Locator, Page } from '@playwright/test'
import {
  goToPayment,
  numberOfOrder,
  payWith,
  placeOrder,
  putInCart,
  signInAsAdmin,
  signInAsNewCustomer,
} from './customer.ts'
import { expect, test } from './shop.ts'

/** Somebody in the office, and the order of this number, moved on. */
async function moveOn(office: Page, number: string, status: 'PREPARED' | 'SHIPPED' | 'DELIVERED') {
  const headers = { authorization: `Bearer ${await signInAsAdmin(office)}` }
  const { data } = await (await office.request.get(`/api/v1/admin/orders?q=${number.slice(1)}`, { headers })).json()
  await office.request.put(`/api/v1/admin/orders/${data[0].id}/status`, { data: { status }, headers })
}

/** Opens her order in the account, at its returns. */
async function openReturns(page: Page, number: string) {
  await page.goto('/ust-giyim')
  await page.getByRole('button', { name: /Ayşe Yılmaz|Hesabım/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: number }).click()
  return page.getByRole('dialog', { name: `Sipariş ${number}` }).getByRole('region', { name: 'İade' })
}

test('a shopper returns a piece, the owner takes it in and pays it back, and she sees it', async ({
  page,
  email,
  browser,
  checkAccessibility,
}) => {
  await signInAsNewCustomer(page, email)
  await putInCart(page, 'tote-canta-taba')
  await goToPayment(page)
  await payWith(page, '5528790000000008')
  const number = await numberOfOrder(page)

  const office = await browser.newPage()
  await moveOn(office, number, 'DELIVERED')

  const returns = await openReturns(page, number)
  await returns.getByRole('button', { name: 'İade et' }).click()
  const form = page.getByRole('dialog', { name: 'İade', exact: true })
  await form.getByRole('button', { name: 'İade talebi gönder' }).click()
  await expect(form.getByText('Nedenini seçin')).toBeVisible()
  await form.getByLabel('Neden iade ediyorsunuz?').selectOption('Görseldeki gibi değil')
  await checkAccessibility('asking for a return')
  await form.getByRole('button', { name: 'İade talebi gönder' }).click()
  await expect(returns.getByText(/İade talebinizi aldık; iade kodunuz R/)).toBeVisible()
  await expect(returns.getByText('Onay bekliyor')).toBeVisible()
  const code = /R[2-9A-Z]{6}/.exec((await returns.textContent()) ?? '')?.[0] ?? ''

  await office.goto(`/admin/siparisler/iadeler?q=${code}`)
  await office.getByRole('button', { name: new RegExp(code) }).click()
  const sheet = office.getByRole('dialog', { name: 'İade' })
  await sheet.getByRole('button', { name: 'Onayla' }).click()
  await sheet.getByRole('button', { name: 'Teslim aldım' }).click()
  await sheet.getByRole('button', { name: /TL iade et$/ }).click()
  await office.getByRole('dialog', { name: 'Parayı iade et' }).getByRole('button', { name: 'İade et' }).click()
  await expect(sheet.getByText('Tamamlandı', { exact: true })).toBeVisible()
  await office.close()

  const after = await openReturns(page, number)
  await expect(after.getByText(/TL iade edildi\./)).toBeVisible()
  await expect(after.getByRole('button', { name: 'İade et' })).toHaveCount(0)
})

test('a shopper withdraws from an order that is on its way, and the owner takes its parcel in again', async ({
  page,
  email,
  browser,
  checkAccessibility,
}) => {
  await signInAsNewCustomer(page, email)
  await putInCart(page, 'tote-canta-taba')
  await goToPayment(page)
  await payWith(page, '5528790000000008')
  const number = await numberOfOrder(page)
  const office = await browser.newPage()
  await moveOn(office, number, 'SHIPPED')

  const returns = await openReturns(page, number)
  await expect(page.getByRole('button', { name: 'Değiştir' })).toHaveCount(0)
  await returns.getByRole('button', { name: 'İade et' }).click()
  const form = page.getByRole('dialog', { name: 'İade', exact: true })
  await expect(form.getByText(/paketi teslim almanız gerekmez/)).toBeVisible()
  await form.getByRole('checkbox').uncheck()
  await form.getByRole('button', { name: 'İade talebi gönder' }).click()
  await expect(form.getByText('İade edeceğiniz ürünü seçin.')).toBeVisible()
  await form.getByRole('checkbox').check()
  await checkAccessibility('withdrawing before the parcel came')
  await form.getByRole('button', { name: 'İade talebi gönder' }).click()
  await expect(returns.getByText(/İade talebinizi aldık; iade kodunuz R/)).toBeVisible()
  await expect(returns.getByText(/Paketi teslim almanız gerekmez/)).toBeVisible()
  await expect(returns.getByRole('button', { name: 'İade et' })).toHaveCount(0)
  const code = /R[2-9A-Z]{6}/.exec((await returns.textContent()) ?? '')?.[0] ?? ''

  await office.goto(`/admin/siparisler/iadeler?q=${code}`)
  await office.getByRole('button', { name: new RegExp(`${code}.*Sipariş yolda`) }).click()
  const sheet = office.getByRole('dialog', { name: 'İade' })
  await expect(sheet.getByText(/Sipariş henüz teslim edilmedi/)).toBeVisible()
  await sheet.getByRole('button', { name: 'Onayla' }).click()
  await sheet.getByRole('button', { name: 'Teslim aldım' }).click()
  await sheet.getByRole('button', { name: /TL iade et$/ }).click()
  await office.getByRole('dialog', { name: 'Parayı iade et' }).getByRole('button', { name: 'İade et' }).click()
  await expect(sheet.getByText('Tamamlandı', { exact: true })).toBeVisible()
  await office.close()

  const after = await openReturns(page, number)
  await expect(after.getByText(/TL iade edildi\./)).toBeVisible()
})

test('a shopper withdraws from a packed order: the owner sees it before she sends it, and keeps it with one press', async ({
  page,
  email,
  browser,
  checkAccessibility,
}) => {
  await signInAsNewCustomer(page, email)
  await putInCart(page, 'tote-canta-taba')
  await goToPayment(page)
  await payWith(page, '5528790000000008')
  const number = await numberOfOrder(page)
  const office = await browser.newPage()
  await moveOn(office, number, 'PREPARED')

  const returns = await openReturns(page, number)
  await returns.getByRole('button', { name: 'İade et' }).click()
  const form = page.getByRole('dialog', { name: 'İade', exact: true })
  await expect(form.getByText(/Paketiniz henüz yola çıkmadı/)).toBeVisible()
  await form.getByRole('button', { name: 'İade talebi gönder' }).click()
  await expect(returns.getByText(/bir şey göndermeniz gerekmez/)).toBeVisible()
  await expect(returns.getByRole('button', { name: 'Kargoya verdim' })).toHaveCount(0)
  await checkAccessibility('a withdrawal from a packed order')

  await office.goto('/admin/siparisler/paketleme')
  const scan = office.getByLabel('Siparişin barkodu')
  await scan.fill(number)
  await scan.press('Enter')
  await expect(office.getByText(/Müşteri bu siparişten vazgeçti/)).toBeVisible()
  await office.goto('/admin/siparisler')
  const row = office.getByRole('row').filter({ hasText: number })
  await expect(row.getByText('İade: göndermeyin')).toBeVisible()
  await row.getByRole('button', { name: number }).click()
  const order = office.getByRole('dialog', { name: `Sipariş ${number}` })
  await expect(order.getByText(/Göndermeyin: bu siparişin tamamı/)).toBeVisible()
  await order.getByRole('button', { name: 'Kargoda' }).click()
  const question = office.getByRole('dialog', { name: 'Durumu değiştir' })
  await expect(question.getByText(/Paket sizdeyse göndermeyin/)).toBeVisible()
  await question.getByRole('button', { name: 'Vazgeç' }).click()
  await order.getByRole('link', { name: 'İadeye bak' }).click()
  await office.getByRole('button', { name: /Paket sizde: bunları göndermeyin/ }).click()
  const sheet = office.getByRole('dialog', { name: 'İade' })
  await sheet.getByRole('button', { name: 'Bizde kaldı, parayı iade et' }).click()
  const keep = office.getByRole('dialog', { name: 'Ürünler bizde kaldı' })
  await keep.getByRole('button', { name: 'Bizde kaldı, parayı iade et' }).click()
  await expect(sheet.getByText('Tamamlandı', { exact: true })).toBeVisible()
  await office.close()

  const after = await openReturns(page, number)
  await expect(after.getByText(/TL iade edildi\./)).toBeVisible()
  await expect(page.getByRole('dialog').getByText('İptal Edildi').first()).toBeVisible()
})

test('a return that the shop wrote down reads as its own, and owes nothing once it is refused', async ({
  page,
  email,
}) => {
  const headers = { authorization: `Bearer ${await signInAsAdmin(page)}` }
  const number = await placeOrder(page, email.slice(0, 20))
  await moveOn(page, number, 'DELIVERED')
  const { data } = await (await page.request.get(`/api/v1/admin/orders?q=${number.slice(1)}`, { headers })).json()
  const { data: order } = await (await page.request.get(`/api/v1/admin/orders/${data[0].id}`, { headers })).json()
  const items = [{ itemId: order.items[0].id, quantity: 1, reason: 'FAULTY' }]
  const noticedOn = new Date().toISOString().slice(0, 10)
  const body = { items, note: 'Telefonda söyledi.', noticedOn }
  await page.request.post(`/api/v1/admin/orders/${data[0].id}/returns`, { headers, data: body })

  await page.goto(`/admin/siparisler/iadeler?q=${number.slice(1)}`)
  await page.getByRole('button', { name: number }).click()
  const sheet = page.getByRole('dialog', { name: 'İade' })
  await expect(sheet.getByRole('heading', { name: 'Notunuz' })).toBeVisible()
  await expect(sheet.getByText(/bildirim \d+ \S+ \d{4}$/)).toBeVisible()
  // The sheet slides in: both are measured again until it stands.
  for (const name of ['Paketi beklemeden öde', 'İade fişini indir (PDF)'])
    await expect(async () => {
      const edge = await textStart(sheet.getByRole('heading', { name: 'İade edilen ürünler' }))
      expect(await textStart(sheet.getByRole('button', { name })), name).toBeCloseTo(edge, 0)
    }).toPass()

  await sheet.getByRole('button', { name: 'Paket gelmedi, reddet' }).click()
  await sheet.getByLabel('Neden').fill('Paket gelmedi.')
  await sheet.getByRole('button', { name: 'İadeyi reddet' }).click()
  await expect(sheet.getByText('Ret nedeni')).toBeVisible()
  await expect(sheet.getByText(/Yasal son gün/)).toHaveCount(0)
})

/** Where its first letter stands. */
function textStart(words: Locator): Promise<number> {
  return words.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return range.getBoundingClientRect().left
  })
}
