import type { Locator, Page } from '@playwright/test'
import { openAccount, signInAsNewCustomer } from './customer.ts'
import { expect, test } from './shop.ts'

/** On by Tab until it has the focus, which then can be seen on the screen. */
async function tabTo(page: Page, target: Locator) {
  const reached = () => target.evaluate((element) => element === document.activeElement)
  for (let presses = 0; !(await reached()); presses += 1) {
    expect(presses, `presses of Tab to ${target}`).toBeLessThan(150)
    await page.keyboard.press('Tab')
  }
  expect(await pictureOf(page, target), `the focus on ${target} is seen`).not.toEqual(
    await withoutFocus(target, () => pictureOf(page, target)),
  )
}

/** The place of an element, or of the label that stands for it, with what is drawn around it. */
async function pictureOf(page: Page, target: Locator): Promise<Buffer> {
  const box = await target.evaluate((element) => {
    const { x, y, width, height } = (element.closest('label, li.card') ?? element).getBoundingClientRect()
    return { x: Math.max(x - 6, 0), y: Math.max(y - 6, 0), width: width + 12, height: height + 12 }
  })
  return page.screenshot({ clip: box, animations: 'disabled', caret: 'hide' })
}

async function withoutFocus<T>(target: Locator, look: () => Promise<T>): Promise<T> {
  await target.blur()
  const seen = await look()
  await target.evaluate((element: HTMLElement) => element.focus({ preventScroll: true }))
  return seen
}

test('she filters, puts a size from a card into the cart, chooses, buys and finds her order without a pointer, and sees at each stop where she is', async ({
  page,
  isMobile,
  email,
}) => {
  test.skip(isMobile, 'a phone has no Tab key')
  // Nothing on the screen changes by itself meanwhile.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signInAsNewCustomer(page, email)
  const { keyboard } = page
  const follow = async (target: Locator) => {
    await tabTo(page, target)
    await keyboard.press('Enter')
  }

  await page.goto('/')
  await follow(page.getByRole('banner').getByRole('link', { name: 'ÜST GİYİM' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Üst Giyim' })).toBeFocused()

  const filters = page.getByRole('form', { name: 'Filtreler' })
  await follow(filters.locator('summary').filter({ hasText: 'Beden' }))
  await tabTo(page, filters.getByRole('checkbox', { name: /^M / }))
  await keyboard.press('Space')
  await expect(page).toHaveURL(/\?beden=M$/)
  await keyboard.press('Escape')

  // Others may have bought all but one size of a piece.
  const several = page.locator('button + button')
  const sizes = page
    .getByRole('group', { name: /^Bedeniyle sepete ekleyin/ })
    .filter({ has: several })
    .first()
  await tabTo(page, sizes.getByRole('button').first())
  await keyboard.press('ArrowRight')
  const second = sizes.getByRole('button').nth(1)
  await expect(second).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Sepetim (1)' })).toBeVisible()
  await keyboard.press('Escape')
  await expect(second).toBeFocused()

  const next = 'xpath=ancestor::li[contains(@class, "card")][1]/following-sibling::li[contains(@class, "card")][1]'
  const card = second.locator(next).getByRole('link').first()
  const name = (await card.textContent()) ?? ''
  await follow(card)
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused()

  const size = page.getByRole('radiogroup', { name: 'Beden' }).getByRole('radio', { name: 'M', exact: true })
  await tabTo(page, page.getByRole('radiogroup', { name: 'Beden' }).getByRole('radio').first())
  while (!(await size.isChecked())) await keyboard.press('ArrowRight')
  await follow(page.getByRole('button', { name: 'SEPETE EKLE' }).first())

  const dialog = page.getByRole('dialog')
  await follow(dialog.getByRole('button', { name: 'Ödemeye Geç' }))
  for (const [label, text] of [
    ['Telefon', '0532 111 22 33'],
    ['İl', 'Bursa'],
    ['Adres', 'Bağdat Caddesi 1/2, Kadıköy'],
  ] as const) {
    await tabTo(page, dialog.getByLabel(label, { exact: true }))
    await keyboard.type(text)
  }
  await expect(dialog.getByLabel('İl', { exact: true })).toHaveValue('Bursa')
  await follow(dialog.getByRole('button', { name: 'Ödeme adımına geç' }))
  for (const [label, text] of [
    ['Kart numarası', '5528790000000008'],
    ['Kart üzerindeki ad soyad', 'Ayşe Yılmaz'],
    [/Son kullanma/, '1240'],
    ['CVV', '123'],
  ] as const) {
    await tabTo(page, dialog.getByLabel(label))
    await keyboard.type(text)
  }
  const consent = dialog.getByRole('checkbox', { name: /okudum, onaylıyorum/ })
  await expect(consent).toBeEnabled()
  await tabTo(page, consent)
  await keyboard.press('Space')
  await follow(dialog.getByRole('button', { name: 'Siparişi onayla ve öde' }))
  const done = page.getByRole('dialog', { name: 'Sipariş Tamamlandı' })
  await expect(done.getByRole('link', { name })).toBeVisible()
  await follow(done.getByRole('button', { name: 'Siparişi görüntüle' }))
  const order = page.getByRole('dialog', { name: /^Sipariş #/ })
  await expect(order.getByRole('link', { name })).toBeVisible()
  await keyboard.press('Escape')
  await expect(order).toBeHidden()
  await keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('her account keeps its title in sight while she goes through its sizes by Tab', async ({ page, email }) => {
  await signInAsNewCustomer(page, email)
  const panel = await openAccount(page, 'Kullanıcı Ayarları')
  await panel.getByText('Bedenim', { exact: true }).click()
  await tabTo(page, panel.getByRole('group', { name: 'Elbise', exact: true }).getByRole('checkbox').first())
  await expect(panel.getByRole('heading', { name: 'Hesabım' })).toBeInViewport({ ratio: 1 })
  await expect(panel.getByRole('button', { name: 'Çıkış' })).toBeInViewport({ ratio: 1 })
})

test('the ring around a card’s heart is whole at the card’s corner, where what goes beyond it is cut off', async ({
  page,
}) => {
  await page.goto('/elbise')
  const heart = page.getByRole('button', { name: /^Favorilere ekle/ }).first()
  await tabTo(page, heart)
  const box = await heart.boundingBox()
  if (!box) throw new Error('no heart is on the screen')
  const edges = [
    { ...box, height: 6 },
    { ...box, x: box.x + box.width - 6, width: 6 },
  ]
  const seen = () => Promise.all(edges.map((clip) => page.screenshot({ clip, animations: 'disabled' })))
  const [top, right] = await seen()
  const [bareTop, bareRight] = await withoutFocus(heart, seen)
  expect(top, 'above').not.toEqual(bareTop)
  expect(right, 'on the right').not.toEqual(bareRight)
})
