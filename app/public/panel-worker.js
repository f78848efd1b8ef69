/** The panel's service worker: shows what the shop tells staff (shop/notices), and opens where it leads. It keeps no pages. */

self.addEventListener('push', (event) => {
  const { title, body, url, tag } = event.data.json()
  event.waitUntil(self.registration.showNotification(title, { body, tag, lang: 'tr', data: { url } }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data.url))
})

/** In a panel that is open, else in a new one. */
async function open(url) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const panel = windows.find((client) => new URL(client.url).pathname.startsWith('/admin'))
  if (!panel) return self.clients.openWindow(url)
  await panel.focus()
  panel.postMessage({ open: url })
}
