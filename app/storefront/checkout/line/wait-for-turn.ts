import type { WireLine, WirePlace } from '#api/wire/payments.ts'
import { api } from '#app/browser/api-client.ts'
import { seconds } from '#shop/time.ts'

/** How she stands in line; `soldOut` are sizes of her cart. */
export type Standing = { ahead: number; seconds: number | null; soldOut: string[] }

type Waiting = {
  variantIds: string[]
  signal: AbortSignal
  tell: (standing: Standing) => void
  pause?: (standing: Standing, signal: AbortSignal) => Promise<void>
}

/** Waits until her place is called, or all that she wants is sold out. A lost connection or a sleeping phone costs her nothing. */
export async function waitForTurn(
  { place, ahead, seconds }: WirePlace,
  { variantIds, signal, tell, pause = pauseFor }: Waiting,
): Promise<'called' | 'sold out'> {
  let standing: Standing = { ahead, seconds, soldOut: [] }
  for (;;) {
    tell(standing)
    await pause(standing, signal)
    signal.throwIfAborted()
    const line = await api.get<'GET /checkout/line'>('/checkout/line', { guest: true, signal }).catch(() => undefined)
    if (!line) continue
    standing = standingOf(place, line, variantIds)
    if (variantIds.length > 0 && standing.soldOut.length === variantIds.length) {
      tell(standing)
      return 'sold out'
    }
    if (!line.open || place <= line.called) return 'called'
  }
}

function standingOf(place: number, { called, perSecond, soldOut }: WireLine, variantIds: string[]): Standing {
  const ahead = Math.max(0, place - called - 1)
  return {
    ahead,
    seconds: perSecond ? Math.ceil(ahead / perSecond) : null,
    soldOut: variantIds.filter((id) => soldOut.includes(id)),
  }
}

/** Milliseconds until it is worth asking again: seldom while many are before her, and not all at the same moment. */
export function untilNextLook({ ahead, seconds: left }: Standing): number {
  const isNext = ahead < 20 || (left !== null && left < 15)
  return isNext ? seconds(1.5) : seconds(Math.min(10, (left ?? 25) / 5)) * (0.8 + Math.random() * 0.4)
}

/** A phone that wakes up looks at once. */
function pauseFor(standing: Standing, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', wake)
      signal.removeEventListener('abort', look)
      resolve()
    }
    const wake = () => document.visibilityState === 'visible' && look()
    const timer = setTimeout(look, untilNextLook(standing))
    document.addEventListener('visibilitychange', wake)
    signal.addEventListener('abort', look)
  })
}
