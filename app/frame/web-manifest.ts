import { shopContext } from '#app/context.ts'
import icon from '#app/styles/icon.svg?url'
import icon192 from '#app/styles/icon-192.png?url'
import icon512 from '#app/styles/icon-512.png?url'
import maskable from '#app/styles/icon-maskable.png?url'
import { findBrand } from '#shop/settings/brand.ts'
import type { Route } from './+types/web-manifest.ts'

/** How the shop looks on a phone's home screen. */
export async function loader({ context }: Route.LoaderArgs) {
  const { shopName } = await findBrand(context.get(shopContext))
  const png = (src: string, size: number, purpose?: string) => ({
    src,
    type: 'image/png',
    sizes: `${size}x${size}`,
    purpose,
  })
  const manifest = {
    name: shopName,
    short_name: shopName,
    description: `${shopName}: kadın giyim ve aksesuar`,
    lang: 'tr',
    dir: 'ltr',
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    background_color: '#fbf8f4',
    theme_color: '#fbf8f4',
    icons: [
      { src: icon, type: 'image/svg+xml', sizes: 'any' },
      png(icon192, 192),
      png(icon512, 512),
      png(maskable, 512, 'maskable'),
    ],
    shortcuts: [
      { name: 'Üst Giyim', url: '/ust-giyim' },
      { name: 'Alt Giyim', url: '/alt-giyim' },
      { name: 'Aksesuar', url: '/aksesuar' },
    ],
  }
  return new Response(JSON.stringify(manifest), {
    headers: { 'Content-Type': 'application/manifest+json; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}
