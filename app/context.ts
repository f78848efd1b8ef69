import { createContext } from 'react-router'
import type { Ctx } from '#shop/ctx.ts'

/** How a loader reaches the shop: `context.get(shopContext)`. */
export const shopContext = createContext<Ctx>()

/** Markup that the server adds to a page and no script draws: at the end of the head and at the top of the body. */
export const insertsContext = createContext<{ head: string; top: string }>()

/** The error of a page that could not be rendered; React Router gives it to handleError alone. */
export const failuresContext = createContext<unknown[]>()

/** A page as entry.server.tsx rendered it, and what its loaders gave, as the router writes it for the browser: lines of JSON. */
export type RenderedPage = { html: string; data: string }

/**
 * Where a rendered page goes to, in the place of the answer's body: through streams and bytes and back to text it took a tenth of the
 * page's processor time.
 */
export const renderedContext = createContext<{ page?: RenderedPage }>()
