import { Icon } from '#app/ui/icon.tsx'
import type { LandingData } from './data.ts'

/** The shop's promises for every order, as a row of icons and sentences. */
export function Promises({ promises }: { promises: LandingData['promises'] }) {
  return (
    <section aria-label="Her siparişte" className="below-fold gutter mx-auto max-w-page pt-24 md:pt-36">
      <ul className="grid gap-8 border-line border-t pt-12 md:grid-cols-3 md:gap-12">
        {promises.map(({ icon, title, text }) => (
          <li key={title} className="grid grid-cols-[auto_1fr] content-start gap-x-4">
            <Icon name={icon} size={28} />
            <h2 className="font-display text-xl">{title}</h2>
            <p className="col-start-2 mt-1 text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
