import type { WireMailPreferences } from '#api/wire/accounts.ts'
import { api } from '#app/browser/api-client.ts'
import { followStored, readStored, writeStored } from '#app/browser/browser-storage.ts'
import { currentUser } from '#app/browser/session-store.ts'
import { readCart } from './store.ts'

/** Whose cart the server has, and what is in it: the same is not sent again. */
const key = 'sentCart'
/** Milliseconds without a change after which it is sent. */
const pause = 2000

let following = false
let timer: ReturnType<typeof setTimeout> | undefined
/** The cart that was tried last: unchanged it is not tried again, such as where she has not agreed to mails. */
let withheld: string | undefined

/** From now on the shop has the cart of whoever is signed in, if she agreed to mails. Loaded only where the shop tells of carts. */
export function keepCart(): void {
  if (!following) followStored(later)
  following = true
  later()
}

function later() {
  clearTimeout(timer)
  // A failure does no harm: the next change is sent.
  timer = setTimeout(() => send().catch(() => {}), pause)
}

async function send(): Promise<void> {
  const user = currentUser()
  if (!user) return
  const items = readCart().map(({ variantId, quantity }) => ({ variantId, quantity }))
  const cart = items.length > 0 ? `${user.id} ${JSON.stringify(items)}` : null
  if (cart === readStored(key) || (cart && cart === withheld)) return
  withheld = cart ?? undefined
  if (cart && !(await hasAgreed())) return
  const { kept } = await api.put<'PUT /account/cart'>('/account/cart', { items })
  if (kept || !cart) writeStored(key, cart)
}

async function hasAgreed(): Promise<boolean> {
  const { marketing }: WireMailPreferences = await api.get<'GET /account/mail-preferences'>('/account/mail-preferences')
  return marketing.granted
}
