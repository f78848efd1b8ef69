import { useEffect } from 'react'
import type { Product } from '#shop/catalog/products.ts'
import { Delivery, type DeliveryWords, Promises } from './delivery.tsx'
import { Description } from './description.tsx'
import { Garment } from './garment.tsx'
import type { GarmentDetails } from './garment-details.ts'
import { Installments } from './installments.tsx'
import { type Terms, useLive } from './use-live.ts'

export type DetailsProps = {
  product: Product
  details: GarmentDetails
  terms: Terms
  promises: DeliveryWords
  /** The price of what is chosen; null for a sold-out piece, for which nothing is promised. */
  priceKurus: number | null
  /** Receives the line about installments once it is known. */
  onInstallments: (line: string | undefined) => void
}

/** Everything about a piece that follows after the choice of it. */
export function Details({ product, details, terms, promises, priceKurus, onInstallments }: DetailsProps) {
  const { dates, installments } = useLive(terms, priceKurus)
  useEffect(() => onInstallments(installments), [installments, onInstallments])
  const delivery = { promises, dates, exemption: product.withdrawalExemption }
  return (
    <>
      {details.fitNote && <p className="mt-4 font-medium">{details.fitNote}</p>}
      {priceKurus !== null && <Promises {...delivery} />}
      <Description text={product.description} />
      <div className="mt-6 border-line border-b">
        <Garment details={details} />
        {priceKurus !== null && <Delivery {...delivery} />}
        {priceKurus !== null && <Installments priceKurus={priceKurus} />}
      </div>
    </>
  )
}
