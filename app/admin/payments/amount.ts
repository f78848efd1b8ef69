import { formatKurus, fromTl } from '#shop/money.ts'

/** An amount of the API, as the owner reads it. */
export const tl = (amount: number) => formatKurus(fromTl(amount) ?? 0)
