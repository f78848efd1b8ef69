import { useEffect, useState } from 'react'
import type { deliveryDates } from './live.ts'

type Live = { dates?: ReturnType<typeof deliveryDates>; installments?: string | undefined }
export type Terms = Parameters<typeof deliveryDates>[0]

/**
 * Facts of this moment, which a cached page cannot hold: when an order would arrive, and the bank's monthly installments.
 * Empty for a price of null.
 */
export function useLive(terms: Terms, priceKurus: number | null): Live {
  const [live, setLive] = useState<Live>({})
  useEffect(() => {
    if (priceKurus === null) return setLive({})
    const stopped = new AbortController()
    const show = (news: Live) => !stopped.signal.aborted && setLive((live) => ({ ...live, ...news }))
    import('./live.ts')
      .then(({ deliveryDates, longestInstallments }) => {
        show({ dates: deliveryDates(terms, new Date()) })
        return longestInstallments(priceKurus, stopped.signal)
      })
      .then((installments) => show({ installments }))
      // The page does without.
      .catch(() => show({ installments: undefined }))
    return () => stopped.abort()
  }, [terms, priceKurus])
  return live
}
