import { signInAsAdmin } from '../customer.ts'
import { expect, isPhone, test } from '../shop.ts'

test('the owner hears of orders on her device: she allows it, chooses, and a tap opens the order', async ({
  page,
  context,
  checkAccessibility,
}) => {
  // As no browser here reaches its maker, the subscription is one that the maker would have given.
  await page.addInitScript(() => {
    const key = 'maker-of-the-browser'
    const keys = {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    }
    const own = () => {
      const endpoint = localStorage.getItem(key)
      const unsubscribe = async () => localStorage.removeItem(key)
      return endpoint && ({ endpoint, unsubscribe, toJSON: () => ({ endpoint, keys }) } as unknown as PushSubscription)
    }
    PushManager.prototype.getSubscription = async () => own() || null
    PushManager.prototype.subscribe = async () => {
      localStorage.setItem(key, `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`)
      return own() || Promise.reject()
    }
    // A browser without a window allows no notifications, whoever asks.
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    Notification.requestPermission = async () => 'granted'
  })
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

  // The message as the browser's maker would hand it over, decrypted; the notification that the worker then shows is only noted.
  const worker = context.serviceWorkers().find((one) => one.url().endsWith('/panel-worker.js'))
  await worker?.evaluate(() => {
    Object.assign(self, { shown: [] })
    const noted = (title: string, options: object) => Reflect.get(self, 'shown').push({ title, ...options })
    Object.defineProperty(Reflect.get(self, 'registration'), 'showNotification', {
      value: async (...given: [string, object]) => void noted(...given),
    })
  })
  const client = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.endsWith('/admin'))
      if (own) resolve(own.registrationId)
    }),
  )
  await client.send('ServiceWorker.enable')
  const told = {
    title: 'Yeni sipariş #1A2B3C4D',
    body: '1.299,90 TL, 1 parça',
    url: '/admin/siparisler',
    tag: 'order:1',
  }
  await client.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data: JSON.stringify(told),
  })
  const { title, body, url, tag } = told
  await expect
    .poll(() => worker?.evaluate(() => Reflect.get(self, 'shown')))
    .toEqual([{ title, body, tag, lang: 'tr', data: { url } }])

  // By a key: what comes in meanwhile may lie over it.
  const device = page.getByRole('listitem').filter({ hasText: '(bu cihaz)' })
  await device.getByRole('button', { name: /: kaldır$/ }).press('Enter')
  await expect(page.getByText('(bu cihaz)')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Bu cihazda bildirimleri aç' })).toBeVisible()
})
