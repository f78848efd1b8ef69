import { Link } from 'react-router'
import { Picture } from '#app/ui/picture.tsx'
import type { ShownLook } from '#shop/catalog/looks/shown.ts'
import { formatKurus } from '#shop/money.ts'

export type LandingLooksProps = { title: string; text: string; looks: ShownLook[] }

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

/** In sight beside the first piece when there is no picture of the whole. */
const beside = 2

function Look({ look: { title, image, pieces } }: { look: ShownLook }) {
  const [first, ...others] = pieces
  const at = pieces.find(({ choices }) => choices.length > 0) ?? first
  const totalKurus = pieces.reduce((sum, { priceKurus }) => sum + priceKurus, 0)
  return (
    <li className="group relative">
      <div className="aspect-4/5 overflow-hidden rounded-xs">
        {image ? (
          <Picture image={image} alt="" sizes={widths} className="size-full object-cover" />
        ) : (
          <div className={`grid h-full grid-cols-2 gap-1 ${others.length > 1 ? 'grid-rows-2' : ''}`}>
            <Picture image={first?.image} alt="" sizes={half} className="row-span-2 size-full object-cover" />
            {others.slice(0, beside).map(({ id, image }) => (
              <Picture key={id} image={image} alt="" sizes={half} className="size-full object-cover" />
            ))}
          </div>
        )}
      </div>
      <h3 className="break-words pt-3 text-lg">
        <Link
          to={`/urun/${at?.slug}#kombin`}
          className="outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-ink focus-visible:after:-outline-offset-2"
        >
          {title}
        </Link>
      </h3>
      <p className="text-muted text-sm">{pieces.map(({ name }) => name).join(', ')}</p>
      <p className="mt-1 text-sm tabular-nums">
        {pieces.length} parça, {formatKurus(totalKurus)}
      </p>
    </li>
  )
}

const widths = '(min-width: 1440px) 430px, (min-width: 768px) 31vw, 78vw'
const half = '(min-width: 1440px) 215px, (min-width: 768px) 16vw, 39vw'
