import { Field } from '#app/ui/field.tsx'
import type { LandingSettings } from '#shop/settings/landing.ts'
import { adminCall } from '../parts/api.ts'
import { History } from './face/history.tsx'
import { Preview } from './face/preview.tsx'
import type { SectionProps } from './section.ts'
import { SaveBar, SectionHead } from './section-parts.tsx'
import { useNestedSection } from './use-nested-section.ts'
import { WindowParts } from './window-parts.tsx'
import { WindowScenes } from './window-scenes.tsx'

/** The landing page: its scenes, its slogan and the parts below, in the owner's order. */
export function WindowSection({ settings: { landing }, onSaved, onReload }: SectionProps) {
  const { edited, change, restored, wrong, form, bar } = useNestedSection({
    send: (body) => adminCall<'PUT /admin/settings/landing'>('PUT', '/admin/settings/landing', body),
    initial: editedOf(landing.settings),
    version: landing.version,
    valuesOf,
    onSaved(saved) {
      onSaved(saved)
      return editedOf(saved.landing.settings)
    },
  })
  return (
    <form {...form}>
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
          value={edited.slogan}
          error={wrong('slogan')}
          onChange={({ target }) => change({ slogan: target.value })}
        />
        <WindowScenes scenes={edited.scenes} error={wrong('scenes')} onChange={(scenes) => change({ scenes })} />
        <WindowParts parts={edited.parts} wrong={wrong} onChange={(parts) => change({ parts })} />
        <SaveBar {...bar} onReload={onReload}>
          <Preview part="landing" settings={edited} />
        </SaveBar>
        <History part="landing" version={landing.version} onSaved={restored} />
      </div>
    </form>
  )
}

function editedOf({ slogan, scenes, parts }: LandingSettings): LandingSettings {
  return { slogan, scenes, parts }
}

/** The words of a part that is not shown stand in no field. */
function valuesOf({ slogan, scenes, parts }: LandingSettings): Record<string, unknown> {
  const words = parts.flatMap(({ shown, title, text }, index) =>
    shown ? [[`parts.${index}.title`, title] as const, [`parts.${index}.text`, text] as const] : [],
  )
  return { slogan, scenes, ...Object.fromEntries(words) }
}
