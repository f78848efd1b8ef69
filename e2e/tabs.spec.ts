import { signInAsNewCustomer } from './customer.ts'
import { expect, test } from './shop.ts'

test('ten tabs whose access token has run out refresh at once and all stay signed in', async ({
  page,
  email,
  isMobile,
}) => {
  test.skip(isMobile, 'ten tabs are a desk’s, and take half a minute')
  await signInAsNewCustomer(page, email)
  await page.goto('/ust-giyim')
  const before = await page.evaluate(() => {
    const present = localStorage.getItem('accessToken') ?? ''
    // The server refuses it like an expired one.
    localStorage.setItem('accessToken', `${present.slice(0, -4)}AAAA`)
    return localStorage.getItem('refreshToken')
  })
  const tabs = await Promise.all(Array.from({ length: 10 }, () => page.context().newPage()))
  await Promise.all(tabs.map((tab) => tab.goto('/ust-giyim')))
  for (const tab of tabs) {
    await tab.getByRole('button', { name: 'Ayşe Yılmaz' }).click()
    await expect(tab.getByRole('dialog', { name: 'Hesabım' }).getByText('Henüz siparişiniz yok')).toBeVisible()
    await expect(tab).toHaveURL('/ust-giyim')
  }
  expect(await page.evaluate(() => localStorage.getItem('refreshToken'))).not.toBe(before)
})
