import { type FormEvent, useState } from 'react'
import { areaPage } from '#app/frame/areas.ts'
import { useFields } from '#app/ui/form.ts'
import type { AreaRhythm } from '#shop/settings/rhythm.ts'
import { adminCall } from '../parts/api.ts'
import { RhythmArea } from './rhythm-area.tsx'
import type { SectionProps } from './section.ts'
import { SaveBar, SectionHead } from './section-parts.tsx'
import { useSave } from './use-section.ts'

/** What breaks the grid of each area's page. */
export function RhythmSection({ settings: { rhythm }, onSaved, onReload }: SectionProps) {
  const [kept, setKept] = useState(rhythm.settings.areas)
  const [areas, setAreas] = useState(kept)
  const { form, wrong, accept } = useFields<string>({})
  const { busy, conflict, save } = useSave(
    (body) => adminCall<'PUT /admin/settings/rhythm'>('PUT', '/admin/settings/rhythm', body),
    { values: namesOf(areas), accept },
  )
  const change = (index: number, changed: Partial<AreaRhythm>) =>
    setAreas((areas) => areas.map((area, at) => (at === index ? { ...area, ...changed } : area)))

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    save({ settings: { areas }, version: rhythm.version }, (saved) => {
      accept({})
      setKept(saved.rhythm.settings.areas)
      setAreas(saved.rhythm.settings.areas)
      onSaved(saved)
    })
  }

  return (
    <form ref={form} onSubmit={onSubmit} noValidate>
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
            wrong={(name) => wrong[`areas.${index}.${name}`]}
            onChange={(changed) => change(index, changed)}
          />
        ))}
        <SaveBar
          busy={busy}
          conflict={conflict}
          unsaved={JSON.stringify(areas) !== JSON.stringify(kept)}
          onReload={onReload}
        />
      </div>
    </form>
  )
}

/** Every field of the areas by the name that the server calls it. */
function namesOf(areas: AreaRhythm[]): Record<string, unknown> {
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
