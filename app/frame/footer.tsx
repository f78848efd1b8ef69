import { type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import { lazyOnTouch } from '#app/browser/touched.ts'
import cards from '#app/styles/cards.svg?url'
import { Icon } from '#app/ui/icon.tsx'
import type { ShownLink } from '#shop/settings/face/links.ts'
import { sections } from '#shop/settings/sections.ts'
import { ReportProblem } from '../storefront/info/problem-opener.tsx'
import { areaPages } from './areas.ts'
import { useShop } from './use-shop.ts'

const FooterReport = lazyOnTouch<object>(() =>
  import('../storefront/info/problem-footer.tsx').then((m) => ({ default: m.FooterReport })),
)

/** Drawn by the server; its script comes when she touches the page. Always the same, so that React leaves it until then. */
const report = (
  <Suspense>
    <FooterReport />
  </Suspense>
)

export function Footer() {
  const { shop, categories = [] } = useShop() ?? {}
  return (
    <footer className="below-fold mt-24 border-line border-t">
      <div className="gutter mx-auto grid max-w-page grid-cols-2 gap-x-6 gap-y-12 py-16 md:grid-cols-5 lg:grid-cols-[2fr_1fr_1fr_1fr_1fr_1.4fr]">
        {shop && <Brand shop={shop} />}
        {areaPages.map(({ area, title }) => (
          <Column key={area} title={title}>
            <Entry to={`/${area}`}>Tüm Ürünler</Entry>
            {categories
              .filter((category) => category.area === area)
              .map(({ slug, name }) => (
                <Entry key={slug} to={`/${slug}`}>
                  {name}
                </Entry>
              ))}
          </Column>
        ))}
        <InfoColumn own={shop?.face?.links} />
      </div>
      <div className="gutter mx-auto max-w-page border-line border-t py-8">{report}</div>
      <div className="gutter mx-auto flex max-w-page flex-wrap justify-between gap-x-8 gap-y-2 border-line border-t py-6 text-muted text-sm">
        <p>{shop?.promise}</p>
        {/* Not `lazy`: without a line it would stay broken at the end of a page that was read with one. */}
        <img src={cards} alt="Kabul edilen kartlar: Visa, Mastercard, American Express, Troy" width={183} height={24} />
        {shop && <p>© {shop.name}</p>}
      </div>
    </footer>
  )
}

type Shop = NonNullable<ReturnType<typeof useShop>>['shop']

function Brand({ shop }: { shop: Shop }) {
  return (
    <div className="col-span-2 flex flex-col items-start md:col-span-5 lg:col-span-1">
      <p className="word-mark font-display text-2xl">{shop.name}</p>
      <p className="mt-3 max-w-72 text-muted">Sorularınız için bize yazın.</p>
      <a href={`mailto:${shop.email}`} className="mt-4 flex min-h-11 items-center gap-3">
        <Icon name="mail" />
        <span className="link-line wrap-anywhere">{shop.email}</span>
      </a>
      {shop.instagramUrl && (
        <a href={shop.instagramUrl} rel="noopener" target="_blank" className="flex min-h-11 items-center gap-3">
          <Icon name="instagram" />
          <span className="link-line">Instagram</span>
          <span className="sr-only">(yeni sekmede açılır)</span>
        </a>
      )}
    </div>
  )
}

/** A part of a page, among whole ones. */
const contact = { id: 'hakkimizda#iletisim', name: 'İletişim' }

function InfoColumn({ own }: { own?: ShownLink[] | undefined }) {
  return (
    <Column title="Bilgi">
      {[...sections, contact].map(({ id, name }) => (
        <li key={id}>
          <a href={`/bilgi?section=${id}`} target="_blank" className={entryClass} rel="noopener">
            {name}
            <span className="sr-only"> (yeni sekmede açılır)</span>
          </a>
        </li>
      ))}
      {own?.map(({ to, label }) => (
        <Entry key={to} to={to}>
          {label}
        </Entry>
      ))}
      <li>
        <ReportProblem className={entryClass}>Sorun Bildirimi</ReportProblem>
      </li>
    </Column>
  )
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={title}>
      <h2 className="font-semibold">{title}</h2>
      <ul className="mt-2">{children}</ul>
    </nav>
  )
}

function Entry({ to, children }: { to: string; children: string }) {
  return (
    <li>
      <Link to={to} className={entryClass}>
        {children}
      </Link>
    </li>
  )
}

const entryClass = 'flex min-h-9 items-center py-1 text-left text-muted hover:text-ink'
