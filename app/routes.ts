import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('storefront/landing.tsx'),
  route('urun/:slug', 'storefront/product.tsx'),
  route('bilgi', 'storefront/info.tsx'),
  route('verify-email', 'account/verify-email.tsx'),
  route('reset-password', 'account/reset-password.tsx'),
  route('abonelikten-cik', 'account/unsubscribe.tsx'),
  route('odeme/sonuc', 'storefront/payment-result.tsx'),
  route('ara', 'storefront/search.tsx'),
  // The four areas and every category, the admin's own among them.
  route(':listing', 'storefront/listing.tsx'),
  route('*', 'storefront/not-found.tsx'),
  route('logo', 'storefront/logo.tsx'),
  // For search engines and home screens.
  route('sitemap.xml', 'storefront/sitemap.ts'),
  route('robots.txt', 'storefront/robots.ts'),
  route('manifest.webmanifest', 'storefront/web-manifest.ts'),
  route('admin', 'admin/layout.tsx', [
    index('admin/dashboard.tsx'),
    route('siparisler', 'admin/orders.tsx'),
    route('urunler', 'admin/products/list.tsx'),
    route('urunler/yeni', 'admin/products/editor.tsx', { id: 'admin/products/new' }),
    route('urunler/:id', 'admin/products/editor.tsx'),
    route('kategoriler', 'admin/categories.tsx'),
    route('gruplar', 'admin/groups.tsx'),
    route('odemeler', 'admin/payments.tsx'),
    route('mesajlar', 'admin/messages.tsx'),
    route('e-postalar', 'admin/mails.tsx'),
    route('guvenlik', 'admin/security-log.tsx'),
    route('ayarlar', 'admin/settings/page.tsx'),
    route('gecmis', 'admin/history.tsx'),
  ]),
  // What pages ask for after they are there.
  route('urun/:slug/oneriler', 'storefront/recommended-cards.ts'),
  route('son-bakilanlar', 'storefront/recently-cards.ts'),
  route('ara/oneriler', 'storefront/search-suggest.ts'),
  route(':listing/devami', 'storefront/more-cards.ts'),
] satisfies RouteConfig
