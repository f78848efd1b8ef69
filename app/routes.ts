import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('storefront/landing/landing.tsx'),
  route('urun/:slug', 'storefront/product/product.tsx'),
  route('bilgi', 'storefront/info/info.tsx'),
  route('verify-email', 'account/sign-in/verify-email.tsx'),
  route('reset-password', 'account/sign-in/reset-password.tsx'),
  route('abonelikten-cik', 'account/settings/unsubscribe.tsx'),
  route('liste/:token', 'account/favorites/shared/page.tsx'),
  route('siparis-takip', 'account/orders/by-link/page.tsx'),
  route('odeme/sonuc', 'storefront/checkout/payment-result.tsx'),
  route('odeme-baglantisi', 'storefront/pay-link/page.tsx'),
  route('gelince-haber', 'storefront/notice/page.tsx'),
  route('ara', 'storefront/search/search.tsx'),
  // The four areas and every category, the admin's own among them.
  route(':listing', 'storefront/listing/listing.tsx'),
  route('*', 'frame/not-found.tsx'),
  route('logo', 'frame/logo.tsx'),
  // For search engines and home screens.
  route('sitemap.xml', 'frame/sitemap.ts'),
  route('robots.txt', 'frame/robots.ts'),
  route('manifest.webmanifest', 'frame/web-manifest.ts'),
  // One route: each route here is named in every page of the shop. Its pages are listed in admin/pages.tsx.
  route('admin/*', 'admin/layout.tsx'),
  // Parts that a page fetches after it is shown.
  route('urun/:slug/:part', 'storefront/product/parts.ts'),
  route('son-bakilanlar', 'storefront/product/recent/cards.ts'),
  route('ara/oneriler', 'storefront/search/suggest.ts'),
  route(':listing/devami', 'storefront/listing/more-cards.ts'),
] satisfies RouteConfig
