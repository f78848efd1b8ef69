import { signInAsAdmin } from '../customer.ts'
import { expect, isPhone, test } from '../shop.ts'

test('the owner hears of orders on her device: she allows it, chooses, and a tap opens the order', async ({
  page,
  context,
  checkAccessibility,
}) => {
  // As no browser here reaches its maker, the subscription is one that the maker would have given.
  await page.addInitScript(() => {
    const endpoint = `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`
    const keys = {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    }
    PushManager.prototype.subscribe = async () =>
      ({ endpoint, toJSON: () => ({ endpoint, keys }) }) as unknown as PushSubscription
  })
  await context.grantPermissions(['notifications'])
  await signInAsAdmin(page)
  await page.goto('/admin')
  if (isPhone(page)) await page.getByRole('button', { name: 'Menü' }).click()
  await page.getByRole('link', { name: 'Bildirimler' }).click()
  await expect(page.getByRole('heading', { name: 'Bildirimler', level: 1 })).toBeVisible()
  await checkAccessibility('notices without a device')
  await page.getByRole('button', { name: 'Bu cihazda bildirimleri aç' }).click()
  await expect(page.getByText('(bu cihaz)')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Yeni sipariş: e-posta' }).check()
  await page.getByRole('checkbox', { name: 'Sessiz saatler' }).check()
  await page.getByLabel('Bitiş').selectOption('07.00')
  await page.getByRole('button', { name: 'Kaydet' }).click()
  await expect(page.getByText('Bildirimleriniz kaydedildi.')).toBeVisible()
  await checkAccessibility('notices with a device')
  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'Yeni sipariş: e-posta' })).toBeChecked()
  await expect(page.getByLabel('Bitiş')).toHaveValue('7')

  // What the maker of the browser would hand over, decrypted.
  const shown = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/admin')
    return registration?.active?.scriptURL
  })
  expect(shown).toContain('/panel-worker.js')
  const client = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.endsWith('/admin'))
      if (own) resolve(own.registrationId)
    }),
  )
  await client.send('ServiceWorker.enable')
  const data = JSON.stringify({
    ...{ title: 'Yeni sipariş #1A2B3C4D', body: '1.299,90 TL, 1 parça' },
    ...{ url: '/admin/siparisler', tag: 'order:1' },
  })
  const push = { origin: new URL(page.url()).origin, registrationId: await registered, data }
  await client.send('ServiceWorker.deliverPushMessage', push)
  await client.send('ServiceWorker.deliverPushMessage', push)
  const notifications = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration('/admin')
      return (await registration?.getNotifications())?.map(({ title, body }) => ({ title, body }))
    })
  await expect.poll(notifications).toEqual([{ title: 'Yeni sipariş #1A2B3C4D', body: '1.299,90 TL, 1 parça' }])

  await page.getByRole('button', { name: /: kaldır$/ }).click()
  await expect(page.getByText('(bu cihaz)')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Bu cihazda bildirimleri aç' })).toBeVisible()
})
