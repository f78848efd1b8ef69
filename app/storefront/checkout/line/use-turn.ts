import { type RefObject, useState } from 'react'
import type { WirePayment, WirePlace } from '#api/wire/payments.ts'
import { ApiError, api } from '#app/browser/api-client.ts'
import { whenOnline } from '#app/browser/lazy-online.ts'
import type { CartLine } from '../../cart/store.ts'
import { pay } from '../pay.ts'
import type { Standing } from './wait-for-turn.ts'

/** A payment that waits in line. */
type InLine = { standing: Standing; isOver: boolean; leave: () => void }

/** Pays, after a wait in line where the shop has one. `stopped` ends the wait. */
export function useTurn(lines: CartLine[], stopped: RefObject<AbortController>) {
  const [inLine, setInLine] = useState<InLine>()

  /** Undefined when she left the line, or nothing is left of what she wants. */
  async function payInTurn(body: unknown): Promise<WirePayment | undefined> {
    for (let ticket: string | undefined; ; ) {
      try {
        return await pay(body, ticket)
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'IN_LINE') throw error
        const place = error.data as WirePlace
        if (!(await waitInLine(place))) return undefined
        ticket = place.ticket
      }
    }
  }

  async function waitInLine(place: WirePlace): Promise<boolean> {
    await whenOnline()
    const { waitForTurn } = await import('./wait-for-turn.ts')
    const left = new AbortController()
    const leave = () => {
      left.abort()
      setInLine(undefined)
      api.delete<'DELETE /checkout/line/{ticket}'>(`/checkout/line/${place.ticket}`).catch(() => {})
    }
    const tell = (standing: Standing) => setInLine({ standing, isOver: false, leave })
    stopped.current.signal.addEventListener('abort', () => left.abort())
    const { signal } = left
    const variantIds = [...new Set(lines.map(({ variantId }) => variantId))]
    try {
      const isCalled = (await waitForTurn(place, { variantIds, signal, tell })) === 'called'
      setInLine((inLine) => (isCalled || !inLine ? undefined : { ...inLine, isOver: true }))
      return isCalled
    } catch (error) {
      if (left.signal.aborted) return false
      throw error
    }
  }

  return { inLine, payInTurn }
}
