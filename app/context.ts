import { createContext } from 'react-router'
import type { Ctx } from '#shop/ctx.ts'

/** How a loader reaches the shop: `context.get(shopContext)`. */
export const shopContext = createContext<Ctx>()

/** The error of a page that could not be rendered; React Router gives it to handleError alone. */
export const failuresContext = createContext<unknown[]>()
