import { Link, redirect } from 'react-router'
import { keptPage, useKept } from '#app/browser/kept-pages.ts'
import { shopContext } from '#app/context.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { listPopularWords } from '#shop/catalog/search/search.ts'
import { fold } from '#shop/turkish.ts'
import { areaPages, everything, searchSlug } from '../../frame/areas.ts'
import { pageMeta, shopOf } from '../../frame/page-meta.ts'
import { useShop } from '../../frame/use-shop.ts'
import { addressOf, askedNothing, countFilters, readAsked, readPages } from '../listing/address.ts'
import { ListingBody } from '../listing/body.tsx'
import { loadListing } from '../listing/data.ts'
import { pack, unpack, useUnpacked } from '../listing/packed.ts'
import type { Route } from './+types/search.ts'
import { withPrices } from './priced.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const shop = shopOf(matches)
  const title = loaderData ? unpack(loaderData.listing).title : 'Arama'
  return [
    ...pageMeta(shop, {
      title: `${title} | ${shop.name}`,
      description: 'Ürünlerde arayın.',
      path: `/${searchSlug}`,
    }),
    { name: 'robots', content: 'noindex' },
  ]
}

const popularWords = 10

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(shopContext)
  const { searchParams } = new URL(request.url)
  const asked = readAsked(searchParams)
  const meant = withPrices(asked)
  if (meant) throw redirect(addressOf(meant.q ? searchSlug : everything, meant))
  const listing = await loadListing(ctx, searchSlug, asked, readPages(searchParams))
  return { listing: pack(listing), words: listing.facets.all === 0 ? await listPopularWords(ctx, popularWords) : [] }
}

/** Back at a list she sees at once what she left. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return keptPage<Awaited<ReturnType<typeof serverLoader>>>() ?? serverLoader()
}

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  const { listing: packed, words } = loaderData
  useKept(loaderData)
  const listing = useUnpacked(packed)
  const { q = '' } = listing.asked
  const nothing = listing.facets.all === 0 && countFilters(listing.asked) === 0
  const unknown = typedOf(q, listing.unknown)
  const guessed = typedOf(q, listing.guessed)
  return (
    <div className="gutter mx-auto max-w-page">
      <h1 tabIndex={-1} className="mb-3 pt-8 font-display text-2xl outline-none md:pt-14 md:text-3xl">
        {q === '' ? 'Ne arıyorsunuz?' : nothing ? `“${q}” için sonuç bulamadık` : listing.title}
      </h1>
      <AgainForm key={q} q={q} found={!nothing} />
      {listing.most && (
        <p className="mt-4 text-muted">Bütün kelimelere uyan ürün bulamadık; en çok kelimeye uyanları gösteriyoruz.</p>
      )}
      {!nothing && !listing.most && unknown && (
        <p className="mt-4 text-muted">{unknown} için bir şey bulamadık; kalan kelimelere uyanları gösteriyoruz.</p>
      )}
      {!nothing && !listing.most && guessed && (
        <p className="mt-4 text-muted">{guessed} için tam bir sonuç yok; yazılışı yakın olanları gösteriyoruz.</p>
      )}
      {nothing ? <Ideas words={words} /> : <ListingBody listing={listing} at={searchSlug} />}
    </div>
  )
}

/** Some words of the search, as they were typed: *1.500* is read as two. */
function typedOf(q: string, words: string[] = []): string {
  const typed = q.split(/\s+/).filter((word) =>
    fold(word)
      .split(/[^a-z0-9]+/)
      .some((part) => words.includes(part)),
  )
  return typed.map((word) => `“${word}”`).join(', ')
}

/** Beside results a wide screen has the header's field, which says the same. */
function AgainForm({ q, found }: { q: string; found: boolean }) {
  return (
    <search className={found && q !== '' ? 'xl:hidden' : ''}>
      <form action={`/${searchSlug}`} className="mt-2 mb-2 flex max-w-text gap-2">
        <label htmlFor="arama" className="sr-only">
          Aranacak kelimeler
        </label>
        <input
          id="arama"
          type="search"
          name="q"
          defaultValue={q}
          placeholder="Örneğin: keten elbise"
          maxLength={100}
          enterKeyHint="search"
          autoCapitalize="none"
          className="block min-h-12 min-w-0 grow rounded-xs border border-edge bg-surface px-4"
        />
        <button type="submit" className={buttonClass('primary')}>
          Ara
        </button>
      </form>
    </search>
  )
}

/** When nothing was found: other words to search for, and all categories. */
function Ideas({ words }: { words: string[] }) {
  return (
    <div className="mt-12 grid gap-12">
      {words.length > 0 && (
        <section aria-labelledby="sik-arananlar">
          <h2 id="sik-arananlar" className="font-display text-xl">
            Bunları deneyebilirsiniz
          </h2>
          <ul className="mt-4 flex flex-wrap gap-2">
            {words.map((word) => (
              <li key={word}>
                <Link
                  to={addressOf(searchSlug, { ...askedNothing, q: word })}
                  className="flex min-h-11 items-center rounded-xs border border-edge bg-surface px-4 hover:border-ink"
                >
                  {word}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Categories />
    </div>
  )
}

function Categories() {
  const categories = useShop()?.categories ?? []
  return (
    <section aria-labelledby="butun-kategoriler">
      <h2 id="butun-kategoriler" className="font-display text-xl">
        Kategoriler
      </h2>
      <ul className="mt-2 grid grid-cols-[repeat(auto-fit,minmax(max(8rem,40%),1fr))] gap-6 md:grid-cols-4">
        {areaPages.map(({ area, title }) => (
          <li key={area}>
            <Link to={`/${area}`} className="flex min-h-11 items-center font-semibold">
              <span className="link-line">{title}</span>
            </Link>
            <ul>
              {categories
                .filter((category) => category.area === area)
                .map(({ slug, name }) => (
                  <li key={slug}>
                    <Link to={`/${slug}`} className="flex min-h-9 items-center text-muted hover:text-ink">
                      {name}
                    </Link>
                  </li>
                ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  )
}
