import { shopContext } from '#app/context.ts'
import type { Route } from './+types/landing.ts'

export function loader({ context }: Route.LoaderArgs) {
  return { shopName: context.get(shopContext).config.shopName }
}

export default function Landing({ loaderData }: Route.ComponentProps) {
  return <h1>{loaderData.shopName}</h1>
}
