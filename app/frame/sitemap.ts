import { shopContext } from '#app/context.ts'
import { listAddresses } from '#shop/catalog/addresses.ts'
import { areas } from '#shop/catalog/contract.ts'
import { sectionPath, sections } from '#shop/settings/sections.ts'
import type { Route } from './+types/sitemap.ts'
import { everything } from './areas.ts'

type Entry = { path: string; changedAt?: Date | null }

/** The pages that search engines may show: each once, by its canonical address. */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(shopContext)
  const { products, categories } = await listAddresses(ctx)
  const newest = (among: { changedAt: Date | null }[]) =>
    among.reduce<Date | null>(
      (last, { changedAt }) => (changedAt && (!last || changedAt > last) ? changedAt : last),
      null,
    )
  const entries: Entry[] = [
    { path: '/', changedAt: newest(products) },
    ...(products.length > 0 ? [{ path: `/${everything}`, changedAt: newest(products) }] : []),
    ...areas.flatMap((area) => {
      const own = categories.filter((category) => category.area === area)
      return own.length > 0 ? [{ path: `/${area}`, changedAt: newest(own) }] : []
    }),
    ...categories
      // The special collection's only category shows what its area shows, and says so.
      .filter(({ area }) => area !== 'special' || categories.filter((one) => one.area === area).length > 1)
      .map(({ slug, changedAt }) => ({ path: `/${slug}`, changedAt })),
    ...products.map(({ slug, changedAt }) => ({ path: `/urun/${slug}`, changedAt })),
    ...sections.map(({ id }) => ({ path: sectionPath(id) })),
  ]
  const urls = entries.map(({ path, changedAt }) => {
    const lastmod = changedAt ? `<lastmod>${changedAt.toISOString().slice(0, 10)}</lastmod>` : ''
    return `<url><loc>${escapeXml(ctx.config.publicUrl + path)}</loc>${lastmod}</url>`
  })
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`
  return new Response(xml, {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, no-cache' },
  })
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
