/** This browser as a device that takes push messages (W3C Push API). */

const script = '/panel-worker.js'

/** 'missing': on an iPhone the panel must be on the home screen first; other browsers that lack it are old. */
export type Ability = 'ready' | 'denied' | 'missing'

export function ability(): Ability {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'missing'
  return Notification.permission === 'denied' ? 'denied' : 'ready'
}

/** The subscription that this browser has. */
export async function ownSubscription(): Promise<PushSubscription | null> {
  if (ability() === 'missing') return null
  const registration = await navigator.serviceWorker.getRegistration('/admin')
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Asks the user, then the browser's maker. Undefined when she said no. */
export async function subscribe(publicKey: string): Promise<PushSubscription | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined
  const registration = await navigator.serviceWorker.register(script, { scope: '/admin' })
  await activated(registration)
  // One of other keys is of no use.
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

/** Resolves once the worker runs: nothing can be subscribed before. */
async function activated({ installing, waiting, active }: ServiceWorkerRegistration): Promise<void> {
  const worker = installing ?? waiting
  if (active || !worker) return
  await new Promise<void>((resolve) => {
    worker.addEventListener('statechange', () => worker.state === 'activated' && resolve())
  })
}
