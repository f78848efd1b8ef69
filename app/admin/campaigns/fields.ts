import type { WireCoupon } from '#api/wire/admin/coupons.ts'
import type { CampaignKind } from '#shop/campaigns/contract.ts'
import { offerWords } from '#shop/campaigns/rules.ts'
import { fromTl } from '#shop/money.ts'
import { amountText, plainAmount, typed } from '../parts/number-fields.tsx'
import { toField } from '../settings/face/moment.ts'

/** A campaign's fields as they are typed. */
export type Values = {
  how: 'code' | 'automatic'
  code: string
  name: string
  kind: CampaignKind
  value: string
  buyQuantity: string
  getQuantity: string
  minTotal: string
  startsAt: string
  endsAt: string
  totalLimit: string
  personLimit: string
  categoryIds: string[]
  productIds: string[]
  firstOrderOnly: boolean
  customerEmail: string
  combinable: boolean
  partner: string
  active: boolean
}

const blank: Values = {
  ...{ how: 'code', code: '', name: '', kind: 'PERCENT', value: '', buyQuantity: '2', getQuantity: '1', minTotal: '' },
  ...{ startsAt: '', endsAt: '', totalLimit: '', personLimit: '', categoryIds: [], productIds: [] },
  ...{ firstOrderOnly: false, customerEmail: '', combinable: false, partner: '', active: true },
}

export function valuesOf(campaign: WireCoupon | undefined): Values {
  if (!campaign) return blank
  const { code, kind, value } = campaign
  const number = (n: number | null) => (n === null ? '' : String(n))
  return {
    ...campaign,
    how: code === null ? 'automatic' : 'code',
    code: code ?? '',
    value: kind === 'FREE_DELIVERY' ? '' : kind === 'AMOUNT' ? typed(value) : String(value),
    buyQuantity: number(campaign.buyQuantity) || blank.buyQuantity,
    getQuantity: number(campaign.getQuantity) || blank.getQuantity,
    minTotal: amountText(campaign.minTotal),
    startsAt: toField(campaign.startsAt),
    endsAt: toField(campaign.endsAt),
    totalLimit: number(campaign.totalLimit),
    personLimit: number(campaign.personLimit),
    customerEmail: campaign.customerEmail ?? '',
  }
}

/** The body of the calls; a field that is left empty is left out. */
export function bodyOf({ how, code, startsAt, endsAt, value, minTotal, ...values }: Values) {
  const own = Object.fromEntries(
    Object.entries(values).flatMap(([name, given]) => (given === '' ? [] : [[name, given]])),
  )
  return {
    ...own,
    ...(how === 'code' ? { code: code.trim() } : {}),
    ...(value.trim() ? { value: plainAmount(value) } : {}),
    ...(minTotal.trim() ? { minTotal: plainAmount(minTotal) } : {}),
    ...(startsAt ? { startsAt: momentOf(startsAt) } : {}),
    ...(endsAt ? { endsAt: momentOf(endsAt) } : {}),
  }
}

/** Mistakes that are found before the shop is asked. */
export function missing({ how, code }: Values): { code?: string } {
  return how === 'code' && code.trim() === '' ? { code: 'Kodu yazın' } : {}
}

/** A minute in Istanbul, as the field of day and time writes it, with its zone. */
function momentOf(local: string): string {
  return `${local.slice(0, 16)}:00+03:00`
}

export function titleOf({ code, name }: Pick<WireCoupon, 'code' | 'name'>): string {
  return code ?? name
}

/** The campaign's offer, in words. */
export function offerOf({ kind, value, buyQuantity, getQuantity }: WireCoupon): string {
  return offerWords({ kind, value: kind === 'AMOUNT' ? (fromTl(value) ?? 0) : value, buyQuantity, getQuantity })
}
