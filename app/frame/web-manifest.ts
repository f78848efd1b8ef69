import { shopContext } from '#app/context.ts'
import icon from '#app/styles/icon.svg?url'
import icon192 from '#app/styles/icon-192.png?url'
import icon512 from '#app/styles/icon-512.png?url'
import maskable from '#app/styles/icon-maskable.png?url'
import { findBrand } from '#shop/settings/brand.ts'
import { logoUrl } from '#shop/settings/face/logo.ts'
import { findLook } from '#shop/settings/face/look.ts'
import type { Route } from './+types/web-manifest.ts'

/** How the shop looks on a phone's home screen; with `?section=yonetim` (a parameter of public pages, as it is kept) its panel. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(shopContext)
  const { shopName } = await findBrand(ctx)
  const { icon: square, logo } = await findLook(ctx)
  const own = square ?? logo
  const forStaff = new URL(request.url).searchParams.get('section') === 'yonetim'
  const png = (src: string, size: number, purpose?: string) => ({
    src,
    type: 'image/png',
    sizes: `${size}x${size}`,
    purpose,
  })
  const manifest = {
    ...(forStaff ? panel(shopName) : storefront(shopName)),
    lang: 'tr',
    dir: 'ltr',
    background_color: '#fbf8f4',
    theme_color: '#fbf8f4',
    icons: own
      ? [
          png(logoUrl(own, 'icon-180.png'), 180),
          png(logoUrl(own, 'icon-512.png'), 512),
          png(logoUrl(own, 'maskable.png'), 512, 'maskable'),
        ]
      : [
          { src: icon, type: 'image/svg+xml', sizes: 'any' },
          png(icon192, 192),
          png(icon512, 512),
          png(maskable, 512, 'maskable'),
        ],
  }
  return new Response(JSON.stringify(manifest), {
    headers: { 'Content-Type': 'application/manifest+json; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}

function storefront(shopName: string) {
  return {
    name: shopName,
    short_name: shopName,
    description: `${shopName}: kadın giyim ve aksesuar`,
    ...{ id: '/', start_url: '/', scope: '/', display: 'minimal-ui' },
    shortcuts: [
      { name: 'Üst Giyim', url: '/ust-giyim' },
      { name: 'Alt Giyim', url: '/alt-giyim' },
      { name: 'Aksesuar', url: '/aksesuar' },
    ],
  }
}

/** Standing alone it may be told of orders on an iPhone too. */
function panel(shopName: string) {
  return {
    name: `${shopName} yönetim`,
    short_name: 'Yönetim',
    description: `${shopName} mağazasının yönetim paneli`,
    ...{ id: '/admin', start_url: '/admin', scope: '/admin', display: 'standalone' },
    shortcuts: [
      { name: 'Siparişler', url: '/admin/siparisler' },
      { name: 'Ürün ekle', url: '/admin/urunler/yeni' },
    ],
  }
}
