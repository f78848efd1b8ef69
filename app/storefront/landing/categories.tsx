import { Link } from 'react-router'
import { Picture } from '#app/ui/picture.tsx'
import type { Cover } from '#shop/catalog/covers.ts'

/** Every category by a picture of its newest piece. */
export function CategoryStrip({ title, text, covers }: { title: string; text: string; covers: Cover[] }) {
  if (covers.length === 0) return null
  return (
    <section aria-labelledby="kategoriler" className="below-fold mx-auto max-w-page pt-24 md:pt-36">
      <div className="gutter">
        <h2 id="kategoriler" className="font-display text-2xl md:text-3xl">
          {title}
        </h2>
        {text && <p className="mt-1 text-muted">{text}</p>}
      </div>
      <ul className="rail mt-6 auto-cols-[38vw] md:mt-8 md:auto-cols-[22vw] xl:auto-cols-[minmax(9rem,1fr)]">
        {covers.map(({ slug, name, picture }) => (
          <li key={slug} className="group relative">
            <div className="aspect-4/5 overflow-hidden rounded-xs">
              <Picture
                image={picture}
                alt=""
                sizes="(min-width: 1280px) 160px, (min-width: 768px) 22vw, 38vw"
                least={160}
                className="size-full object-cover transition-transform duration-700 ease-out group-hover:scale-[1.03]"
              />
            </div>
            <h3 className="pt-3">
              <Link
                to={`/${slug}`}
                state={{ selectedCategory: name }}
                className="outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-ink focus-visible:after:-outline-offset-2"
              >
                {name}
              </Link>
            </h3>
          </li>
        ))}
      </ul>
    </section>
  )
}
