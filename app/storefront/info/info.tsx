import { Suspense, useEffect, useRef } from 'react'
import { Link, useNavigationType } from 'react-router'
import { lazyOnline } from '#app/browser/lazy-online.ts'
import { shopContext } from '#app/context.ts'
import { Picture } from '#app/ui/picture.tsx'
import { landingScenes, sceneOf } from '#shop/settings/scenes.ts'
import { readSection, type Section, sectionPath, sections } from '#shop/settings/sections.ts'
import { getText } from '#shop/texts/texts.ts'
import { pageMeta, shopOf } from '../../frame/page-meta.ts'
import type { Route } from './+types/info.ts'
import { ReportProblem } from './problem-opener.tsx'
import { InfoText } from './text.tsx'

// Only one of the sections needs it.
const ApplicationForm = lazyOnline(async () => ({ default: (await import('./application-form.tsx')).ApplicationForm }))

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return []
  const shop = shopOf(matches)
  const { section, text } = loaderData
  return pageMeta(shop, {
    title: `${text.title} | ${shop.name}`,
    description: text.description,
    path: sectionPath(section),
  })
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const section = readSection(new URL(request.url).searchParams.get('section'))
  const ctx = context.get(shopContext)
  const [scenes, text] = await Promise.all([section === 'hakkimizda' ? landingScenes(ctx) : [], getText(ctx, section)])
  return { section, text, picture: sceneOf(scenes, 'special')?.landscape }
}

/** The shop's information pages: a menu on the left, one text at a time. */
export default function InfoPage({ loaderData: { section, text, picture } }: Route.ComponentProps) {
  const heading = useFocusOnNewSection(section)
  return (
    <div className="gutter mx-auto grid max-w-page grid-cols-1 gap-x-16 pt-8 print:block md:grid-cols-[13rem_minmax(0,1fr)] md:pt-14 lg:gap-x-24">
      <Menu current={section} />
      <article className="max-w-160 print:max-w-none">
        <h1 ref={heading} tabIndex={-1} className="font-display text-2xl outline-none md:text-3xl">
          {text.title}
        </h1>
        <p className="mt-4 text-lg text-muted">{text.lead}</p>
        {picture && (
          <Picture
            image={picture}
            alt=""
            sizes="(min-width: 768px) 40rem, 100vw"
            className="no-print mt-8 w-full rounded-xs"
          />
        )}
        <InfoText parts={text.parts} />
        {section === 'bizimle-calis' ? (
          <Suspense>
            <ApplicationForm />
          </Suspense>
        ) : (
          <TextFoot section={section} version={text.version} />
        )}
      </article>
    </div>
  )
}

function Menu({ current }: { current: Section }) {
  return (
    <nav aria-label="Bilgi sayfaları" className="no-print md:sticky md:top-28 md:self-start">
      <ul className="flex flex-wrap gap-x-6 border-line border-b pb-3 max-md:mb-10 md:flex-col md:border-b-0">
        {sections.map(({ id, name }) => (
          <li key={id}>
            <Link
              to={`/bilgi?section=${id}`}
              prefetch="intent"
              aria-current={id === current ? 'page' : undefined}
              className="flex min-h-11 items-center text-muted hover:text-ink aria-[current]:font-semibold aria-[current]:text-ink"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function TextFoot({ section, version }: { section: Section; version: string }) {
  return (
    <div className="mt-14 flex flex-wrap items-center gap-x-6 border-line border-t pt-4 text-muted text-sm">
      {section !== 'hakkimizda' && <p>Metin sürümü: {version}</p>}
      <button type="button" onClick={() => window.print()} className="no-print min-h-11 underline underline-offset-4">
        Yazdır
      </button>
      <ReportProblem className="no-print min-h-11 underline underline-offset-4">Sorun bildirin</ReportProblem>
    </div>
  )
}

/** A screen reader takes another section for another page; going back leaves the focus where it is. */
function useFocusOnNewSection(section: Section) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(section)
  const type = useNavigationType()
  useEffect(() => {
    if (shown.current === section) return
    shown.current = section
    if (type !== 'POP') heading.current?.focus({ preventScroll: true })
  }, [section, type])
  return heading
}
