import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { shopContext } from '#app/context.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { landingScenes } from '#shop/media/scenes.ts'
import { seconds } from '#shop/time.ts'
import type { Route } from './+types/landing.ts'
import { areaPages, type ListingState } from './areas.ts'
import { Footer } from './footer.tsx'
import { bare } from './frame.tsx'
import { DemoNotice } from './header.tsx'
import { LandingMenu } from './landing-menu.tsx'
import { LandingScenes } from './landing-scenes.tsx'
import { pageMeta, shopOf } from './page-meta.ts'
import { useShop } from './use-shop.ts'

export const handle = bare

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const shop = shopOf(matches)
  return [
    ...pageMeta(shop, {
      title: `${shop.name} | Kadın Giyim ve Aksesuar`,
      description: `${shop.name}: üst giyim, alt giyim, aksesuar ve özel koleksiyon. Her siparişte ücretsiz kargo.`,
      path: '/',
      image: loaderData?.scenes[0]?.landscape,
    }),
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'OnlineStore',
        name: shop.name,
        url: `${shop.publicUrl}/`,
      },
    },
  ]
}

export async function loader({ context }: Route.LoaderArgs) {
  return { scenes: await landingScenes(context.get(shopContext)) }
}

/** What the landing page leads to, and what the navigation carries there. */
export const entries: { name: string; to: string; state: ListingState }[] = [
  { name: 'TÜM ÜRÜNLER', to: '/ust-giyim', state: { selectedCategory: 'all', showAllProducts: true } },
  ...areaPages.map(({ area, tab }) => ({ name: tab, to: `/${area}`, state: { selectedCategory: area } })),
]

/** How long a phone shows that it is on its way. */
const onTheWay = seconds(1.2)

export default function Landing({ loaderData: { scenes } }: Route.ComponentProps) {
  const shop = useShop()?.shop
  const navigate = useNavigate()
  const [leaving, setLeaving] = useState(false)
  const start = () => {
    setLeaving(true)
    setTimeout(() => navigate('/ust-giyim', { state: { selectedCategory: 'ust-giyim' } }), onTheWay)
  }
  const light = scenes.length > 0
  return (
    <>
      <main>
        <section
          aria-label={shop?.name}
          className={`relative flex h-svh min-h-[560px] flex-col overflow-hidden ${light ? 'bg-ink text-white' : ''}`}
        >
          <LandingScenes scenes={scenes} />
          <nav aria-label="Bölümler" className="gutter relative z-10 pt-5 max-lg:hidden">
            <ul className="flex items-center justify-center gap-10 xl:gap-14">
              {entries.map((entry) => (
                <li key={entry.name}>
                  <Link to={entry.to} state={entry.state} className="label-caps flex h-11 items-center">
                    <span className="link-line py-1">{entry.name}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <div className="gutter relative z-10 flex justify-end pt-3 lg:hidden">
            <LandingMenu />
          </div>
          <div className="gutter relative z-10 mt-auto flex flex-col items-start pb-10 md:pb-14">
            <h1 className="font-display text-[clamp(2.5rem,13vw,4rem)] leading-none tracking-[-0.02em]">
              {shop?.name}
            </h1>
            <p className="mt-3 text-lg">Az sayıda, özenle seçilmiş parçalar.</p>
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
        </section>
        {shop?.demo && <DemoNotice />}
        <GenderChoice scenes={scenes} />
      </main>
      <Footer />
      {leaving && (
        <div
          role="status"
          className="fixed inset-0 z-50 flex animate-arrive flex-col items-center justify-center gap-6 bg-paper"
        >
          <p className="font-display text-3xl">{shop?.name}</p>
          <p className="animate-breathe text-muted">Ürünler yükleniyor...</p>
        </div>
      )}
    </>
  )
}

const startClass =
  'mt-8 inline-flex min-h-12 items-center gap-3 rounded-xs bg-paper px-6 font-semibold text-ink transition-colors hover:bg-white'

/** The page slides up to what is below the picture. */
function slideUp() {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  const target = document.getElementById('secim')
  target?.scrollIntoView({ behavior: still ? 'instant' : 'smooth' })
  target?.focus({ preventScroll: true })
}

function GenderChoice({ scenes }: Pick<Route.ComponentProps['loaderData'], 'scenes'>) {
  const choices = [
    { name: 'Kadın', to: '/ust-giyim', about: 'Elbise, bluz, yelek ve takımlar', scene: scenes[1] ?? scenes[0] },
    { name: 'Unisex', to: '/alt-giyim', about: 'Etekler ve pantolonlar', scene: scenes[2] ?? scenes[0] },
  ]
  return (
    <section
      id="secim"
      tabIndex={-1}
      aria-labelledby="secim-basligi"
      className="below-fold gutter mx-auto max-w-page pt-16 outline-none md:pt-24"
    >
      <h2 id="secim-basligi" className="font-display text-2xl md:text-3xl">
        Nereden başlayalım?
      </h2>
      <ul className="mt-8 grid gap-x-6 gap-y-10 md:mt-12 md:grid-cols-2">
        {choices.map(({ name, to, about, scene }) => (
          <li key={name} className="group relative">
            {scene && (
              <div className="aspect-4/3 overflow-hidden rounded-xs md:aspect-4/5 lg:aspect-5/4">
                <Picture
                  image={scene.landscape}
                  alt=""
                  sizes="(min-width: 768px) 48vw, 92vw"
                  className="size-full object-cover transition-transform duration-700 ease-out group-hover:scale-[1.03]"
                />
              </div>
            )}
            <div className={`flex items-end justify-between gap-4 ${scene ? 'pt-4' : 'border-line border-t pt-6'}`}>
              <div>
                <h3 className="font-display text-2xl">
                  <Link to={to} state={{ selectedCategory: to.slice(1) }} className="after:absolute after:inset-0">
                    {name}
                  </Link>
                </h3>
                <p className="text-muted">{about}</p>
              </div>
              <span className="pb-1 transition-transform group-hover:translate-x-1">
                <Icon name="next" size={24} />
              </span>
            </div>
          </li>
        ))}
      </ul>
      <p className="mt-16 flex flex-wrap items-center justify-between gap-6 border-line border-t pt-8 text-lg">
        Serin günlere katman katman hazırlanın.
        <Link to="/ust-giyim" state={{ selectedCategory: 'dis-giyim' }} className={buttonClass('secondary')}>
          Dış Giyim
        </Link>
      </p>
    </section>
  )
}
