import { Link } from 'react-router'
import { Picture } from '#app/ui/picture.tsx'
import type { FirstLook } from '#shop/catalog/looks/shown.ts'
import { formatKurus } from '#shop/money.ts'

export type LandingLooksProps = { title: string; text: string; looks: FirstLook[] }

/** The first looks; each leads to where its pieces are chosen. Nothing while there is none. */
export function LandingLooks({ title, text, looks }: LandingLooksProps) {
  if (looks.length === 0) return null
  return (
    <section aria-labelledby="kombinler" className="below-fold mx-auto max-w-page pt-24 md:pt-36">
      <div className="gutter">
        <h2 id="kombinler" className="font-display text-2xl md:text-3xl">
          {title}
        </h2>
        {text && <p className="mt-1 text-muted">{text}</p>}
      </div>
      <ul className="rail mt-6 auto-cols-[78vw] md:mt-8 md:auto-cols-[minmax(0,1fr)]">
        {looks.map((look) => (
          <Look key={look.id} look={look} />
        ))}
      </ul>
    </section>
  )
}

function Look({ look: { title, slug, images, names, totalKurus } }: { look: FirstLook }) {
  const several = images.length > 1
  /** As high as the whole: cut at its sides, so that it is drawn wider than it is seen. */
  const isTall = (index: number) => index === 0 || images.length === 2
  return (
    <li className="group relative">
      <div className={`grid aspect-4/5 gap-1 overflow-hidden rounded-xs ${several ? 'grid-cols-2' : ''}`}>
        {images.map((image, index) => (
          <div key={image.id} className={`min-h-0 ${isTall(index) ? 'row-span-2' : ''}`}>
            <Picture
              image={image}
              alt=""
              sizes={isTall(index) ? widths : half}
              least={240}
              className="size-full object-cover"
            />
          </div>
        ))}
      </div>
      <h3 className="break-words pt-3 text-lg">
        <Link
          to={`/urun/${slug}#kombin`}
          className="outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-ink focus-visible:after:-outline-offset-2"
        >
          {title}
        </Link>
      </h3>
      <p className="text-muted text-sm">{names.join(', ')}</p>
      <p className="mt-1 text-sm tabular-nums">
        {names.length} parça, {formatKurus(totalKurus)}
      </p>
    </li>
  )
}

const widths = '(min-width: 1440px) 430px, (min-width: 768px) 31vw, 78vw'
const half = '(min-width: 1440px) 215px, (min-width: 768px) 16vw, 39vw'
