import type { ReactNode } from 'react'
import { shopContext } from '#app/context.ts'
import type { LandingKind, LandingPart } from '#shop/settings/landing.ts'
import { overScene } from '../../frame/frame.tsx'
import { DemoNotice } from '../../frame/header.tsx'
import { pageMeta, shopOf } from '../../frame/page-meta.ts'
import { useShop } from '../../frame/use-shop.ts'
import type { Route } from './+types/landing.ts'
import { CategoryStrip } from './categories.tsx'
import { GenderChoice } from './choice.tsx'
import { type LandingData, loadLanding } from './data.ts'
import { Hero } from './hero.tsx'
import { LandingLooks } from './looks-part.ts'
import { NewArrivals } from './new-arrivals.tsx'
import { Promises } from './promises.tsx'
import { SpecialCollection } from './special.tsx'
import { Story } from './story.tsx'

export const handle = overScene

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const shop = shopOf(matches)
  return [
    ...pageMeta(shop, {
      title: `${shop.name} | Kadın Giyim ve Aksesuar`,
      description: `${shop.name}: üst giyim, alt giyim, aksesuar ve özel koleksiyon. ${shop.promise}`,
      path: '/',
      image: loaderData?.places.first?.landscape,
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
  return loadLanding(context.get(shopContext))
}

/** The shop window: the scene, and the parts below it as the owner arranged them. */
export default function Landing({ loaderData }: Route.ComponentProps) {
  const shop = useShop()?.shop
  const { scenes, slogan, parts } = loaderData
  return (
    <>
      <Hero scenes={scenes} slogan={slogan} />
      {shop?.demo && <DemoNotice />}
      {/* Stops at the upper edge of the screen: the air above the first words lies under the header (base.css). */}
      <div id="secim" tabIndex={-1} className="-scroll-mt-24 outline-none md:max-lg:-scroll-mt-18">
        {parts.map((part) => (
          <Part key={part.kind} part={part} data={loaderData} />
        ))}
      </div>
    </>
  )
}

type PartProps = { part: LandingPart; data: LandingData }

const views: Record<LandingKind, (props: PartProps) => ReactNode> = {
  choice: ({ part, data }) => <GenderChoice {...part} {...data.places} covers={data.covers} />,
  new: ({ part, data }) => <NewArrivals {...part} cards={data.fresh} />,
  story: ({ part }) => <Story {...part} />,
  special: ({ part, data }) => <SpecialCollection {...part} cards={data.pieces} scene={data.places.special} />,
  looks: ({ part, data }) => <LandingLooks {...part} looks={data.looks} />,
  categories: ({ part, data }) => <CategoryStrip {...part} covers={data.covers} />,
  promises: ({ data }) => <Promises promises={data.promises} />,
}

function Part(props: PartProps) {
  const View = views[props.part.kind]
  return <View {...props} />
}
