import { useEffect, useState } from 'react'
import { formatKurus } from '#shop/money.ts'
import { countText, fetchInstalments, type InstalmentOffer } from './instalments-offers.ts'

const failed = 'failed'

/** A table for each card family: count, what is paid each month, and in all. */
export default function InstalmentsTable({ priceKurus }: { priceKurus: number }) {
  const [offers, setOffers] = useState<InstalmentOffer[] | typeof failed>()
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once more for each try
  useEffect(() => {
    const stop = new AbortController()
    setOffers(undefined)
    fetchInstalments(priceKurus, '', stop.signal)
      .then(setOffers)
      .catch(() => stop.signal.aborted || setOffers(failed))
    return () => stop.abort()
  }, [priceKurus, tries])
  if (offers === failed) {
    return (
      <p className="py-2 text-sm" role="alert">
        Taksit seçenekleri alınamadı.{' '}
        <button type="button" className="min-h-11 underline underline-offset-4" onClick={() => setTries(tries + 1)}>
          Tekrar Dene
        </button>
      </p>
    )
  }
  if (!offers) {
    return (
      <p className="py-2 text-muted text-sm" role="status">
        Yükleniyor…
      </p>
    )
  }
  return (
    <div className="grid gap-6 py-2 sm:grid-cols-2">
      {offers.map((offer) => (
        <table key={`${offer.family} ${offer.bank}`} className="w-full self-start text-sm tabular-nums">
          <caption className="pb-2 text-left font-medium">
            {offer.family}
            {offer.bank && <span className="font-normal text-muted"> {offer.bank}</span>}
          </caption>
          <thead className="text-muted">
            <tr>
              <th scope="col" className="py-1 text-left font-normal">
                Taksit
              </th>
              <th scope="col" className="py-1 text-right font-normal">
                Aylık
              </th>
              <th scope="col" className="py-1 text-right font-normal">
                Toplam
              </th>
            </tr>
          </thead>
          <tbody>
            {offer.options.map(({ count, monthly, total }) => (
              <tr key={count} className="border-line border-t">
                <th scope="row" className="py-2 text-left font-normal">
                  {countText(count)}
                </th>
                <td className="py-2 text-right">{formatKurus(Math.round(monthly * 100))}</td>
                <td className="py-2 text-right">{formatKurus(Math.round(total * 100))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  )
}
