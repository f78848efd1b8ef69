import { useShop } from '../../../frame/use-shop.ts'
import { useQuote } from '../../checkout/ways/use-quote.ts'
import type { CartLine } from '../store.ts'
import { CouponField } from './field.tsx'
import { CampaignLines } from './lines.tsx'

export type CartCampaignsProps = { lines: CartLine[]; totalKurus: number }

/** The cart's campaigns and its field for a code; fetched only in a shop that has any. */
export function CartCampaigns({ lines, totalKurus }: CartCampaignsProps) {
  const quote = useQuote(lines, totalKurus, '', 'CARD')
  return (
    <>
      {useShop()?.shop.campaigns === 'code' && <CouponField code={quote.code} told={quote.coupon} />}
      <CampaignLines campaigns={quote.campaigns} />
    </>
  )
}
