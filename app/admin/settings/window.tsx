import { type FormEvent, useState } from 'react'
import { Field } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { adminCall } from '../parts/api.ts'
import type { SectionProps } from './section.ts'
import { SaveBar, SectionHead } from './section-parts.tsx'
import { useSave } from './use-section.ts'
import { WindowParts } from './window-parts.tsx'
import { WindowScenes } from './window-scenes.tsx'

/** The landing page: its scenes, its slogan and the parts below, in the owner's order. */
export function WindowSection({ settings: { landing }, onSaved, onReload }: SectionProps) {
  const [kept, setKept] = useState(landing.settings)
  const [scenes, setScenes] = useState(kept.scenes)
  const [parts, setParts] = useState(kept.parts)
  const fields = useFields<string>({ slogan: kept.slogan })
  const { values, field, form, wrong, accept } = fields
  const { busy, conflict, save } = useSave(
    (body) => adminCall<'PUT /admin/settings/landing'>('PUT', '/admin/settings/landing', body),
    fields,
  )
  const edited = { slogan: values.slogan ?? '', scenes, parts }
  const unsaved =
    JSON.stringify(edited) !== JSON.stringify({ slogan: kept.slogan, scenes: kept.scenes, parts: kept.parts })

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    save({ settings: edited, version: landing.version }, (saved) => {
      accept({})
      setKept(saved.landing.settings)
      setScenes(saved.landing.settings.scenes)
      setParts(saved.landing.settings.parts)
      onSaved(saved)
    })
  }

  return (
    <form ref={form} onSubmit={onSubmit} noValidate>
      <SectionHead title="Vitrin">
        Mağazanızın açılış sayfası.{' '}
        <a href="/" target="_blank" rel="noreferrer" className="underline underline-offset-4">
          Vitrini yeni sekmede açın
        </a>
      </SectionHead>
      <div className="grid gap-8">
        <Field
          label="Slogan"
          hint="Mağaza adının altında durur."
          maxLength={120}
          autoComplete="off"
          {...field('slogan')}
        />
        <WindowScenes scenes={scenes} error={wrong.scenes} onChange={setScenes} />
        <WindowParts parts={parts} wrong={wrong} onChange={setParts} />
        <SaveBar busy={busy} conflict={conflict} unsaved={unsaved} onReload={onReload} />
      </div>
    </form>
  )
}
