import { useRouteLoaderData } from 'react-router'
import type { loader } from '#app/root.tsx'

/** The brand and the menus; undefined on the page that says the shop itself could not be read. */
export function useShop() {
  return useRouteLoaderData<typeof loader>('root')
}
