import type { Route } from './+types/logo.ts'
import { bare } from './frame.tsx'
import { shopOf } from './page-meta.ts'
import { useShop } from './use-shop.ts'

export const handle = bare

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: shopOf(matches).name },
  { name: 'robots', content: 'noindex' },
]

/** The word mark and nothing else. */
export default function Logo() {
  return (
    <main className="grid flex-1 place-items-center p-6">
      <h1 className="text-center font-display text-[clamp(2.5rem,12vw,9rem)] leading-none tracking-[-0.02em]">
        <span className="word-mark">{useShop()?.shop.name}</span>
      </h1>
    </main>
  )
}
