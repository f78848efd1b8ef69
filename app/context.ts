import { createContext } from 'react-router'
import type { Ctx } from '#shop/ctx.ts'

/** How a loader reaches the shop: `context.get(shopContext)`. */
export const shopContext = createContext<Ctx>()

/** What went wrong while a page was made; React Router tells it to handleError alone. */
export const failuresContext = createContext<unknown[]>()
