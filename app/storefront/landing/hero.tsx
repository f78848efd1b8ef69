import { useState } from 'react'
import { PrefetchPageLinks, useNavigate } from 'react-router'
import { listData } from '#app/browser/list-data.ts'
import { Icon } from '#app/ui/icon.tsx'
import type { Scene } from '#shop/settings/scenes.ts'
import { seconds } from '#shop/time.ts'
import { useShop } from '../../frame/use-shop.ts'
import { LandingScenes } from './scenes.tsx'

/** Milliseconds that a phone shows that it is on its way. */
const onTheWay = seconds(1.2)

/**
 * The scene that fills the screen (`--screen`: what a line above leaves of it), with the brand and the way in. The header lies over its top; on a low screen the words
 * draw together, so that they stay below the clothes.
 */
export function Hero({ scenes, slogan }: { scenes: Scene[]; slogan: string }) {
  const shop = useShop()?.shop
  const { leaving, start } = useStart()
  return (
    <>
      <LandingScenes scenes={scenes} label={shop?.name}>
        <div className="gutter relative z-10 mx-auto flex w-full max-w-page flex-col items-start pb-[clamp(1rem,var(--screen,100svh)*.1-44px,2.5rem)]">
          <h1 className="word-mark font-display text-[clamp(2rem,min(13vw,var(--screen,100svh)*.06),3.25rem)] lg:landscape:text-[5.5rem] leading-none tracking-[-0.02em]">
            {shop?.name}
          </h1>
          {slogan && <p className="mt-3 text-lg md:max-lg:max-w-56">{slogan}</p>}
          <a
            href="/ust-giyim"
            onClick={(event) => {
              event.preventDefault()
              start()
            }}
            className={`${startClass} md:hidden`}
          >
            Keşfetmeye Başla
            <Icon name="next" />
          </a>
          {/* biome-ignore lint/a11y/useValidAnchor: it leads to a part of this page, also without script */}
          <a
            href="#secim"
            onClick={(event) => {
              event.preventDefault()
              slideUp()
            }}
            className={`${startClass} max-md:hidden`}
          >
            Keşfetmeye Başla
            <Icon name="down" />
          </a>
        </div>
      </LandingScenes>
      {leaving && (
        <div
          role="status"
          className="fixed inset-0 z-50 flex animate-arrive flex-col items-center justify-center gap-6 bg-paper"
        >
          <p className="word-mark font-display text-3xl">{shop?.name}</p>
          <p className="animate-breathe text-muted">Ürünler yükleniyor...</p>
          <PrefetchPageLinks page="/ust-giyim" />
          <link rel="prefetch" as="fetch" href={listData('/ust-giyim')} />
        </div>
      )}
    </>
  )
}

const startClass =
  'mt-[clamp(0.75rem,var(--screen,100svh)*.06-22px,1.75rem)] inline-flex min-h-12 items-center gap-3 rounded-xs bg-nar px-6 font-semibold text-white transition-colors hover:bg-ink'

function useStart() {
  const navigate = useNavigate()
  const [leaving, setLeaving] = useState(false)
  function start() {
    setLeaving(true)
    setTimeout(() => navigate('/ust-giyim', { state: { selectedCategory: 'ust-giyim' } }), onTheWay)
  }
  return { leaving, start }
}

/** The page slides up to what is below the picture. */
function slideUp() {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  const target = document.getElementById('secim')
  target?.scrollIntoView({ behavior: still ? 'instant' : 'smooth' })
  target?.focus({ preventScroll: true })
}
