import { areaPage } from '#app/frame/areas.ts'
import type { AreaRhythm } from '#shop/settings/rhythm.ts'
import { adminCall } from '../parts/api.ts'
import { RhythmArea } from './rhythm-area.tsx'
import type { SectionProps } from './section.ts'
import { SaveBar, SectionHead } from './section-parts.tsx'
import { useNestedSection } from './use-nested-section.ts'

/** The large product and the tiles that break the grid of each area's page. */
export function RhythmSection({ settings: { rhythm }, onSaved, onReload }: SectionProps) {
  const { edited, change, wrong, form, bar } = useNestedSection({
    send: (body) => adminCall<'PUT /admin/settings/rhythm'>('PUT', '/admin/settings/rhythm', body),
    initial: { areas: rhythm.settings.areas },
    version: rhythm.version,
    valuesOf,
    onSaved(saved) {
      onSaved(saved)
      return { areas: saved.rhythm.settings.areas }
    },
  })
  const { areas } = edited
  return (
    <form {...form}>
      <SectionHead title="Liste düzeni">
        Bölüm sayfalarında düz sıraları bölen iki şey: en üstte büyük duran bir ürün ve ürünlerin arasına giren geniş
        kutular. Müşteri süzdüğünde veya sıraladığında yalnızca ürünler görünür.
      </SectionHead>
      <div className="grid gap-10">
        {areas.map((area, index) => (
          <RhythmArea
            key={area.area}
            title={areaPage(area.area)?.title ?? area.area}
            rhythm={area}
            wrong={(name) => wrong(`areas.${index}.${name}`)}
            onChange={(changed) => change({ areas: areas.with(index, { ...area, ...changed }) })}
          />
        ))}
        <SaveBar {...bar} onReload={onReload} />
      </div>
    </form>
  )
}

function valuesOf({ areas }: { areas: AreaRhythm[] }): Record<string, unknown> {
  return Object.fromEntries(
    areas.flatMap(({ lead, every, tiles }, index) =>
      [
        ['lead', lead],
        ['every', every],
        ...tiles.flatMap((tile, at) => Object.entries(tile).map(([name, text]) => [`tiles.${at}.${name}`, text])),
      ].map(([name, value]) => [`areas.${index}.${name}`, value]),
    ),
  )
}
