import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { DeliveryFee, deliveryKey, freeDelivery } from '../delivery-fee.ts'
import { findSettings } from '../settings.ts'

/**
 * Whether there are campaigns, with a code and without. While there are none, pricing a cart does not query them unless a code is
 * sent along, and shoppers see no word of them. Updated by shop/campaigns.
 */
export const CampaignSwitches = z.object({ codes: z.boolean(), automatic: z.boolean() })
export type CampaignSwitches = z.infer<typeof CampaignSwitches>

export const campaignsKey = 'campaigns'

/** The settings that pricing a cart needs, in one query. */
export async function findFeeAndCampaigns(ctx: Ctx): Promise<{ fee: DeliveryFee; campaigns?: CampaignSwitches }> {
  const own = await findSettings(ctx, { [deliveryKey]: DeliveryFee, [campaignsKey]: CampaignSwitches })
  const campaigns = own[campaignsKey]
  const fee = own[deliveryKey] ?? freeDelivery
  return campaigns && (campaigns.codes || campaigns.automatic) ? { fee, campaigns } : { fee }
}
