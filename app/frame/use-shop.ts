import { useRouteLoaderData } from 'react-router'
import type { Area } from '#shop/catalog/contract.ts'
import type { PageFace } from '#shop/settings/face/page-face.ts'

/** The facts that every page shows: the brand, its promises, and the categories of the menus. */
export type ShopFacts = {
  shop: {
    name: string
    email: string
    instagramUrl: string
    publicUrl: string
    demo: boolean
    /** It bears the demo's name, and is drawn with its blossom. */
    blossom: boolean
    /** The promise at the foot of every page, in one line. */
    promise: string
    /** Where the fee for delivery is told; absent where it is free. */
    feeTold?: string
    /** Guests may buy without an account; absent where they may not. */
    guests?: true
    /** Carts may cost less by a code, or by itself; absent where there is no campaign. */
    campaigns?: 'code' | 'automatic'
    /** Gift cards pay; absent where the shop has none. */
    giftCards?: true
    /** The shop sends mails about a cart that was left, to those who agreed to mails; absent where it does not. */
    keptCarts?: true
    /** Shoppers may review what they bought; absent where they may not. */
    reviews?: true
    /** Its number on WhatsApp, E.164; absent where it has none. */
    whatsapp?: string
    /** The owner's own touches; absent where there is none. */
    face?: PageFace
  }
  categories: { name: string; slug: string; area: Area }[]
}

/** The facts of the page before, for one that could not be fetched. In the browser alone: a server tells nothing old. */
let before: ShopFacts | undefined

/** Undefined on a page that the server made without having read the shop. */
export function useShop(): ShopFacts | undefined {
  const facts = useRouteLoaderData<ShopFacts>('root')
  if (typeof document !== 'undefined') before = facts ?? before
  return facts ?? before
}
