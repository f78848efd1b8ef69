import { z } from 'zod'
import type { Ctx } from '../ctx.ts'
import { findBrand } from './brand.ts'
import { findSetting } from './settings.ts'

const text = z.string().trim().max(300)

/** The seller's legal facts, and the carrier of returns. The owner may change each; every text states them. */
export const ShopPolicies = z.object({
  merchantTitle: text,
  mersis: text,
  tradeRegistry: text,
  chamber: text,
  taxOffice: text,
  taxNumber: text,
  address: text,
  phone: text,
  kep: text,
  returnCarrier: text,
  returnAddress: text,
  /** The ministry's page of the shop's registration. */
  etbis: text,
})
export type ShopPolicies = z.infer<typeof ShopPolicies>

/** An admin's settings come before the LEGAL_ variables, and those before the demo's; a live shop has no demo facts. */
export async function findPolicies(ctx: Ctx): Promise<ShopPolicies> {
  const own = await findSetting(ctx, 'policies', ShopPolicies.partial())
  const { config } = ctx
  return {
    ...(config.mode === 'demo' ? demoPolicies((await findBrand(ctx)).shopName) : blank),
    ...config.legal,
    ...given(own),
  }
}

function given(own: Partial<ShopPolicies> = {}): Partial<ShopPolicies> {
  return Object.fromEntries(Object.entries(own).filter(([, value]) => value !== ''))
}

const blank: ShopPolicies = {
  merchantTitle: '',
  mersis: '',
  tradeRegistry: '',
  chamber: '',
  taxOffice: '',
  taxNumber: '',
  address: '',
  phone: '',
  kep: '',
  returnCarrier: '',
  returnAddress: '',
  etbis: '',
}

/** Obviously made up, so that nobody takes the demo for a trader. */
function demoPolicies(shopName: string): ShopPolicies {
  return {
    merchantTitle: `${shopName} Tekstil Ticaret Limited Şirketi (örnek)`,
    mersis: '0000 0000 0000 0000 (örnek)',
    tradeRegistry: 'İstanbul 000000-0 (örnek)',
    chamber: 'İstanbul Ticaret Odası (www.ito.org.tr)',
    taxOffice: 'Kadıköy',
    taxNumber: '000 000 0000 (örnek)',
    address: 'Örnek Mahallesi, Nar Sokak No: 1, 34710 Kadıköy / İstanbul',
    phone: '0850 000 00 00',
    kep: 'ornek@hs01.kep.tr',
    returnCarrier: 'Örnek Kargo',
    returnAddress: 'Örnek Mahallesi, Nar Sokak No: 1, 34710 Kadıköy / İstanbul',
    etbis: '',
  }
}
