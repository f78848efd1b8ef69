import type { WireInstallmentOffer } from '#api/wire/payments.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { LoadFailed, Loading } from '#app/ui/load-states.tsx'
import { formatKurus } from '#shop/money.ts'
import { countText, fetchInstallments } from '../../checkout/installments-offers.ts'

/** A table for each card family: count, what is paid each month, and in all. */
export default function InstallmentsTable({ priceKurus }: { priceKurus: number }) {
  const { state, again } = useLoaded(String(priceKurus), (signal) => fetchInstallments(priceKurus, '', signal))
  if (state.kind === 'failed') return <LoadFailed onAgain={again}>Taksit seçenekleri alınamadı.</LoadFailed>
  if (state.kind === 'loading') return <Loading />
  return (
    <div className="grid gap-6 py-2 grid-cols-[repeat(auto-fit,minmax(min(100%,17rem),1fr))]">
      {state.value.map((offer) => (
        <OfferTable key={`${offer.family} ${offer.bank}`} offer={offer} />
      ))}
    </div>
  )
}

function OfferTable({ offer }: { offer: WireInstallmentOffer }) {
  return (
    <table className="w-full self-start whitespace-nowrap text-sm tabular-nums">
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
  )
}
