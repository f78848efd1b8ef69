import { shopContext } from '#app/context.ts'
import type { Route } from './+types/robots.ts'

/** Personal pages, and addresses that are no page: a search engine finds nothing there. */
const hidden = ['/admin', '/verify-email', '/reset-password', '/odeme', '/demo-bank/', '/api']

export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl } = context.get(shopContext).config
  const text = [
    'User-agent: *',
    ...hidden.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ]
  return new Response(text.join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}
