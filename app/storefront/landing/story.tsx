import { Link } from 'react-router'

/** One sentence of the shop's story, set large. */
export function Story({ title, text }: { title: string; text: string }) {
  return (
    <section className="gutter mx-auto max-w-page pt-24 md:pt-36">
      <div className="border-line border-y py-16 text-center md:py-24">
        <h2 className="mx-auto max-w-[22ch] font-display text-[clamp(1.75rem,5.2vw,4rem)] leading-[1.12] tracking-[-0.01em]">
          {title}
        </h2>
        {text && (
          <p className="mt-8">
            <Link to="/bilgi" className="link-line inline-flex min-h-11 items-center text-lg">
              {text}
            </Link>
          </p>
        )}
      </div>
    </section>
  )
}
