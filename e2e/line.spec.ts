import type { Page } from '@playwright/test'
import { goToPayment, payWith, putInCart, signInAsNewCustomer, wellStocked } from './customer.ts'
import { expect, test } from './shop.ts'

const place = { ticket: `900.${'t'.repeat(22)}`, place: 900, ahead: 640, seconds: 320 }
const message = 'Şu anda çok sayıda kişi ödeme yapıyor; sıraya alındınız, sıranız gelince devam edebilirsiniz.'

/** The shop says that so many pay that she has to wait, until she comes with her ticket; gives what changes how the line stands. */
async function aCrowd(page: Page) {
  const line = { open: true, called: 259, last: 2000, perSecond: 2, soldOut: [] as string[] }
  const sent: (string | undefined)[] = []
  await page.route('**/api/v1/payments/create', (route) => {
    const ticket = route.request().headers()['line-ticket']
    sent.push(ticket)
    if (ticket) return route.continue()
    const failure = { success: false, code: 'IN_LINE', message, error: message, data: place }
    return route.fulfill({ status: 429, headers: { 'retry-after': '10' }, json: failure })
  })
  await page.route('**/api/v1/checkout/line', (route) => route.fulfill({ json: { success: true, data: line } }))
  await page.clock.install()
  return { line, sent, look: () => page.clock.runFor(15_000) }
}

test('in a crowd she waits in line, is told how long, and her payment starts by itself', async ({
  page,
  email,
  checkAccessibility,
}) => {
  await signInAsNewCustomer(page, email)
  await putInCart(page, await wellStocked(page))
  await goToPayment(page)
  const { line, sent, look } = await aCrowd(page)
  await payWith(page, '5528790000000008')
  const cart = page.getByRole('dialog')
  await expect(cart.getByRole('heading', { name: 'Sıradasınız' })).toBeFocused()
  await expect(cart.getByText('640 kişi')).toBeVisible()
  await expect(cart.getByText('Tahminen 6 dakika')).toBeVisible()
  await checkAccessibility('in line')
  line.called = 897
  await look()
  await expect(cart.getByText('2 kişi')).toBeVisible()
  line.called = 900
  await look()
  await expect(page.getByRole('dialog', { name: 'Sipariş Tamamlandı' })).toBeVisible()
  expect(sent).toEqual([undefined, place.ticket])
})

test('what is sold out while she waits is told her, with a place in the line of those who wait for it', async ({
  page,
  email,
  checkAccessibility,
}) => {
  await signInAsNewCustomer(page, email)
  await putInCart(page, await wellStocked(page))
  await goToPayment(page)
  const { line, sent, look } = await aCrowd(page)
  await payWith(page, '5528790000000008')
  const cart = page.getByRole('dialog')
  await expect(cart.getByRole('heading', { name: 'Sıradasınız' })).toBeVisible()
  line.soldOut = await page.evaluate(() =>
    JSON.parse(localStorage.getItem('cart') ?? '[]').map(({ variantId }: { variantId: string }) => variantId),
  )
  await look()
  await expect(cart.getByRole('heading', { name: 'Siz beklerken tükendi' })).toBeVisible()
  await checkAccessibility('sold out in line')
  await cart.getByRole('button', { name: 'Gelince haber ver' }).click()
  await expect(page.getByRole('dialog', { name: 'Gelince Haber Ver' }).getByLabel('E-posta')).toHaveValue(email)
  expect(sent).toEqual([undefined])
})
