import { useEffect } from 'react'
import type { WireQuote } from '#api/wire/payments.ts'
import { api } from '#app/browser/api-client.ts'
import { useStored } from '#app/browser/browser-storage.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { fromTl } from '#shop/money.ts'
import type { PaymentMethod } from '#shop/payment-method.ts'
import { fold } from '#shop/turkish.ts'
import { useShop } from '../../../frame/use-shop.ts'
import { type CartLine, cartDiscount, couponKey } from '../../cart/store.ts'
import { noWishes, wish } from './wishes.ts'

export type Quoted = ReturnType<typeof useQuote>

/**
 * The price of the cart for this way of paying and this city, and the ways to pay; the sum of the goods until the shop answers.
 * `onTold` hears each answer.
 */
export function useQuote(
  lines: CartLine[],
  goodsKurus: number,
  city: string,
  method: PaymentMethod,
  { credit, giftCards } = noWishes,
  onTold: (told: WireQuote) => void = () => {},
) {
  const cartItems = lines.map(({ productId, variantId, size, color, quantity }) => ({
    ...{ productId, variantId, size, color, quantity },
  }))
  const code = useCoupon()
  const asked = {
    ...{ cartItems, paymentMethod: method },
    ...(city ? { city } : {}),
    ...(credit ? { useCredit: true } : {}),
    ...(code ? { coupon: code } : {}),
    ...(giftCards.length > 0 ? { giftCards } : {}),
  }
  const { state, again } = useLoaded(JSON.stringify(asked), async (signal) => {
    const told = await api.post<'POST /checkout/quote'>('/checkout/quote', asked, { signal })
    if (!signal.aborted) onTold(told)
    return told
  })
  const told = state.kind === 'ready' ? state.value : undefined
  // Her store credit is used unless she says otherwise.
  const mayUse = told?.credit !== undefined && credit === undefined
  useEffect(() => {
    if (mayUse) wish({ credit: true })
  }, [mayUse])
  const discountKurus = told ? (fromTl(told.discount) ?? 0) : state.kind === 'failed' ? 0 : undefined
  useEffect(() => {
    if (discountKurus !== undefined) cartDiscount.set(discountKurus)
  }, [discountKurus])
  const kurus = (of: keyof Pick<WireQuote, 'delivery' | 'methodFee' | 'total'>) => told && fromTl(told[of])
  return {
    totalKurus: kurus('total') ?? goodsKurus,
    deliveryKurus: kurus('delivery') ?? 0,
    methodFeeKurus: kurus('methodFee') ?? 0,
    methods: shownWays(told?.methods ?? []),
    /** Nothing is left to be paid in another way. */
    byCredit: told?.methods[0]?.method === 'STORE_CREDIT',
    credit: told?.credit && {
      balanceKurus: fromTl(told.credit.balance) ?? 0,
      usedKurus: fromTl(told.credit.used) ?? 0,
    },
    useCredit: credit === true && told?.credit !== undefined,
    setCredit: (credit: boolean) => wish({ credit }),
    giftCards,
    setGiftCards: (giftCards: string[]) => wish({ giftCards }),
    giftCardsTold: giftCards.length > 0 ? told?.giftCards : undefined,
    code,
    /** The shop's answer about that code, once it is there. */
    coupon: code && told?.coupon && fold(told.coupon.code) === fold(code) ? told.coupon : undefined,
    campaigns: told?.campaigns,
    failed: state.kind === 'failed',
    /** The first answer has not come: nobody knows yet how this can be paid. */
    waiting: state.kind === 'loading',
    again,
  }
}

/** The code that she wants to use, in a shop that has any. */
function useCoupon(): string | null {
  const code = useStored(couponKey)
  return useShop()?.shop.campaigns === 'code' ? code : null
}

/** That no card is typed here needs no line of its own where she types it on another page. */
function shownWays(methods: WireQuote['methods']): WireQuote['methods'] {
  const onPage = methods.some(({ method, available }) => method === 'HOSTED' && available)
  return methods.filter(({ method, available }) => available || method !== 'CARD' || !onPage)
}
