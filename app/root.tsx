import { type ReactNode, Suspense, useEffect, useMemo } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
} from 'react-router'
import { repeatInput, scrollStorage } from '#app/browser/input-so-far.ts'
import { lazyOnTouch } from '#app/browser/touched.ts'
import { insertsContext, shopContext } from '#app/context.ts'
import { Panels } from '#app/panels.tsx'
import { listCategoryNames } from '#shop/catalog/categories.ts'
import { freeDeliveryTold } from '#shop/settings/delivery-fee.ts'
import { demoBrand } from '#shop/settings/demo-brand.ts'
import { findPageSettings } from '#shop/settings/guests/guest-checkout.ts'
import { findPromises } from '#shop/settings/terms.ts'
import type { Route } from './+types/root.ts'
import { Frame, useBare } from './frame/frame.tsx'
import { type ShopFacts, useShop } from './frame/use-shop.ts'
import './styles/base.css'
import icon from './styles/icon.svg?url'
import touchIcon from './styles/icon-180.png?url'

export async function loader({ context }: Route.LoaderArgs): Promise<ShopFacts> {
  const ctx = context.get(shopContext)
  const [{ brand, face, inserts, guests, campaigns, giftCards, whatsapp, keptCarts, reviews }, promises, categories] =
    await Promise.all([findPageSettings(ctx), findPromises(ctx), listCategoryNames(ctx)])
  const { shopName, shopEmail, instagramUrl, publicUrl } = brand
  Object.assign(context.get(insertsContext), inserts)
  const { sentence, feeTold } = promises
  return {
    shop: {
      name: shopName,
      email: shopEmail,
      instagramUrl,
      publicUrl,
      demo: ctx.config.mode === 'demo',
      blossom: shopName === demoBrand && !brand.logo,
      promise: sentence,
      ...(feeTold === freeDeliveryTold ? {} : { feeTold }),
      ...(guests ? { guests } : {}),
      ...(campaigns ? { campaigns } : {}),
      ...(giftCards ? { giftCards } : {}),
      ...(reviews ? { reviews } : {}),
      ...(whatsapp ? { whatsapp } : {}),
      ...(keptCarts ? { keptCarts } : {}),
      ...(face ? { face } : {}),
    },
    categories: categories.map(({ name, slug, area }) => ({ name, slug, area })),
  }
}

/** In the panel a filter or an opened sheet changes the address alone, and back at a kept page all is as it was. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const sameScreen = nextUrl.pathname.startsWith('/admin') && nextUrl.pathname === currentUrl.pathname
  const back = 'back' in document.documentElement.dataset
  return defaultShouldRevalidate && !back && !(sameScreen && nextUrl.search !== currentUrl.search)
}

export function Layout({ children }: { children: ReactNode }) {
  useEffect(repeatInput, [])
  const { face, blossom } = useShop()?.shop ?? {}
  return (
    // The page's typefaces are asked for by an attribute that comes before React does (server/late-script.ts).
    <html lang="tr" suppressHydrationWarning data-fonts={import.meta.env.DEV ? '' : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#fbf8f4" />
        <Meta />
        <link rel="icon" href={face?.icon ?? icon} />
        <link rel="apple-touch-icon" href={face?.touchIcon ?? touchIcon} />
        <link rel="manifest" href="/manifest.webmanifest" />
        <Links />
      </head>
      <body data-blossom={blossom || undefined}>
        {children}
        <ScrollRestoration storageKey={scrollStorage} />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  const page = <Outlet />
  return (
    <>
      {useBare() ? page : <Frame>{page}</Frame>}
      <Panels />
    </>
  )
}

/** Its script comes with her first touch: before she can go to a page that fails. */
const ErrorPage = lazyOnTouch<{ status: number }>(() =>
  import('./frame/error-page.tsx').then((m) => ({ default: m.ErrorPage })),
)

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  // Always the same, so that React leaves what the server has drawn until then.
  const page = useMemo(
    () => (
      <Suspense fallback={<a href="/">Sayfa açılamadı. Ana sayfaya dönün.</a>}>
        <ErrorPage status={status} />
      </Suspense>
    ),
    [status],
  )
  return (
    <>
      <Frame>{page}</Frame>
      <Panels />
    </>
  )
}
